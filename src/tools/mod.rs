//! The commands.

pub mod analyse;
pub mod bench;
pub mod perft;
mod version;

use clap::{Parser, Subcommand};
use std::io::{Write, stderr};
use std::process::ExitCode;

/// Plays and analyses chess and draughts.
#[derive(Parser, Debug)]
#[command(
    version,
    long_version = version::long_version(),
    display_name = "Kempelen",
    about,
    after_help = "\
Without a command it speaks UCI or Hub on standard input and output, whichever it hears first.
Arguments that are no command are run as lines of a protocol, one after the other:

  kempelen \"position startpos moves e2e4\" \"go depth 12\""
)]
pub struct Cli {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand, Debug)]
enum Command {
    /// Think about a position and show the best line.
    Analyse(analyse::Analyse),
    /// Count the positions that legal moves lead to.
    Perft(perft::Perft),
    /// Search fixed positions and show the number of nodes, the signature of the engine's play.
    Bench(bench::Bench),
}

impl Cli {
    /// Runs the command. An error goes to standard error, and the status is 2.
    pub fn run(self) -> ExitCode {
        let result = match self.command {
            Command::Analyse(tool) => tool.run(),
            Command::Perft(tool) => tool.run(),
            Command::Bench(tool) => tool.run(),
        };
        result.unwrap_or_else(|error| {
            // A reader that has gone away, as in `kempelen ... | head`, is no error.
            let closed = error.downcast_ref::<std::io::Error>();
            if closed.is_some_and(|error| error.kind() == std::io::ErrorKind::BrokenPipe) {
                return ExitCode::SUCCESS;
            }
            let _ = writeln!(stderr(), "kempelen: {error:#}");
            ExitCode::from(2)
        })
    }
}
