//! `kempelen datagen stats`: what files hold.

use crate::game::Side;
use crate::lab::game_file::reader::{common_header, for_each_game};
use crate::lab::game_file::training_game::{EndReason, TrainingGame};
use crate::search::Score;
use crate::system::files::NamedOutput;
use anyhow::Context;
use clap::Args;
use serde::Serialize;
use std::collections::BTreeMap;
use std::fs;
use std::io::{self, Write};
use std::path::PathBuf;
use std::process::ExitCode;

/// Show statistics of game files.
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  kempelen datagen stats chess.games")]
pub struct Stats {
    /// Game files, all of one game
    #[arg(required = true, value_name = "FILE")]
    files: Vec<PathBuf>,
    /// Write a JSON object (see docs/datagen.md)
    #[arg(long)]
    json: bool,
}

impl Stats {
    /// Runs the command.
    pub fn run(self) -> anyhow::Result<ExitCode> {
        let header = common_header(&self.files)?;
        let mut tally = Tally::default();
        for path in &self.files {
            let length = fs::metadata(path).map(|file| file.len());
            tally.bytes += length.with_context(|| format!("cannot read '{}'", path.display()))?;
        }
        for_each_game(&self.files, |game| {
            tally.add(&game);
            Ok(())
        })?;
        let summary = tally.summary(header.game());
        match self.json {
            true => writeln!(
                NamedOutput::stdout(),
                "{}",
                serde_json::to_string(&summary)?
            )?,
            false => {
                write!(NamedOutput::stdout(), "{header}")?;
                summary.show(&mut NamedOutput::stdout())?;
            }
        }
        Ok(ExitCode::SUCCESS)
    }
}

/// Bands of scores for the side to move: the least score, and what they are called.
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

/// What has been counted.
#[derive(Default, Debug)]
struct Tally {
    bytes: u64,
    games: u64,
    positions: u64,
    /// Won by the side that begins the game, drawn, won by the other.
    results: [u64; 3],
    /// By [`Ending`].
    endings: [u64; EndReason::ALL.len()],
    /// By [`BANDS`].
    scores: [u64; BANDS.len()],
    /// By length: how many games have it.
    lengths: BTreeMap<usize, u64>,
}

impl Tally {
    fn add(&mut self, game: &TrainingGame) {
        self.games += 1;
        self.positions += game.moves.len() as u64;
        self.results[match game.winner {
            Some(Side::First) => 0,
            None => 1,
            Some(Side::Second) => 2,
        }] += 1;
        self.endings[game.end_reason as usize] += 1;
        *self.lengths.entry(game.moves.len()).or_default() += 1;
        for ply in &game.moves {
            let score = i32::from(ply.score);
            let band = BANDS.partition_point(|&(least, _)| least <= score);
            self.scores[band - 1] += 1;
        }
    }

    fn summary<'a>(&self, game: &'a str) -> Summary<'a> {
        let endings = EndReason::ALL.into_iter().map(EndReason::name);
        let bands = BANDS.into_iter().map(|(_, name)| name);
        Summary {
            version: 1,
            game,
            bytes: self.bytes,
            games: self.games,
            positions: self.positions,
            bytes_a_position: self.bytes as f64 / self.positions.max(1) as f64,
            results: self.results,
            endings: endings.zip(self.endings).collect(),
            lengths: Lengths {
                shortest: self.length(0),
                median: self.length(self.games / 2),
                longest: self.length(self.games.saturating_sub(1)),
                mean: self.positions as f64 / self.games.max(1) as f64,
            },
            scores: bands.zip(self.scores).collect(),
        }
    }

    /// The length of a game, if they were in the order of their lengths.
    fn length(&self, number: u64) -> usize {
        let mut before = 0;
        let mut reached = self.lengths.iter().filter(|&(_, count)| {
            before += count;
            before > number
        });
        reached.next().map_or(0, |(&length, _)| length)
    }
}

/// What files hold, as `--json` writes it.
#[derive(Serialize)]
struct Summary<'a> {
    version: u32,
    game: &'a str,
    bytes: u64,
    games: u64,
    positions: u64,
    bytes_a_position: f64,
    results: [u64; 3],
    endings: Vec<(&'static str, u64)>,
    lengths: Lengths,
    scores: Vec<(&'static str, u64)>,
}

/// How many positions games have.
#[derive(Serialize)]
struct Lengths {
    shortest: usize,
    median: usize,
    longest: usize,
    mean: f64,
}

impl Summary<'_> {
    fn show(&self, out: &mut dyn Write) -> io::Result<()> {
        let share = |part: u64, whole: u64| 100.0 * part as f64 / whole.max(1) as f64;
        writeln!(out, "games: {}", self.games)?;
        writeln!(out, "positions: {}", self.positions)?;
        writeln!(
            out,
            "bytes: {}, {:.2} a position",
            self.bytes, self.bytes_a_position
        )?;
        let Lengths {
            shortest,
            median,
            longest,
            mean,
        } = self.lengths;
        writeln!(
            out,
            "positions a game: {shortest} to {longest}, median {median}, mean {mean:.1}"
        )?;
        let names = ["won by the first side", "drawn", "won by the second side"];
        for (name, count) in names.into_iter().zip(self.results) {
            writeln!(
                out,
                "{name:<24}{count:>12} {:>6.2}%",
                share(count, self.games)
            )?;
        }
        for (name, count) in &self.endings {
            let name = format!("ended by {name}");
            writeln!(
                out,
                "{name:<24}{count:>12} {:>6.2}%",
                share(*count, self.games)
            )?;
        }
        for (name, count) in &self.scores {
            let name = format!("score {name}");
            writeln!(
                out,
                "{name:<24}{count:>12} {:>6.2}%",
                share(*count, self.positions)
            )?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::lab::game_file::training_game::ScoredMove;

    fn game(scores: &[i16], winner: Option<Side>) -> TrainingGame {
        let ply = |&score| ScoredMove { code: 0, score };
        TrainingGame {
            number: 0,
            start: None,
            opening: Vec::new(),
            moves: scores.iter().map(ply).collect(),
            winner,
            end_reason: EndReason::Score,
        }
    }

    #[test]
    fn everything_is_counted_once() {
        let mut tally = Tally::default();
        tally.add(&game(&[-32_000, -1001, -1000, -25, 0, 25, 26], None));
        tally.add(&game(&[300, 301, 1001, 32_000], Some(Side::Second)));
        tally.add(&game(&[i16::MIN; 2], Some(Side::Second)));
        let summary = tally.summary("chess");
        assert_eq!((summary.games, summary.positions), (3, 13));
        assert_eq!(summary.results, [0, 1, 2]);
        let counts: Vec<u64> = summary.scores.iter().map(|&(_, count)| count).collect();
        assert_eq!(counts, [3, 1, 1, 0, 0, 3, 1, 1, 1, 1, 1]);
        let Lengths {
            shortest,
            median,
            longest,
            ..
        } = summary.lengths;
        assert_eq!((shortest, median, longest), (2, 4, 7));
    }

    #[test]
    fn nothing_is_told_of_nothing() {
        let summary = Tally::default().summary("chess");
        assert_eq!((summary.lengths.shortest, summary.lengths.longest), (0, 0));
        let mut told = Vec::new();
        summary.show(&mut told).unwrap();
        assert!(!String::from_utf8(told).unwrap().contains("NaN"));
    }
}
