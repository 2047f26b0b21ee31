//! Reads and writes the files of opening books.

use crate::games::{GameEntry, GameInfo, ToBinary};
use crate::opening::{BookLookup, PolyglotBook, to_text};
use crate::search::Knowledge;
use crate::system::files;
use crate::system::files::NamedOutput;
use crate::system::printable::printable;
use anyhow::{anyhow, bail};
use std::io::Write;
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// A book with the file that it was read from.
pub struct BookFile<K: Knowledge> {
    /// The path of the file, for messages.
    pub name: String,
    /// The content of the file.
    pub bytes: Vec<u8>,
    /// The book.
    pub book: Arc<dyn BookLookup<K::Game>>,
}

impl<K: GameEntry> BookFile<K> {
    /// Reads a book of the game.
    ///
    /// # Errors
    /// The file cannot be read, or is no book of the game.
    pub fn read(path: &Path, start: &K::Game) -> anyhow::Result<BookFile<K>> {
        let name = printable(&path.display().to_string());
        let bytes = files::read(path)?;
        let book = K::read_book(start, &bytes);
        let book = book.map_err(|error| anyhow!("'{name}' is no book: {error}"))?;
        Ok(BookFile { name, bytes, book })
    }

    /// The content of a text book; `None` for a binary one.
    pub fn text(&self) -> Option<&str> {
        if PolyglotBook::is_binary(&self.bytes) {
            return None;
        }
        std::str::from_utf8(&self.bytes).ok()
    }

    /// The records of a binary book; `None` for a text book.
    pub fn records(&self) -> Option<PolyglotBook> {
        if !PolyglotBook::is_binary(&self.bytes) {
            return None;
        }
        PolyglotBook::new(self.bytes.clone()).ok()
    }
}

/// The path and the format of a book to write.
pub struct BookOutput<K: Knowledge> {
    path: PathBuf,
    start: K::Game,
    /// The conversion to a binary book; `None`: text.
    binary: Option<ToBinary<K::Game>>,
}

impl<K: GameEntry> BookOutput<K> {
    /// The format follows from the extension: `.bin` is binary, others are text.
    ///
    /// # Errors
    /// The game has no binary books.
    pub fn new(path: &Path, game: &'static GameInfo) -> anyhow::Result<BookOutput<K>> {
        let extension = path.extension().unwrap_or_default();
        let wanted = extension.eq_ignore_ascii_case("bin");
        let binary = K::binary_book().filter(|_| wanted);
        if wanted && binary.is_none() {
            bail!("'{}': {} has no binary books; expected another extension, such as .txt", path.display(), game.name);
        }
        Ok(BookOutput { path: path.to_owned(), start: K::start(game), binary })
    }

    /// Whether the format is binary.
    pub fn is_binary(&self) -> bool {
        self.binary.is_some()
    }

    /// Writes a book; in a text, `head` is the first comment.
    ///
    /// # Errors
    /// The file cannot be written.
    pub fn write(&self, book: &dyn BookLookup<K::Game>, head: &str) -> anyhow::Result<()> {
        match self.binary {
            Some(to_binary) => self.put(to_binary(book).bytes()),
            None => self.put(format!("# {head}\n\n{}", to_text(book, &self.start)).as_bytes()),
        }
    }

    /// Writes a book that is in the right format already, and shows its size.
    ///
    /// # Errors
    /// The file cannot be written.
    pub fn put(&self, bytes: &[u8]) -> anyhow::Result<()> {
        let book = K::read_book(&self.start, bytes).map_err(|error| anyhow!(error))?;
        let size = book.size();
        files::replace(&self.path, bytes)?;
        writeln!(NamedOutput::stdout(), "{}: {} positions, {} moves", self.path.display(), size.positions, size.moves)?;
        Ok(())
    }
}
