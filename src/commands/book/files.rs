//! Books as files.

use crate::games::{GameEntry, ToBinary};
use crate::opening::{BookLookup, PolyglotBook, to_text};
use crate::search::Knowledge;
use crate::system::files;
use crate::system::files::NamedOutput;
use anyhow::{anyhow, bail};
use std::io::Write;
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// A book that was read.
pub struct Source<K: Knowledge> {
    /// What the file is called.
    pub name: String,
    /// What is in it.
    pub bytes: Vec<u8>,
    /// What that says.
    pub library: Arc<dyn BookLookup<K::Game>>,
}

impl<K: GameEntry> Source<K> {
    /// Reads a book of the game.
    pub fn read(path: &Path) -> anyhow::Result<Source<K>> {
        let name = path.display().to_string();
        let bytes = files::read(path)?;
        let library = K::read_book(&bytes);
        let library = library.map_err(|error| anyhow!("'{name}' is no book: {error}"))?;
        Ok(Source {
            name,
            bytes,
            library,
        })
    }

    /// What is in the file, if it is text.
    pub fn text(&self) -> Option<&str> {
        match PolyglotBook::is_binary(&self.bytes) {
            true => None,
            false => std::str::from_utf8(&self.bytes).ok(),
        }
    }

    /// What is in the file, if it is binary.
    pub fn records(&self) -> Option<PolyglotBook> {
        match PolyglotBook::is_binary(&self.bytes) {
            true => PolyglotBook::new(self.bytes.clone()).ok(),
            false => None,
        }
    }
}

/// Where a book is to be written, and in what format.
pub struct Target<K: Knowledge> {
    path: PathBuf,
    /// None: as text.
    binary: Option<ToBinary<K::Game>>,
}

impl<K: GameEntry> Target<K> {
    /// The format is told by the extension.
    pub fn new(path: &Path) -> anyhow::Result<Target<K>> {
        let extension = path.extension().unwrap_or_default();
        let binary = match extension.eq_ignore_ascii_case("bin") {
            true => match K::binary_book() {
                Some(make) => Some(make),
                None => bail!(
                    "'{}': {} has no binary books; expected another extension, such as .txt",
                    path.display(),
                    K::INFO.name
                ),
            },
            false => None,
        };
        Ok(Target {
            path: path.to_owned(),
            binary,
        })
    }

    /// Whether the format is the binary one.
    pub fn is_binary(&self) -> bool {
        self.binary.is_some()
    }

    /// Writes a book; a text begins with `head`, as a comment.
    pub fn write(&self, library: &dyn BookLookup<K::Game>, head: &str) -> anyhow::Result<()> {
        match self.binary {
            Some(to_binary) => self.put(to_binary(library).bytes()),
            None => self.put(format!("# {head}\n\n{}", to_text(library)).as_bytes()),
        }
    }

    /// Writes what is a book in the format already, and tells how much it holds.
    pub fn put(&self, bytes: &[u8]) -> anyhow::Result<()> {
        let size = K::read_book(bytes).map_err(|error| anyhow!(error))?.size();
        files::replace(&self.path, bytes)?;
        writeln!(
            NamedOutput::stdout(),
            "{}: {} positions, {} moves",
            self.path.display(),
            size.positions,
            size.moves
        )?;
        Ok(())
    }
}
