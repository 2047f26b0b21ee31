//! Checks game files by replaying every game.

use crate::game::Key;
use crate::games::{GameEntry, GameInfo, GameVisitor, by_name};
use crate::lab::game_file::reader::open_game_file;
use crate::lab::game_file::training_game::TrainingGame;
use crate::lab::replay::{check_end, replay};
use crate::notation::Notation;
use crate::system::files::NamedOutput;
use anyhow::anyhow;
use std::collections::HashSet;
use std::io::Write;
use std::path::Path;

/// Checks a game file and writes all errors and a summary to standard output. Returns whether the file is
/// correct.
///
/// # Errors
/// The file cannot be read, or is no game file.
pub fn check(path: &Path) -> anyhow::Result<bool> {
    let game = open_game_file(path)?.header.game().to_owned();
    let checked = by_name(&game, FileCheck(path));
    checked.map_err(|error| anyhow!("'{}': {error}", path.display()))?
}

struct FileCheck<'a>(&'a Path);

impl GameVisitor for FileCheck<'_> {
    type Output = anyhow::Result<bool>;

    fn visit<K: GameEntry>(self, game: &'static GameInfo) -> Self::Output {
        let shown = self.0.display();
        let mut output = NamedOutput::stdout();
        let mut counts = CheckCounts::default();
        let start = K::start(game);
        for block in open_game_file(self.0)? {
            let block = match block {
                Ok(block) => block,
                Err(error) => {
                    counts.wrong += 1;
                    writeln!(output, "'{shown}', {error}")?;
                    continue;
                }
            };
            for (number, game) in (1..).zip(&block.games) {
                if let Err(error) = counts.add(game, &start) {
                    counts.wrong += 1;
                    let offset = block.offset;
                    writeln!(output, "'{shown}', game {number} of the block at byte {offset}: {error}")?;
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
    fn add<G: Notation>(&mut self, game: &TrainingGame, first: &G) -> Result<(), String> {
        let mut start = None;
        let history = replay(game, first, |history, _, _| {
            start.get_or_insert(history.position().key());
        })?;
        check_end(game, &history)?;
        self.games += 1;
        self.positions += game.moves.len() as u64;
        self.duplicates += u64::from(start.is_some_and(|key| !self.starts.insert(key)));
        Ok(())
    }
}
