//! The binary: arguments to a protocol loop or a tool.

use kempelen::protocol::{Output, Session, is_line};
use kempelen::tools::Cli;
use std::env::args_os;
use std::ffi::OsString;
use std::io::{IsTerminal, Write, stdin, stdout};
use std::process::ExitCode;

fn main() -> ExitCode {
    if let Err(missing) = kempelen::system::check_processor() {
        let _ = writeln!(std::io::stderr(), "kempelen: {missing}");
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
                    ": type uci, hub or quit; see kempelen --help"
                );
                let _ = writeln!(stdout(), "{greeting}");
            }
            session().run(stdin().lock());
            ExitCode::SUCCESS
        }
        Some(first) if is_line(first) => {
            session().run_lines(&arguments);
            ExitCode::SUCCESS
        }
        Some(_) => Cli::read(&arguments).run(),
    }
}

/// A conversation on the standard output.
fn session() -> Session {
    let output = Output::new(stdout());
    kempelen::protocol::report_panics(output.clone());
    Session::new(output)
}
