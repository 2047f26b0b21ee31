//! Folders of tables.

use super::file::{EgdbFileError, EgdbFileKind};
use super::tables::{Egdb, EgdbBytes};
use crate::file::explain;
use crate::games::draughts::DraughtsVariant;
use crate::system;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use thiserror::Error;

/// Why a file of a folder was not opened.
#[derive(Debug, Error)]
#[error("'{}': {why}", path.display())]
pub struct EgdbFolderError {
    /// The file.
    pub path: PathBuf,
    /// What is wrong with it.
    pub why: EgdbFolderProblem,
}

/// What is wrong with a file.
#[derive(Debug, Error)]
pub enum EgdbFolderProblem {
    /// The system does not let it be read.
    #[error("{}", explain(.0))]
    System(#[from] io::Error),
    /// It is not what it should be.
    #[error("{0}")]
    File(#[from] EgdbFileError),
}

/// The file with the tables of so many pieces.
pub fn path<V: DraughtsVariant>(folder: &Path, pieces: u8, kind: EgdbFileKind) -> PathBuf {
    folder.join(format!("{}-{pieces}.{}", V::NAME, kind.extension()))
}

impl<V: DraughtsVariant> Egdb<V> {
    /// Adds the tables of a folder, those of the fewest pieces first, as far as there are any;
    /// tells how many files of values there are.
    pub fn add_folder(&mut self, folder: &Path) -> Result<usize, EgdbFolderError> {
        let mut files = 0;
        for pieces in 2.. {
            let [values, distances] = EgdbFileKind::ALL.map(|kind| path::<V>(folder, pieces, kind));
            if values.exists() {
                files += 1;
            } else if u32::from(pieces) <= self.men() {
                // The smallest ones are in the program.
                continue;
            } else {
                break;
            }
            self.add_file(values, Self::add)?;
            if distances.exists() {
                self.add_file(distances, Self::add_distances)?;
            }
        }
        Ok(files)
    }

    fn add_file(
        &mut self,
        path: PathBuf,
        add: fn(&mut Self, EgdbBytes) -> Result<(), EgdbFileError>,
    ) -> Result<(), EgdbFolderError> {
        let map = system::map_file(&path).map_err(EgdbFolderProblem::from);
        let added = map.and_then(|map| {
            let size = map.len();
            Ok(add(self, EgdbBytes::Mapped(Arc::new(map), 0..size))?)
        });
        added.map_err(|why| EgdbFolderError { path, why })
    }
}
