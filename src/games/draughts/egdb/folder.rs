//! Loading the tables of a folder.

use super::file::EgdbFileKind;
use super::game::EgdbGame;
use super::tables::{Egdb, EgdbBytes};
use crate::system;
use crate::system::error_words::explain;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use thiserror::Error;

/// An error in a file of a folder.
#[derive(Debug, Error)]
#[error("'{}': {why}", path.display())]
pub struct EgdbFolderError {
    /// The file.
    pub path: PathBuf,
    /// The cause.
    pub why: EgdbFolderProblem,
}

/// Why a file cannot be used.
#[derive(Debug, Error)]
pub enum EgdbFolderProblem {
    /// The system cannot read it.
    #[error("{}", explain(.0))]
    Io(#[from] io::Error),
    /// The content is wrong.
    #[error("{0}")]
    File(String),
}

/// The path of the file with the tables of a number of pieces.
pub fn table_path(game: &dyn EgdbGame, folder: &Path, pieces: u8, kind: EgdbFileKind) -> PathBuf {
    folder.join(format!("{}-{pieces}.{}", game.rules().name, kind.extension()))
}

impl Egdb {
    /// Adds the tables of a folder, from 2 pieces upwards until a file is missing. Returns the number of files
    /// with values that were added.
    ///
    /// # Errors
    /// A file cannot be read.
    pub fn add_folder(&mut self, game: &dyn EgdbGame, folder: &Path) -> Result<usize, EgdbFolderError> {
        let mut files = 0;
        for pieces in 2.. {
            let [values, distances] = EgdbFileKind::ALL.map(|kind| table_path(game, folder, pieces, kind));
            if values.exists() {
                files += 1;
            } else if u32::from(pieces) <= self.max_pieces() {
                // The tables of few pieces are embedded in the program.
                continue;
            } else {
                break;
            }
            self.add_file(game, values, Egdb::add)?;
            if distances.exists() {
                self.add_file(game, distances, Egdb::add_distances)?;
            }
        }
        Ok(files)
    }

    fn add_file(
        &mut self,
        game: &dyn EgdbGame,
        path: PathBuf,
        add: fn(&mut Self, &dyn EgdbGame, EgdbBytes) -> Result<(), String>,
    ) -> Result<(), EgdbFolderError> {
        let map = system::map_file(&path).map_err(EgdbFolderProblem::from);
        let added = map.and_then(|map| {
            let size = map.len();
            add(self, game, EgdbBytes::Mapped(Arc::new(map), 0..size)).map_err(EgdbFolderProblem::File)
        });
        added.map_err(|why| EgdbFolderError { path, why })
    }
}
