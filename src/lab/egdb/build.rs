//! Builds endgame tables, with a progress bar and a summary on standard error.

use crate::games::draughts::egdb::build::{EgdbBuildError, build};
use crate::games::draughts::egdb::file::EgdbFileKind;
use crate::games::draughts::egdb::folder::table_path;
use crate::games::draughts::egdb::game::EgdbGame;
use crate::games::draughts::egdb::index::{EgdbSlice, SliceIndex};
use crate::games::draughts::egdb::solve::slices;
use crate::retrograde::ThreadPool;
use crate::system::error_words::NameFile;
use crate::system::threads::ThreadCount;
use crate::system::{interrupt, progress};
use std::fs;
use std::io::{Write, stderr};
use std::path::Path;

/// Builds all tables up to `max_pieces` that are missing in the folder. Returns false if the program was interrupted.
///
/// # Errors
/// A file cannot be read or written, or there is too little memory.
pub fn build_tables(game: &dyn EgdbGame, folder: &Path, max_pieces: u8, threads: ThreadCount) -> anyhow::Result<bool> {
    fs::create_dir_all(folder).writing(folder)?;
    let pool =
        ThreadPool { run_on_all_threads: &|work| threads.run_on_all(work), interrupted: &|| interrupt::raised() };
    let bar = progress::progress_bar("positions", 0);
    bar.set_length((2..=max_pieces).map(|pieces| positions(game, pieces)).sum());
    let built = build(game, folder, max_pieces, pool, &mut |positions| bar.inc(positions as u64));
    bar.finish_and_clear();
    match built {
        Err(EgdbBuildError::Interrupted) => {
            let _ = writeln!(stderr(), "kempelen: {}", EgdbBuildError::Interrupted);
            return Ok(false);
        }
        built => built?,
    }
    for pieces in 2..=max_pieces {
        let files = EgdbFileKind::ALL.map(|kind| fs::metadata(table_path(game, folder, pieces, kind)));
        let [values, distances] = files.map(|file| file.map_or(0, |file| file.len()));
        let count = positions(game, pieces);
        writeln!(stderr(), "{pieces} pieces: {count} positions; values {values} bytes, distances {distances}")?;
    }
    Ok(true)
}

/// The number of positions with this many pieces.
fn positions(game: &dyn EgdbGame, pieces: u8) -> u64 {
    let both = |slice: EgdbSlice| if slice == slice.turned() { 1 } else { 2 };
    let size = |slice| both(slice) * SliceIndex::new(game.width(), slice).size() as u64;
    slices(pieces).into_iter().map(size).sum()
}
