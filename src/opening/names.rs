//! Names of openings.

use super::LineReader;
use crate::any_position::AnyPosition;
use crate::game::{Game, GameLine};
use crate::system::data_file::DataFile;
use once_cell::sync::OnceCell;
use std::collections::HashMap;

/// No named position is reached after this number of plies.
const MAX_PLIES: usize = 40;

/// The names of the openings of a game, read at first use.
///
/// A line of the file is a name, a colon, a blank, and the moves from the start of the game to the position of this name. Empty
/// lines and lines that begin with `#` are skipped.
#[derive(Debug)]
pub struct OpeningNames {
    file: DataFile,
    by_key: OnceCell<HashMap<u64, &'static str>>,
}

impl OpeningNames {
    /// The names in a file.
    pub const fn new(file: DataFile) -> OpeningNames {
        OpeningNames { file, by_key: OnceCell::new() }
    }

    /// The name of the last position of a game that has one; `None` if there is no such position. `start` is the usual start
    /// of the game.
    ///
    /// # Errors
    /// The file is not loaded, or a line of it cannot be read.
    pub fn of(&self, line: &GameLine<AnyPosition>, start: &AnyPosition) -> Result<Option<&'static str>, String> {
        if line.moves().is_empty() {
            return Ok(None);
        }
        let by_key = self.by_key.get_or_try_init(|| read(self.file.read()?, start))?;
        let before = line.earlier_keys().iter().take(MAX_PLIES);
        let last = (before.len() < MAX_PLIES).then(|| line.position().key());
        let mut keys = last.into_iter().chain(before.rev().copied());
        Ok(keys.find_map(|key| by_key.get(&key.0).copied()))
    }
}

/// Reads the names by the keys of their positions.
fn read(bytes: &'static [u8], start: &AnyPosition) -> Result<HashMap<u64, &'static str>, String> {
    let text = std::str::from_utf8(bytes).map_err(|error| error.to_string())?;
    let mut reader = LineReader { start: start.clone(), moves: Vec::new() };
    let mut by_key = HashMap::new();
    for (number, line) in (1..).zip(text.lines()).filter(|(_, line)| !line.is_empty() && !line.starts_with('#')) {
        let wrong = |reason: String| format!("line {number}: {reason}");
        // Names may have colons, too.
        let (name, moves) = line.rsplit_once(": ").ok_or_else(|| wrong(format!("found '{line}' without a colon")))?;
        let mut key = None;
        for (index, word) in moves.split_whitespace().enumerate() {
            key = Some(reader.play(index, word).map_err(wrong)?.after.key().0);
        }
        by_key.extend(key.map(|key| (key, name)));
    }
    Ok(by_key)
}
