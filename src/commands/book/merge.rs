//! `kempelen book merge`: merges books, or converts a book to another format.

use super::show_size;
use crate::commands::arguments::GameNameParser;
use crate::games::DEFAULT_GAME;
use crate::lab::any_game::any_game;
use crate::lab::book::files::{BookFile, BookOutput};
use crate::opening::{BookLookup, OpeningBook, PolyglotBook};
use crate::system::file_lock::FileLock;
use clap::Args;
use std::path::PathBuf;

/// Merge books into one, or convert a book to another format.
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  kempelen book merge mine.txt theirs.txt --output both.txt
  kempelen book merge one.bin other.bin --output both.bin
  kempelen book merge book/chess.txt --output chess.bin

Text books are joined unchanged, with their names and comments. A conversion between text and
Polyglot's format keeps the positions that are reached from the start of the game by moves of the
book and by any answers to them.")]
pub struct BookMerge {
    /// The books: text, or for chess in Polyglot's format
    #[arg(required = true, value_name = "FILE")]
    books: Vec<PathBuf>,
    /// The game: a name that 'kempelen games' lists, or a file with rules of draughts
    #[arg(long, value_parser = GameNameParser, hide_possible_values = true, default_value = DEFAULT_GAME)]
    game: String,
    /// Output file: in Polyglot's format if the name ends in .bin, else text
    #[arg(short, long, value_name = "FILE")]
    output: PathBuf,
}

impl BookMerge {
    /// Runs the command.
    pub fn run(self) -> anyhow::Result<()> {
        let _lock = FileLock::new(&self.output)?;
        let kind = any_game(&self.game)?;
        let output = BookOutput::new(&self.output, &kind)?;
        let sources = self.books.iter().map(|path| BookFile::read(path, &kind)).collect::<anyhow::Result<Vec<_>>>()?;
        let texts: Option<Vec<&str>> = sources.iter().map(BookFile::text).collect();
        let records: Option<Vec<PolyglotBook>> = sources.iter().map(BookFile::records).collect();
        let size = match (output.is_binary(), texts, records) {
            (false, Some(texts), _) => output.put(joined(&sources, &texts).as_bytes()),
            (true, _, Some(records)) => {
                output.put(PolyglotBook::from_moves(records.iter().flat_map(PolyglotBook::all).collect()).bytes())
            }
            _ => {
                let libraries: Vec<&dyn BookLookup> = sources.iter().map(|source| &*source.book).collect();
                output.write(&OpeningBook::merge(&kind.start(), &libraries), &head(&sources))
            }
        };
        show_size(&self.output, size?)
    }
}

/// Joins the texts of books. A comment before each names its file.
fn joined(sources: &[BookFile], texts: &[&str]) -> String {
    let each = sources.iter().zip(texts).map(|(it, text)| format!("# From {}\n\n{}\n", it.name, text.trim_end()));
    each.collect::<Vec<_>>().join("\n")
}

/// The comment for the first line of a merged book: the files that it was made from.
fn head(sources: &[BookFile]) -> String {
    let names: Vec<_> = sources.iter().map(|source| source.name.as_str()).collect();
    format!("From {}", names.join(", "))
}
