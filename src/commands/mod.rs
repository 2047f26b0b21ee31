//! The commands: one file each, with its command-line arguments.

pub mod analyse;
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
pub mod games;
#[cfg(feature = "lab")]
pub mod genfens;
pub mod man;
#[cfg(feature = "lab")]
pub mod nimber;
#[cfg(feature = "lab")]
pub mod perft;
pub mod picture;
pub mod play;
pub mod play_match;
pub mod rating;
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
use clap::{Arg, CommandFactory, FromArgMatches, Parser, Subcommand};
use std::io::{Write, stderr};
use std::iter::once;
use std::process::{ExitCode, Termination};

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
  kempelen games
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

/// Lists the commands: what the command line can begin with, and what runs then.
macro_rules! commands {
    ($($(#[$attribute:meta])* $name:ident($arguments:ty),)*) => {
        #[derive(Subcommand, Debug)]
        enum Command {
            $($(#[$attribute])* $name($arguments),)*
        }

        impl Command {
            #[allow(unused_doc_comments)]
            fn run(self) -> anyhow::Result<ExitCode> {
                match self {
                    $($(#[$attribute])* Command::$name(command) => command.run().map(Termination::report),)*
                }
            }
        }
    };
}

// In the order of `--help`: for users first, for developers last. A comment stands in the help in place of that of the type.
commands! {
    Play(play::Play),
    Web(web::Web),
    Games(games::Games),
    /// Search a position and show the best line, or annotate games.
    Analyse(analyse::Analyse),
    Match(play_match::Match),
    Rating(rating::Rating),
    Dxp(dxp::Dxp),
    #[cfg(feature = "lab")]
    Perft(perft::Perft),
    /// Measure the speed of the search on fixed positions.
    #[cfg(feature = "lab")]
    Bench(bench::Bench),
    Eval(eval::Eval),
    #[cfg(feature = "lab")]
    Book(book::Book),
    Completions(completions::Completions),
    /// Write manual pages.
    Man(man::ManPages),
    #[cfg(feature = "lab")]
    Egdb(egdb::Endgames),
    #[cfg(feature = "lab")]
    Nimber(nimber::Nimber),
    Tree(tree::Tree),
    Picture(picture::PictureCommand),
    Solve(solve::Solve),
    #[cfg(feature = "lab")]
    Compare(compare::Compare),
    #[cfg(feature = "lab")]
    Datagen(datagen::Datagen),
    /// Train a neural network (NNUE) for the evaluation.
    #[cfg(feature = "lab")]
    Train(train::Train),
    #[cfg(feature = "lab")]
    Tune(tune::Tune),
    #[cfg(feature = "lab")]
    Genfens(genfens::Genfens),
}

/// Lets options take numbers below 0, so that an error names the option and says what it takes.
fn with_negative_numbers(command: clap::Command) -> clap::Command {
    let allow = |arg: Arg| {
        let takes_values = arg.get_action().takes_values() && !arg.is_positional();
        arg.allow_negative_numbers(takes_values)
    };
    command.mut_args(allow).mut_subcommands(with_negative_numbers)
}

impl Cli {
    /// Parses the command line; ends the program after help or an error.
    pub fn read(arguments: &[String]) -> Cli {
        let command = with_negative_numbers(Cli::command());
        // OpenBench gives all words of `genfens` as one argument, and `quit` as another.
        let matches = match arguments {
            [words, ..] if words.starts_with("genfens ") => {
                command.try_get_matches_from(once("kempelen").chain(words.split_whitespace()))
            }
            // The command `help` of `clap` takes no options.
            [help, flag] if help == "help" && flag.starts_with('-') => command.try_get_matches_from(["kempelen", flag]),
            _ => command.try_get_matches(),
        };
        let cli = matches.and_then(|matches| Cli::from_arg_matches(&matches)).map_err(suggestion::with_expected_number);
        cli.unwrap_or_else(|error| suggestion::add_suggestion(error, arguments).exit())
    }

    /// Runs the command. An error goes to standard error; the exit status is then 2, or 130 after Ctrl-C.
    pub fn run(self) -> ExitCode {
        self.command.run().unwrap_or_else(|error| {
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
