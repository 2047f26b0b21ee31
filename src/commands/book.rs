//! `kempelen book`: shows, makes and merges opening books.

mod make;
mod merge;
mod show;

use crate::opening::BookSize;
use crate::system::files::NamedOutput;
use crate::system::interrupt;
use clap::{Args, Subcommand};
use std::io::Write;
use std::path::Path;
use std::process::ExitCode;

/// Show, make and merge opening books.
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  kempelen book show --moves e4 e5
  kempelen book make games.pgn --plies 20 --min-games 5 --output book.bin
  kempelen book make --game english --analyse --nodes 200000 --plies 6 --output book.txt
  kempelen book merge book.bin book/chess.txt --output both.txt

See docs/book.md for more.")]
pub struct Book {
    #[command(subcommand)]
    task: Task,
}

#[derive(Subcommand, Debug)]
enum Task {
    Show(show::BookShow),
    Make(make::BookMake),
    Merge(merge::BookMerge),
}

impl Book {
    /// Runs the command.
    pub fn run(self) -> anyhow::Result<ExitCode> {
        match self.task {
            Task::Show(task) => task.run(),
            Task::Make(task) => task.run(),
            Task::Merge(task) => task.run(),
        }?;
        Ok(if interrupt::raised() { ExitCode::from(interrupt::STATUS) } else { ExitCode::SUCCESS })
    }
}

/// Shows the size of a book that was written.
fn show_size(path: &Path, size: BookSize) -> anyhow::Result<()> {
    let BookSize { positions, moves } = size;
    Ok(writeln!(NamedOutput::stdout(), "{}: {positions} positions, {moves} moves", path.display())?)
}
