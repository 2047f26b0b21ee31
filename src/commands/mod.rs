//! The commands.

pub mod analyse;
mod arguments;
pub mod bench;
pub mod book;
pub mod compare;
pub mod completions;
pub mod datagen;
pub mod egdb;
pub mod eval;
mod limit;
mod meant;
pub mod perft;
pub mod play_match;
pub mod train;
pub mod tune;
mod version;

use crate::system::interrupt;
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
    override_usage = "kempelen [COMMAND]\n       kempelen \"LINE\"...",
    after_help = "\
Examples:
  kempelen analyse --moves e4 c5
  kempelen analyse --game english --movetime 5000
  kempelen perft --depth 6
  kempelen bench
  kempelen help match

Without a command it is an engine for a graphical interface: it speaks UCI (chess) or Hub (draughts)
on standard input and output. Lines of these protocols can be given as arguments, each in quotes:

  kempelen \"position startpos moves e2e4\" \"go depth 12\""
)]
pub struct Cli {
    #[command(subcommand)]
    command: Command,
}

/// What users want first comes first, the laboratory last.
#[derive(Subcommand, Debug)]
enum Command {
    /// Search a position and show the best line, or annotate games.
    Analyse(analyse::Analyse),
    /// Play games between engines and measure which one is stronger.
    Match(play_match::Match),
    /// Count the move sequences of a given length, to test a move generator.
    Perft(perft::Perft),
    /// Measure the speed of the search on fixed positions.
    Bench(bench::Bench),
    /// Show the static evaluation of a position, term by term.
    Eval(eval::Eval),
    /// Show, make and merge opening books.
    Book(book::Book),
    /// Write a completion script for a shell.
    Completions(completions::Completions),
    /// Build, check and probe endgame tables of draughts.
    Egdb(egdb::Endgames),
    /// Count the nodes of minimax, negamax, alpha-beta and the search at equal depth.
    Compare(compare::Compare),
    /// Play games of the engine against itself as training data, and manage files of them.
    Datagen(datagen::Datagen),
    /// Train a neural network (NNUE) for the evaluation.
    Train(train::Train),
    /// Tune weights of the evaluation from games, or options of an engine by playing (SPSA).
    Tune(tune::Tune),
}

impl Cli {
    /// Reads the command line; ends the program if it only asks for help, or has a mistake.
    pub fn read(arguments: &[String]) -> Cli {
        Cli::try_parse().unwrap_or_else(|error| meant::explain(error, arguments).exit())
    }

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
            let unread = closed.is_some_and(|error| error.kind() == std::io::ErrorKind::BrokenPipe);
            if unread && !interrupt::raised() {
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
