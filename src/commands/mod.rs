//! The commands: one file each, with its command-line arguments.

pub mod analyse;
mod analysis_run;
mod arguments;
#[cfg(feature = "lab")]
pub mod bench;
#[cfg(feature = "lab")]
pub mod book;
#[cfg(feature = "lab")]
pub mod compare;
pub mod completions;
#[cfg(feature = "lab")]
pub mod datagen;
pub mod dxp;
#[cfg(feature = "lab")]
pub mod egdb;
pub mod eval;
mod game_options;
pub mod man;
#[cfg(feature = "lab")]
pub mod nimber;
#[cfg(feature = "lab")]
pub mod perft;
pub mod picture;
pub mod play;
pub mod play_match;
mod position_args;
pub mod solve;
mod suggestion;
#[cfg(feature = "lab")]
pub mod train;
pub mod tree;
#[cfg(feature = "lab")]
pub mod tune;
mod version;
pub mod web;

use crate::system::error_words::explain_chain;
use crate::system::interrupt;
use crate::system::printable::printable;
use clap::{Parser, Subcommand};
use std::io::{Write, stderr};
use std::process::ExitCode;

/// Plays and analyses chess, draughts, Nim and other games for two.
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

Without a command, kempelen runs as an engine for a GUI: it speaks UCI (chess), Hub (draughts) or UGI (all games)
on standard input and output. Protocol lines can also be given as arguments, each in quotes:

  kempelen \"position startpos moves e2e4\" \"go depth 12\""
)]
pub struct Cli {
    #[command(subcommand)]
    command: Command,
}

/// In the order of `--help`: for users first, for developers last.
#[derive(Subcommand, Debug)]
enum Command {
    /// Play a game against the program, or against each other.
    Play(play::Play),
    /// Play and analyse in the browser, with this program as the engine.
    Web(web::Web),
    /// Search a position and show the best line, or annotate games.
    Analyse(analyse::Analyse),
    /// Play games between engines and measure which one is stronger.
    Match(play_match::Match),
    /// Play draughts on 50 squares with another program over a network, by DXP.
    Dxp(dxp::Dxp),
    /// Count the move sequences of a given length, to test a move generator.
    #[cfg(feature = "lab")]
    Perft(perft::Perft),
    /// Measure the speed of the search on fixed positions.
    #[cfg(feature = "lab")]
    Bench(bench::Bench),
    /// Show the static evaluation of a position, term by term.
    Eval(eval::Eval),
    /// Show, make and merge opening books.
    #[cfg(feature = "lab")]
    Book(book::Book),
    /// Write a completion script for a shell.
    Completions(completions::Completions),
    /// Write manual pages.
    Man(man::ManPages),
    /// Build, check and probe endgame tables of draughts.
    #[cfg(feature = "lab")]
    Egdb(egdb::Endgames),
    /// Compute with nimbers, and the Grundy values of games that are given by a rule.
    #[cfg(feature = "lab")]
    Nimber(nimber::Nimber),
    /// Draw the game tree of a position with its values, or the state graph.
    Tree(tree::Tree),
    /// Draw the board of a position as SVG or text, with the last move, marks and arrows.
    Picture(picture::PictureCommand),
    /// Search a game out: the value of a position, and a strategy that secures it.
    Solve(solve::Solve),
    /// Count the nodes of minimax, negamax, alpha-beta and the search at equal depth.
    #[cfg(feature = "lab")]
    Compare(compare::Compare),
    /// Play games of the engine against itself as training data, and manage files of them.
    #[cfg(feature = "lab")]
    Datagen(datagen::Datagen),
    /// Train a neural network (NNUE) for the evaluation.
    #[cfg(feature = "lab")]
    Train(train::Train),
    /// Tune weights of the evaluation from games, or options of an engine by playing (SPSA).
    #[cfg(feature = "lab")]
    Tune(tune::Tune),
}

impl Cli {
    /// Parses the command line; ends the program after help or an error.
    pub fn read(arguments: &[String]) -> Cli {
        Cli::try_parse().unwrap_or_else(|error| suggestion::add_suggestion(error, arguments).exit())
    }

    /// Runs the command. An error goes to standard error; the exit status is then 2, or 130 after Ctrl-C.
    pub fn run(self) -> ExitCode {
        let result = match self.command {
            Command::Play(command) => command.run(),
            Command::Web(command) => command.run(),
            Command::Analyse(command) => command.run(),
            Command::Match(command) => command.run(),
            Command::Dxp(command) => command.run(),
            #[cfg(feature = "lab")]
            Command::Datagen(command) => command.run(),
            #[cfg(feature = "lab")]
            Command::Book(command) => command.run(),
            #[cfg(feature = "lab")]
            Command::Egdb(command) => command.run(),
            Command::Eval(command) => command.run(),
            #[cfg(feature = "lab")]
            Command::Tune(command) => command.run(),
            #[cfg(feature = "lab")]
            Command::Train(command) => command.run(),
            #[cfg(feature = "lab")]
            Command::Perft(command) => command.run(),
            #[cfg(feature = "lab")]
            Command::Compare(command) => command.run(),
            Command::Tree(command) => command.run(),
            Command::Picture(command) => command.run(),
            #[cfg(feature = "lab")]
            Command::Nimber(command) => command.run(),
            Command::Solve(command) => command.run(),
            #[cfg(feature = "lab")]
            Command::Bench(command) => command.run(),
            Command::Completions(command) => command.run(),
            Command::Man(command) => command.run(),
        };
        result.unwrap_or_else(|error| {
            // A closed pipe, as in `kempelen ... | head`, is no error.
            let io_error = error.downcast_ref::<std::io::Error>();
            let closed = io_error.is_some_and(|error| error.kind() == std::io::ErrorKind::BrokenPipe);
            if closed && !interrupt::raised() {
                return ExitCode::SUCCESS;
            }
            let text = printable(&explain_chain(error.as_ref()));
            let _ = writeln!(stderr(), "kempelen: {text}");
            ExitCode::from(if interrupt::raised() { interrupt::STATUS } else { 2 })
        })
    }
}
