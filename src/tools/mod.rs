//! The commands.

mod adjudication;
pub mod analyse;
mod arguments;
pub mod bench;
mod beside;
pub mod book;
mod chances;
pub mod compare;
pub mod completions;
pub mod contest;
pub mod datagen;
pub mod egdb;
pub mod explain;
mod files;
mod interrupt;
mod limit;
mod openings;
pub mod perft;
mod pipeline;
mod place;
mod progress;
mod random;
mod samples;
mod terminal;
mod threads;
pub mod train;
pub mod tune;
mod version;
mod words;

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
    /// Let engines play against one another, and say which is the stronger.
    Match(contest::Match),
    /// Play games of the engine against itself, for training, and look after files of them.
    Datagen(datagen::Datagen),
    /// Look into opening books, make them and merge them.
    Book(book::Book),
    /// Show what the static evaluation of a position is made of.
    Eval(explain::Eval),
    /// Build endgame tables of draughts, and ask them.
    Egdb(egdb::Endgames),
    /// Fit the weights of an evaluation to games, or tune options of an engine by playing.
    Tune(tune::Tune),
    /// Train a network by games.
    Train(train::Train),
    /// Count the positions that legal moves lead to.
    Perft(perft::Perft),
    /// Count the positions that textbook algorithms and the search visit to the same depth.
    Compare(compare::Compare),
    /// Search fixed positions and show the number of nodes, the signature of the engine's play.
    Bench(bench::Bench),
    /// Write a script that lets a shell complete commands and options.
    Completions(completions::Completions),
}

impl Cli {
    /// Runs the command. An error goes to standard error, and the status is 2, or that of a program
    /// that was interrupted.
    pub fn run(self) -> ExitCode {
        let result = match self.command {
            Command::Analyse(tool) => tool.run(),
            Command::Match(tool) => tool.run(),
            Command::Datagen(tool) => tool.run(),
            Command::Book(tool) => tool.run(),
            Command::Egdb(tool) => tool.run(),
            Command::Eval(tool) => tool.run(),
            Command::Tune(tool) => tool.run(),
            Command::Train(tool) => tool.run(),
            Command::Perft(tool) => tool.run(),
            Command::Compare(tool) => tool.run(),
            Command::Bench(tool) => tool.run(),
            Command::Completions(tool) => tool.run(),
        };
        result.unwrap_or_else(|error| {
            // A reader that has gone away, as in `kempelen ... | head`, is no error.
            let closed = error.downcast_ref::<std::io::Error>();
            if closed.is_some_and(|error| error.kind() == std::io::ErrorKind::BrokenPipe) {
                return ExitCode::SUCCESS;
            }
            let _ = writeln!(stderr(), "kempelen: {error:#}");
            ExitCode::from(match interrupt::raised() {
                true => interrupt::STATUS,
                false => 2,
            })
        })
    }
}
