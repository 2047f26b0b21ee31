//! Reads and writes the files of opening books.

use crate::games::{GameInfo, ToPolyglot};
use crate::opening::{BookLookup, BookSize, PolyglotBook, to_text};
use crate::system::files;
use crate::system::printable::printable;
use anyhow::{anyhow, ensure};
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// A book with the file that it was read from.
pub struct BookFile {
    /// The path of the file, for messages.
    pub name: String,
    /// The content of the file.
    pub bytes: Vec<u8>,
    /// The book.
    pub book: Arc<dyn BookLookup>,
}

impl BookFile {
    /// Reads a book of the game.
    ///
    /// # Errors
    /// The file cannot be read, or is no book of the game.
    pub fn read(path: &Path, game: &'static GameInfo) -> anyhow::Result<BookFile> {
        let name = printable(&path.display().to_string());
        let bytes = files::read(path)?;
        let book = game.read_book(&bytes).map_err(|error| anyhow!("'{name}' is no book: {error}"))?;
        Ok(BookFile { name, bytes, book })
    }

    /// The text, if the file holds a book as text.
    pub fn text(&self) -> Option<&str> {
        if self.is_binary() { None } else { std::str::from_utf8(&self.bytes).ok() }
    }

    /// The records, if the file holds a binary book.
    pub fn records(&self) -> Option<PolyglotBook> {
        if self.is_binary() { PolyglotBook::new(&self.bytes).ok() } else { None }
    }

    fn is_binary(&self) -> bool {
        PolyglotBook::is_binary(&self.bytes)
    }
}

/// The path and the format of a book to write.
pub struct BookOutput {
    path: PathBuf,
    game: &'static GameInfo,
    /// The conversion to a binary book; `None`: text.
    binary: Option<ToPolyglot>,
}

impl BookOutput {
    /// The format follows from the extension: `.bin` is binary, others are text.
    ///
    /// # Errors
    /// The game has no binary books, or the name is that of game records.
    pub fn new(path: &Path, game: &'static GameInfo) -> anyhow::Result<BookOutput> {
        let is_named = |extension| path.extension().is_some_and(|it| it.eq_ignore_ascii_case(extension));
        let wanted = is_named("bin");
        ensure!(
            !is_named("pgn") && !is_named("pdn"),
            "--output: found '{}', the name of game records, expected that of a book, such as book.bin or book.txt",
            path.display()
        );
        let binary = game.polyglot.filter(|_| wanted);
        ensure!(
            binary.is_some() || !wanted,
            "'{}': {} has no binary books; expected another extension, such as .txt",
            path.display(),
            game.name
        );
        Ok(BookOutput { path: path.to_owned(), game, binary })
    }

    /// Whether the format is binary.
    pub fn is_binary(&self) -> bool {
        self.binary.is_some()
    }

    /// Writes a book and returns its size; in a text, `head` is the first comment.
    ///
    /// # Errors
    /// The file cannot be written.
    pub fn write(&self, book: &dyn BookLookup, head: &str) -> anyhow::Result<BookSize> {
        if let Some(to_binary) = self.binary {
            return self.put(&to_binary(book).bytes());
        }
        let lines = to_text(book, &self.game.start());
        self.put(format!("# {head}\n\n{lines}").as_bytes())
    }

    /// Writes a book that is in the right format already, and returns its size.
    ///
    /// # Errors
    /// There are no moves, or the file cannot be written.
    pub fn put(&self, bytes: &[u8]) -> anyhow::Result<BookSize> {
        let size = self.game.read_book(bytes).map_err(|error| anyhow!(error))?.size();
        let path = self.path.display();
        ensure!(size.moves > 0, "found no move for the book, expected one at least; '{path}' is not written");
        files::replace(&self.path, bytes)?;
        Ok(size)
    }
}
