//! Statistics of game files, and their check by replaying every game.

use crate::game::{Game, Key};
use crate::games::{GameInfo, find_game};
use crate::lab::game_file::reader::{common_header, open_game_file, read_games};
use crate::lab::game_file::training_game::{EndReason, TrainingGame, check_end, replay};
use crate::search::Score;
use crate::system::error_words::NameFile;
use crate::system::files::write_report;
use anyhow::Context;
use serde::Serialize;
use std::collections::HashSet;
use std::fmt::{self, Display, Formatter};
use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};

/// Writes statistics of game files, which must be of one game, as text or JSON.
///
/// # Errors
/// A file cannot be read, or the output cannot be written.
pub fn show_stats(files: &[PathBuf], json: bool, output: &mut dyn Write) -> anyhow::Result<()> {
    let header = common_header(files)?;
    let mut summary = DatasetSummary::new(header.game());
    for path in files {
        summary.bytes += fs::metadata(path).reading(path)?.len();
    }
    for game in read_games(files) {
        summary.add(&game?);
    }
    summary.finish();
    write_report(output, json, &summary, format_args!("{header}{summary}"))
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

/// Counts of games and positions, as `--json` writes them.
#[derive(Serialize)]
struct DatasetSummary<'a> {
    version: u32,
    game: &'a str,
    bytes: u64,
    games: u64,
    positions: u64,
    bytes_a_position: f64,
    /// Wins of the first side, draws, wins of the second side.
    results: [u64; 3],
    /// By [`EndReason`].
    endings: Vec<(&'static str, u64)>,
    lengths: LengthSummary,
    /// By [`BANDS`].
    scores: Vec<(&'static str, u64)>,
    /// The number of games of each length.
    #[serde(skip)]
    by_length: Vec<u64>,
}

/// The lengths of games in positions.
#[derive(Serialize, Default)]
struct LengthSummary {
    shortest: usize,
    median: usize,
    longest: usize,
    mean: f64,
}

impl DatasetSummary<'_> {
    /// No games yet.
    fn new(game: &str) -> DatasetSummary<'_> {
        DatasetSummary {
            version: 1,
            game,
            bytes: 0,
            games: 0,
            positions: 0,
            bytes_a_position: 0.0,
            results: [0; 3],
            endings: EndReason::ALL.map(|reason| (reason.name(), 0)).to_vec(),
            lengths: LengthSummary::default(),
            scores: BANDS.map(|(_, name)| (name, 0)).to_vec(),
            by_length: Vec::new(),
        }
    }

    fn add(&mut self, game: &TrainingGame) {
        let length = game.moves.len();
        self.games += 1;
        self.positions += length as u64;
        self.results[game.winner.map_or(1, |winner| 2 * winner.index())] += 1;
        self.endings[game.end_reason as usize].1 += 1;
        self.by_length.resize(self.by_length.len().max(length + 1), 0);
        self.by_length[length] += 1;
        for ply in &game.moves {
            let band = BANDS.partition_point(|&(least, _)| least <= i32::from(ply.score));
            self.scores[band - 1].1 += 1;
        }
    }

    /// Computes what follows from the counts.
    fn finish(&mut self) {
        let (games, positions) = (self.games, self.positions as f64);
        self.bytes_a_position = self.bytes as f64 / positions.max(1.0);
        self.lengths = LengthSummary {
            shortest: self.length_at(0),
            median: self.length_at(games / 2),
            longest: self.length_at(games.saturating_sub(1)),
            mean: positions / games.max(1) as f64,
        };
    }

    /// The length of the game with this index in the order of lengths.
    fn length_at(&self, number: u64) -> usize {
        let mut before = 0;
        let is_reached = |count: &u64| {
            before += count;
            before > number
        };
        self.by_length.iter().position(is_reached).unwrap_or(0)
    }
}

impl Display for DatasetSummary<'_> {
    fn fmt(&self, out: &mut Formatter) -> fmt::Result {
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
    let kind = find_game(file.header.game()).with_context(|| format!("'{shown}'"))?;
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
            if let Err(error) = counts.add(game, kind) {
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
    fn add(&mut self, game: &TrainingGame, kind: &'static GameInfo) -> Result<(), String> {
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
    use crate::game::Side;
    use crate::lab::game_file::training_game::ScoredMove;

    fn game(scores: &[i16], winner: Option<Side>) -> TrainingGame {
        let moves = scores.iter().map(|&score| ScoredMove { number: 0, score }).collect();
        TrainingGame { moves, winner, end_reason: EndReason::Score, ..TrainingGame::default() }
    }

    #[test]
    fn everything_is_counted_once() {
        let mut summary = DatasetSummary::new("chess");
        summary.add(&game(&[-32_000, -1001, -1000, -25, 0, 25, 26], None));
        summary.add(&game(&[300, 301, 1001, 32_000], Some(Side::Second)));
        summary.add(&game(&[i16::MIN; 2], Some(Side::Second)));
        summary.finish();
        assert_eq!((summary.games, summary.positions), (3, 13));
        assert_eq!(summary.results, [0, 1, 2]);
        let bands: Vec<u64> = summary.scores.iter().map(|&(_, count)| count).collect();
        assert_eq!(bands, [3, 1, 1, 0, 0, 3, 1, 1, 1, 1, 1]);
        let LengthSummary { shortest, median, longest, .. } = summary.lengths;
        assert_eq!((shortest, median, longest), (2, 4, 7));
    }

    #[test]
    fn an_empty_file_has_statistics() {
        let mut summary = DatasetSummary::new("chess");
        summary.finish();
        assert_eq!((summary.lengths.shortest, summary.lengths.longest), (0, 0));
        assert!(!summary.to_string().contains("NaN"));
    }
}
