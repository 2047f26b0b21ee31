//! Test suites: the expected moves of a position, and whether the analysis found them.

use super::analysis::Analysis;
use crate::any_position::{AnyMove, AnyPosition};
use crate::notation::Notation;
use crate::notation::epd::Epd;
use serde::Serialize;
use std::time::Duration;

/// The expected result of a test position: `bm` best moves, `am` moves to avoid, `dm` mate in this many moves, `c0` moves
/// with points as in the Strategic Test Suite.
#[derive(Clone, Default, Debug)]
pub struct TestPosition {
    best: Vec<AnyMove>,
    avoid: Vec<AnyMove>,
    mate_in: Option<u32>,
    points: Vec<(AnyMove, u32)>,
}

/// The result of a test position.
#[derive(Clone, Copy, PartialEq, Debug, Serialize)]
pub struct TestResult {
    /// Whether the position is solved.
    pub solved: bool,
    /// If solved: the time in seconds after which the best move did not change.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub seconds: Option<f64>,
    /// The points of the best move, if the position gives points.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub points: Option<u32>,
}

impl TestPosition {
    /// Reads the operations of a line with this position. `None` if the line expects nothing. The error names the
    /// operation that cannot be read.
    pub fn read(epd: &Epd, position: &AnyPosition) -> Result<Option<TestPosition>, String> {
        let mut test = TestPosition::default();
        for (name, list) in [("bm", &mut test.best), ("am", &mut test.avoid)] {
            for mv in epd.operand(name).unwrap_or("").split_whitespace() {
                let mv = mv.trim_end_matches(['!', '?', ',']);
                list.push(position.parse_move(mv).map_err(|error| format!("{name}: {error}"))?);
            }
        }
        if let Some(moves) = epd.operand("dm") {
            let wrong = || format!("dm: found '{moves}', expected a number of moves");
            test.mate_in = Some(moves.parse().map_err(|_| wrong())?);
        }
        // A comment may say anything; only one like "Nf3=10, d4=5" is meant.
        for part in epd.operand("c0").unwrap_or("").split(',') {
            if let Some((mv, points)) = part.trim().split_once('=')
                && let (Ok(mv), Ok(points)) = (position.parse_move(mv), points.trim().parse())
            {
                test.points.push((mv, points));
            }
        }
        let nothing = test.best.is_empty() && test.avoid.is_empty() && test.mate_in.is_none() && test.points.is_empty();
        Ok((!nothing).then_some(test))
    }

    /// Compares the analysis with the expected moves.
    pub fn check(&self, analysis: &Analysis) -> TestResult {
        let best = analysis.best();
        let in_list = |list: &[AnyMove]| best.is_some_and(|mv| list.contains(&mv));
        let mate = analysis.lines.first().and_then(|line| line.info.score.distance());
        let mates = |moves: u32| {
            let plies = mate.unwrap_or(0);
            plies > 0 && plies.unsigned_abs() < moves.saturating_mul(2)
        };
        let points_of = |&(mv, points): &(AnyMove, u32)| (best == Some(mv)).then_some(points);
        let points = self.points.iter().find_map(points_of);
        let only_points = self.best.is_empty() && self.avoid.is_empty() && self.mate_in.is_none();
        let solved = (self.best.is_empty() || in_list(&self.best))
            && !in_list(&self.avoid)
            && self.mate_in.is_none_or(mates)
            && (!only_points || points > Some(0));
        TestResult {
            solved,
            seconds: solved.then_some(analysis.best_move_since.as_secs_f64()),
            points: (!self.points.is_empty()).then_some(points.unwrap_or(0)),
        }
    }
}

/// The sums over the test positions of a run.
#[derive(Clone, Copy, Default, Debug)]
pub struct SuiteTotals {
    /// Number of test positions.
    pub positions: u32,
    /// How many are solved.
    pub solved: u32,
    /// The sum of the points.
    pub points: u64,
    /// Whether any position gives points.
    pub has_points: bool,
    /// The sum of the solution times.
    pub time: Duration,
}

impl SuiteTotals {
    /// Adds a result.
    pub fn add(&mut self, result: &TestResult) {
        self.positions += 1;
        self.solved += u32::from(result.solved);
        self.points += u64::from(result.points.unwrap_or(0));
        self.has_points |= result.points.is_some();
        self.time += Duration::from_secs_f64(result.seconds.unwrap_or(0.0));
    }

    /// The sums for people; `None` without a test position.
    pub fn summary(&self) -> Option<String> {
        let points = if self.has_points { format!(", {} points", self.points) } else { String::new() };
        (self.positions > 0).then(|| {
            let seconds = self.time.as_secs_f64();
            format!("{} of {} solved{points}, in {seconds:.2} s", self.solved, self.positions)
        })
    }
}
