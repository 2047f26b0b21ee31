//! Checks game files by replaying every game.

use crate::game::{Game, Key};
use crate::lab::any_game::{AnyGame, any_game};
use crate::lab::game_file::reader::open_game_file;
use crate::lab::game_file::training_game::TrainingGame;
use crate::lab::replay::{check_end, replay};
use anyhow::Context;
use std::collections::HashSet;
use std::io::Write;
use std::path::Path;

/// Checks a game file and writes all errors and a summary to `output`. Returns whether the file is correct.
///
/// # Errors
/// The file cannot be read, or is no game file.
pub fn check(path: &Path, output: &mut dyn Write) -> anyhow::Result<bool> {
    let shown = path.display();
    let file = open_game_file(path)?;
    let kind = any_game(file.header.game()).with_context(|| format!("'{shown}'"))?;
    let mut counts = CheckCounts::default();
    for block in file {
        let block = match block {
            Ok(block) => block,
            Err(error) => {
                counts.wrong += 1;
                writeln!(output, "'{shown}', {error}")?;
                continue;
            }
        };
        for (number, game) in (1..).zip(&block.games) {
            if let Err(error) = counts.add(game, &kind) {
                counts.wrong += 1;
                writeln!(output, "'{shown}', game {number} of the block at byte {}: {error}", block.offset)?;
            }
        }
    }
    let CheckCounts { games, positions, duplicates, wrong, .. } = counts;
    writeln!(
        output,
        "'{shown}': {games} games and {positions} positions are correct, {wrong} games or blocks are not; \
         {duplicates} games have the start position of another one"
    )?;
    Ok(wrong == 0)
}

#[derive(Default, Debug)]
struct CheckCounts {
    games: u64,
    positions: u64,
    /// Games with the first searched position of an earlier game.
    duplicates: u64,
    /// Games and blocks with errors.
    wrong: u64,
    starts: HashSet<Key>,
}

impl CheckCounts {
    /// Replays a game, and counts it if it is correct.
    fn add(&mut self, game: &TrainingGame, kind: &AnyGame) -> Result<(), String> {
        let mut start = None;
        let history = replay(game, kind, &mut |history, _, _| {
            start.get_or_insert_with(|| history.position().key());
        })?;
        check_end(game, &history)?;
        self.games += 1;
        self.positions += game.moves.len() as u64;
        self.duplicates += u64::from(start.is_some_and(|key| !self.starts.insert(key)));
        Ok(())
    }
}
