//! The binary: runs a protocol or a command, depending on its arguments.

use kempelen::commands::Cli;
use kempelen::eval::nnue::simd::InstructionSet;
use kempelen::protocol::output::report_panics;
use kempelen::protocol::{NoEngine, ProtocolOutput, ProtocolSession, argument_lines, is_protocol_line};
use kempelen::system::check_processor;
use kempelen::system::error_words::explain;
use kempelen::system::user_folders::table_cache;
use std::env::args_os;
use std::ffi::OsString;
use std::io::{self, ErrorKind, IsTerminal, Stdout, Write, stderr, stdin, stdout};
use std::process::{ExitCode, exit};
use std::thread::sleep;
use std::time::Duration;

fn main() -> ExitCode {
    if let Err(error) = check_processor().and_then(|()| InstructionSet::chosen()) {
        let _ = writeln!(stderr(), "kempelen: {error}");
        return ExitCode::from(2);
    }
    // A file name may not be UTF-8.
    let lossy = |argument: OsString| argument.to_string_lossy().into_owned();
    let arguments: Vec<String> = args_os().skip(1).map(lossy).collect();
    // lidraughts-bot always gives an argument, which may be empty.
    match arguments.first().filter(|first| !first.is_empty()) {
        None => {
            if stdin().is_terminal() {
                let greeting = concat!(
                    "Kempelen ",
                    env!("CARGO_PKG_VERSION"),
                    ": type uci, hub, ugi, help or quit; see kempelen --help"
                );
                let _ = writeln!(stdout(), "{greeting}");
            }
            status(session().run(stdin().lock()))
        }
        // `eval` is also a command of the program.
        Some(first) if is_protocol_line(first) && first != "eval" => {
            status(session().run_lines(&argument_lines(&arguments)))
        }
        Some(_) => Cli::read(&arguments).run(),
    }
}

fn status(session: Result<(), NoEngine>) -> ExitCode {
    session.map_or(ExitCode::FAILURE, |()| ExitCode::SUCCESS)
}

/// A protocol session on standard output.
fn session() -> ProtocolSession {
    kempelen::system::when_output_closes(|| exit(0));
    let output = ProtocolOutput::new(StandardOutput(stdout()));
    report_panics(output.clone());
    let mut session = ProtocolSession::new(output);
    session.on_terminal = stdin().is_terminal();
    session.table_cache = table_cache();
    session
}

/// Standard output; the program ends if it cannot be written.
struct StandardOutput(Stdout);

impl Write for StandardOutput {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        write_or_exit(|| self.0.write(bytes))
    }

    fn flush(&mut self) -> io::Result<()> {
        write_or_exit(|| self.0.flush())
    }
}

/// Writes, and tries again if the reader is only slow. Other errors end the program.
fn write_or_exit<T>(mut write: impl FnMut() -> io::Result<T>) -> io::Result<T> {
    loop {
        match write() {
            Err(error) if error.kind() == ErrorKind::Interrupted => (),
            Err(error) if error.kind() == ErrorKind::WouldBlock => sleep(Duration::from_millis(1)),
            Err(error) => exit_after(&error),
            done => return done,
        }
    }
}

/// Ends the program after an error. A closed pipe is not an error.
fn exit_after(error: &io::Error) -> ! {
    match error.kind() {
        ErrorKind::BrokenPipe => exit(0),
        _ => {
            let reason = explain(error);
            let _ = writeln!(stderr(), "kempelen: cannot write to standard output: {reason}");
            exit(2)
        }
    }
}
