//! The binary: arguments to a protocol loop or a tool.

use clap::Parser;
use kempelen::protocol::{Output, Session, is_line};
use kempelen::tools::Cli;
use std::io::{IsTerminal, Write, stdin, stdout};
use std::process::ExitCode;

fn main() -> ExitCode {
    if let Err(missing) = kempelen::system::check_processor() {
        let _ = writeln!(std::io::stderr(), "kempelen: {missing}");
        return ExitCode::from(2);
    }
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let output = Output::new(stdout());
    kempelen::protocol::report_panics(output.clone());
    let mut session = Session::new(output);
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
            session.run(stdin().lock());
            ExitCode::SUCCESS
        }
        Some(first) if is_line(first) => {
            session.run_lines(&arguments);
            ExitCode::SUCCESS
        }
        Some(_) => Cli::parse().run(),
    }
}
