//! Suites of test positions: what a line demands, and whether it was found.

use super::finding::Analysis;
use crate::notation::MoveStyle;
use crate::notation::epd::Epd;
use crate::player::Referee;
use serde::Serialize;
use std::time::Duration;

/// What is to be found in a position: `bm` a best move, `am` not a bad one, `dm` mate in so many
/// moves, `c0` moves worth points, as in the Strategic Test Suite.
#[derive(Clone, Default, Debug)]
pub struct Demand {
    best: Vec<String>,
    avoid: Vec<String>,
    mate_in: Option<u32>,
    points: Vec<(String, u32)>,
}

/// How a demand was met.
#[derive(Clone, Copy, PartialEq, Debug, Serialize)]
pub struct Verdict {
    /// Whether it was.
    pub solved: bool,
    /// If it was: the seconds after which the best move did not change any more.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub seconds: Option<f64>,
    /// The points of the move, where moves have points.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub points: Option<u32>,
}

impl Demand {
    /// What the line demands of its position, on which `referee` stands; `None` if nothing. The
    /// message names what cannot be read.
    pub fn read(epd: &Epd, referee: &mut dyn Referee) -> Result<Option<Demand>, String> {
        let mut demand = Demand::default();
        let mut long = |mv: &str| {
            let here = referee.position();
            let read = referee.play(mv, &[MoveStyle::Long]);
            referee.set_position(Some(&here), &[])?;
            Ok::<String, String>(read?.concat())
        };
        for (name, list) in [("bm", &mut demand.best), ("am", &mut demand.avoid)] {
            for mv in epd.operand(name).unwrap_or("").split_whitespace() {
                let mv = mv.trim_end_matches(['!', '?', ',']);
                list.push(long(mv).map_err(|error| format!("{name}: {error}"))?);
            }
        }
        if let Some(moves) = epd.operand("dm") {
            let wrong = || format!("dm: found '{moves}', expected a number of moves");
            demand.mate_in = Some(moves.parse().map_err(|_| wrong())?);
        }
        // A comment may say anything; only one like "Nf3=10, d4=5" is meant.
        for part in epd.operand("c0").unwrap_or("").split(',') {
            if let Some((mv, points)) = part.trim().split_once('=')
                && let (Ok(mv), Ok(points)) = (long(mv), points.trim().parse())
            {
                demand.points.push((mv, points));
            }
        }
        let nothing = demand.best.is_empty()
            && demand.avoid.is_empty()
            && demand.mate_in.is_none()
            && demand.points.is_empty();
        Ok((!nothing).then_some(demand))
    }

    /// Whether an analysis found it.
    pub fn judge(&self, analysis: &Analysis) -> Verdict {
        let best = analysis.best().map(|mv| mv.long);
        let in_list = |list: &[String]| best.as_ref().is_some_and(|mv| list.contains(mv));
        let mate = analysis
            .lines
            .first()
            .and_then(|line| line.finding.score.distance());
        let mates = |moves: u32| {
            let plies = mate.unwrap_or(0);
            plies > 0 && plies.unsigned_abs() < moves.saturating_mul(2)
        };
        let worth = |(mv, points): &(String, u32)| (best.as_ref() == Some(mv)).then_some(*points);
        let points = self.points.iter().find_map(worth);
        let valued = self.best.is_empty() && self.avoid.is_empty() && self.mate_in.is_none();
        let solved = (self.best.is_empty() || in_list(&self.best))
            && !in_list(&self.avoid)
            && self.mate_in.is_none_or(mates)
            && (!valued || points > Some(0));
        Verdict {
            solved,
            seconds: solved.then_some(analysis.settled.as_secs_f64()),
            points: (!self.points.is_empty()).then_some(points.unwrap_or(0)),
        }
    }
}

/// The sum of all verdicts.
#[derive(Clone, Copy, Default, Debug)]
pub struct Totals {
    /// Positions that demand something.
    pub positions: u32,
    /// How many were solved.
    pub solved: u32,
    /// The points made.
    pub points: u64,
    /// Whether there are points at all.
    pub has_points: bool,
    /// The time of all solutions.
    pub time: Duration,
}

impl Totals {
    /// Adds a verdict.
    pub fn add(&mut self, verdict: &Verdict) {
        self.positions += 1;
        self.solved += u32::from(verdict.solved);
        self.points += u64::from(verdict.points.unwrap_or(0));
        self.has_points |= verdict.points.is_some();
        self.time += Duration::from_secs_f64(verdict.seconds.unwrap_or(0.0));
    }

    /// The sum in words, if anything was demanded.
    pub fn told(&self) -> Option<String> {
        let points = match self.has_points {
            true => format!(", {} points", self.points),
            false => String::new(),
        };
        (self.positions > 0).then(|| {
            let seconds = self.time.as_secs_f64();
            format!(
                "{} of {} solved{points}, in {seconds:.2} s",
                self.solved, self.positions
            )
        })
    }
}
