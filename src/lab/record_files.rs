//! Files of recorded games (PGN or PDN), for books and training games.

use crate::games::GameInfo;
use crate::games::records::records_of;
use crate::notation::reader::{RecordError, RecordReader};
use crate::notation::record::GameRecord;
use crate::system::{files, interrupt, progress};
use anyhow::{Context, anyhow, ensure};
use indicatif::ProgressBar;
use std::io::{BufRead, BufReader};
use std::path::PathBuf;

/// Takes a game. The inner error is one of this game.
pub type TakeGame<'a> = &'a mut dyn FnMut(&GameRecord) -> anyhow::Result<Result<(), String>>;

/// Passes all games of the files to `take`. With `keep_going` games with errors are skipped; returns their number.
///
/// # Errors
/// A file cannot be read, `take` fails, the program was interrupted, or a game has an error and `keep_going` is not set.
pub fn for_each_record(
    paths: &[PathBuf],
    game: &'static GameInfo,
    keep_going: bool,
    take: TakeGame,
) -> anyhow::Result<u64> {
    let bar = progress::counter("games");
    let mut failed = 0;
    for path in paths {
        let input = BufReader::new(files::open(path)?);
        failed += read(input, game, keep_going, &bar, take).with_context(|| format!("'{}'", path.display()))?;
    }
    bar.finish_and_clear();
    Ok(failed)
}

/// As [`for_each_record`], for a text.
pub fn read(
    input: impl BufRead + Send,
    game: &'static GameInfo,
    keep_going: bool,
    bar: &ProgressBar,
    take: TakeGame,
) -> anyhow::Result<u64> {
    let mut failed = 0;
    for record in records_of(game, RecordReader::new(input)) {
        ensure!(!interrupt::raised(), "interrupted");
        let taken = match record {
            // What cannot be read at all is no fault of a game.
            Err(error @ RecordError::Read(_)) => return Err(error.into()),
            Err(error) => Err(error.to_string()),
            Ok(record) => take(&record)?,
        };
        match taken {
            Err(_) if keep_going => failed += 1,
            taken => taken.map_err(|error| anyhow!(error))?,
        }
        bar.inc(1);
    }
    Ok(failed)
}
