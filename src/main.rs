//! The binary: arguments to a protocol loop or a tool.

use kempelen::commands::Cli;
use kempelen::file::explain;
use kempelen::protocol::output::report_panics;
use kempelen::protocol::{ProtocolOutput, ProtocolSession, argument_lines, is_protocol_line};
use std::env::args_os;
use std::ffi::OsString;
use std::io::{self, ErrorKind, IsTerminal, Stdout, Write, stderr, stdin, stdout};
use std::process::{ExitCode, exit};
use std::thread::sleep;
use std::time::Duration;

fn main() -> ExitCode {
    if let Err(missing) = kempelen::system::check_processor() {
        let _ = writeln!(stderr(), "kempelen: {missing}");
        return ExitCode::from(2);
    }
    // A file name may be no text.
    let lossy = |argument: OsString| argument.to_string_lossy().into_owned();
    let arguments: Vec<String> = args_os().skip(1).map(lossy).collect();
    match arguments.first() {
        None => {
            if stdin().is_terminal() {
                let greeting = concat!(
                    "Kempelen ",
                    env!("CARGO_PKG_VERSION"),
                    ": type uci, hub, help or quit; see kempelen --help"
                );
                let _ = writeln!(stdout(), "{greeting}");
            }
            session().run(stdin().lock());
            ExitCode::SUCCESS
        }
        // `eval` is a command of the program, too.
        Some(first) if is_protocol_line(first) && first != "eval" => {
            session().run_lines(&argument_lines(&arguments));
            ExitCode::SUCCESS
        }
        Some(_) => Cli::read(&arguments).run(),
    }
}

/// A conversation on the standard output.
fn session() -> ProtocolSession {
    kempelen::system::when_output_closes(|| exit(0));
    let output = ProtocolOutput::new(LastingOutput(stdout()));
    report_panics(output.clone());
    ProtocolSession::new(output).on_terminal(stdin().is_terminal())
}

/// Standard output, without which the program ends: nobody would hear what it finds.
struct LastingOutput(Stdout);

impl Write for LastingOutput {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        last(|| self.0.write(bytes))
    }

    fn flush(&mut self) -> io::Result<()> {
        last(|| self.0.flush())
    }
}

/// Writes, again where the reader is only slow, or ends the program.
fn last<T>(mut write: impl FnMut() -> io::Result<T>) -> io::Result<T> {
    loop {
        match write() {
            Err(error) if error.kind() == ErrorKind::Interrupted => (),
            Err(error) if error.kind() == ErrorKind::WouldBlock => sleep(Duration::from_millis(1)),
            Err(error) => leave(&error),
            done => return done,
        }
    }
}

/// Ends the program; a reader that has gone away is no error.
fn leave(error: &io::Error) -> ! {
    match error.kind() {
        ErrorKind::BrokenPipe => exit(0),
        _ => {
            let reason = explain(error);
            let _ = writeln!(
                stderr(),
                "kempelen: cannot write to standard output: {reason}"
            );
            exit(2)
        }
    }
}
