//! Endgame tables of four pieces that are built at first use: those of the games of which fewer pieces are embedded.

use super::egdb::build::{EgdbBuildError, build};
use super::egdb::file::EgdbFileKind;
use super::egdb::folder::{EgdbFolderError, EgdbFolderProblem, table_path};
use super::egdb::game::EgdbGame;
use super::embedded_files::files_of;
use super::geometry::{Board8x8, Geometry};
use crate::retrograde::ThreadPool;
use crate::search::{CachedTables, TableBuildError};
use crate::system::error_words::explain;
use crate::system::file_lock::FileLockError;
use std::fs;
use std::path::Path;
use std::sync::atomic::AtomicBool;
use std::sync::atomic::Ordering::Relaxed;

/// The largest number of pieces. Such tables take a few seconds to build.
const PIECES: u8 = 4;

/// The tables of a game in `folder`; `None` if all are embedded, or if it takes too long to build them.
pub(super) fn cached_tables(game: Box<dyn EgdbGame>, folder: &Path) -> Option<CachedTables> {
    let embedded = files_of(game.rules().name).map_or(0, |files| files.tables.len());
    if embedded == 0 || embedded + 1 >= usize::from(PIECES) || game.width() > Board8x8::WIDTH {
        return None;
    }
    let files = (2..=PIECES).flat_map(|pieces| EgdbFileKind::ALL.map(|kind| table_path(&*game, folder, pieces, kind)));
    let folder = folder.to_owned();
    Some(CachedTables { files: files.collect(), build: Box::new(move |stop| build_cached(&*game, &folder, stop)) })
}

/// Builds the missing files on the calling thread.
fn build_cached(game: &dyn EgdbGame, folder: &Path, stop: &AtomicBool) -> Result<(), TableBuildError> {
    fs::create_dir_all(folder).map_err(|error| {
        let (folder, why) = (folder.display(), explain(&error));
        TableBuildError::Failed(format!("'{folder}': {why}"))
    })?;
    let pool = ThreadPool { run_on_all_threads: &|work| work(), interrupted: &|| stop.load(Relaxed) };
    // A file that was damaged is removed and built again, but not without end.
    let mut damaged = EgdbFileKind::ALL.len() * usize::from(PIECES);
    loop {
        let error = match build(game, folder, PIECES, pool, &mut |_| ()) {
            Ok(()) => return Ok(()),
            Err(EgdbBuildError::Interrupted) => return Err(TableBuildError::Stopped),
            Err(EgdbBuildError::Lock(FileLockError::Busy(_))) => return Err(TableBuildError::Busy),
            Err(error) => error,
        };
        let removed = match &error {
            EgdbBuildError::File(EgdbFolderError { path, why: EgdbFolderProblem::File(_) }) if damaged > 0 => {
                fs::remove_file(path).is_ok()
            }
            _ => false,
        };
        if !removed {
            return Err(TableBuildError::Failed(error.to_string()));
        }
        damaged -= 1;
    }
}
