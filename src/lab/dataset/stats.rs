//! Statistics of game files, and their check by replaying every game.

use crate::game::{Game, Key, Side};
use crate::lab::any_game::{AnyGame, any_game};
use crate::lab::game_file::reader::{common_header, for_each_game, open_game_file};
use crate::lab::game_file::training_game::{EndReason, TrainingGame, check_end, replay};
use crate::search::Score;
use crate::system::error_words::NameFile;
use anyhow::Context;
use serde::Serialize;
use std::collections::HashSet;
use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};

/// Writes statistics of game files, which must be of one game, as text or JSON.
///
/// # Errors
/// A file cannot be read, or the output cannot be written.
pub fn show_stats(files: &[PathBuf], json: bool, output: &mut dyn Write) -> anyhow::Result<()> {
    let header = common_header(files)?;
    let mut counts = DatasetCounts::default();
    for path in files {
        counts.bytes += fs::metadata(path).reading(path)?.len();
    }
    for_each_game(files, &mut |game| {
        counts.add(&game);
        Ok(())
    })?;
    let summary = counts.summary(header.game());
    if json {
        writeln!(output, "{}", serde_json::to_string(&summary)?)?;
    } else {
        write!(output, "{header}")?;
        summary.show(output)?;
    }
    Ok(())
}

/// Score bands for the side to move: the smallest score, and the name.
const BANDS: [(i32, &str); 11] = [
    (i32::MIN, "lost"),
    (-Score::MAX_ESTIMATE.value(), "..-1001"),
    (-1000, "-1000..-301"),
    (-300, "-300..-101"),
    (-100, "-100..-26"),
    (-25, "-25..25"),
    (26, "26..100"),
    (101, "101..300"),
    (301, "301..1000"),
    (1001, "1001.."),
    (Score::MAX_ESTIMATE.value() + 1, "won"),
];

/// Counts of games and positions.
#[derive(Default, Debug)]
struct DatasetCounts {
    bytes: u64,
    games: u64,
    positions: u64,
    /// Wins of the first side, draws, wins of the second side.
    results: [u64; 3],
    /// By [`EndReason`].
    endings: [u64; EndReason::ALL.len()],
    /// By [`BANDS`].
    scores: [u64; BANDS.len()],
    /// The number of games of each length.
    lengths: Vec<u64>,
}

impl DatasetCounts {
    fn add(&mut self, game: &TrainingGame) {
        self.games += 1;
        self.positions += game.moves.len() as u64;
        self.results[match game.winner {
            Some(Side::First) => 0,
            None => 1,
            Some(Side::Second) => 2,
        }] += 1;
        self.endings[game.end_reason as usize] += 1;
        let length = game.moves.len();
        self.lengths.resize(self.lengths.len().max(length + 1), 0);
        self.lengths[length] += 1;
        for ply in &game.moves {
            let score = i32::from(ply.score);
            let band = BANDS.partition_point(|&(least, _)| least <= score);
            self.scores[band - 1] += 1;
        }
    }

    fn summary<'a>(&self, game: &'a str) -> DatasetSummary<'a> {
        let endings = EndReason::ALL.into_iter().map(EndReason::name);
        let bands = BANDS.into_iter().map(|(_, name)| name);
        DatasetSummary {
            version: 1,
            game,
            bytes: self.bytes,
            games: self.games,
            positions: self.positions,
            bytes_a_position: self.bytes as f64 / self.positions.max(1) as f64,
            results: self.results,
            endings: endings.zip(self.endings).collect(),
            lengths: LengthSummary {
                shortest: self.length_at(0),
                median: self.length_at(self.games / 2),
                longest: self.length_at(self.games.saturating_sub(1)),
                mean: self.positions as f64 / self.games.max(1) as f64,
            },
            scores: bands.zip(self.scores).collect(),
        }
    }

    /// The length of the game with this index in the order of lengths.
    fn length_at(&self, number: u64) -> usize {
        let mut before = 0;
        let is_reached = |count: &u64| {
            before += count;
            before > number
        };
        self.lengths.iter().position(is_reached).unwrap_or(0)
    }
}

/// The statistics as `--json` writes them.
#[derive(Serialize)]
struct DatasetSummary<'a> {
    version: u32,
    game: &'a str,
    bytes: u64,
    games: u64,
    positions: u64,
    bytes_a_position: f64,
    results: [u64; 3],
    endings: Vec<(&'static str, u64)>,
    lengths: LengthSummary,
    scores: Vec<(&'static str, u64)>,
}

/// The lengths of games in positions.
#[derive(Serialize)]
struct LengthSummary {
    shortest: usize,
    median: usize,
    longest: usize,
    mean: f64,
}

impl DatasetSummary<'_> {
    fn show(&self, out: &mut dyn Write) -> io::Result<()> {
        writeln!(out, "games: {}", self.games)?;
        writeln!(out, "positions: {}", self.positions)?;
        writeln!(out, "bytes: {}, {:.2} a position", self.bytes, self.bytes_a_position)?;
        let LengthSummary { shortest, median, longest, mean } = self.lengths;
        writeln!(out, "positions a game: {shortest} to {longest}, median {median}, mean {mean:.1}")?;
        let names = ["won by the first side", "drawn", "won by the second side"];
        let results = names.into_iter().zip(self.results).map(|(name, count)| (name.to_owned(), count, self.games));
        let endings = self.endings.iter().map(|(name, count)| (format!("ended by {name}"), *count, self.games));
        let scores = self.scores.iter().map(|(name, count)| (format!("score {name}"), *count, self.positions));
        for (name, count, whole) in results.chain(endings).chain(scores) {
            writeln!(out, "{name:<24}{count:>12} {:>6.2}%", 100.0 * count as f64 / whole.max(1) as f64)?;
        }
        Ok(())
    }
}

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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::lab::game_file::training_game::ScoredMove;

    fn game(scores: &[i16], winner: Option<Side>) -> TrainingGame {
        let moves = scores.iter().map(|&score| ScoredMove { number: 0, score }).collect();
        TrainingGame { moves, winner, end_reason: EndReason::Score, ..TrainingGame::default() }
    }

    #[test]
    fn everything_is_counted_once() {
        let mut counts = DatasetCounts::default();
        counts.add(&game(&[-32_000, -1001, -1000, -25, 0, 25, 26], None));
        counts.add(&game(&[300, 301, 1001, 32_000], Some(Side::Second)));
        counts.add(&game(&[i16::MIN; 2], Some(Side::Second)));
        let summary = counts.summary("chess");
        assert_eq!((summary.games, summary.positions), (3, 13));
        assert_eq!(summary.results, [0, 1, 2]);
        let bands: Vec<u64> = summary.scores.iter().map(|&(_, count)| count).collect();
        assert_eq!(bands, [3, 1, 1, 0, 0, 3, 1, 1, 1, 1, 1]);
        let LengthSummary { shortest, median, longest, .. } = summary.lengths;
        assert_eq!((shortest, median, longest), (2, 4, 7));
    }

    #[test]
    fn an_empty_file_has_statistics() {
        let summary = DatasetCounts::default().summary("chess");
        assert_eq!((summary.lengths.shortest, summary.lengths.longest), (0, 0));
        let mut text = Vec::new();
        summary.show(&mut text).unwrap();
        assert!(!String::from_utf8(text).unwrap().contains("NaN"));
    }
}
