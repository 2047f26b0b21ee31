//! What comes of thinking about a position.

use super::over::Over;
use crate::search::{Score, SearchInfo};
use serde::Serialize;
use std::time::Duration;

/// A line of play and its value.
#[derive(Clone, Debug)]
pub struct Line {
    /// Its value, and what it cost to find.
    pub finding: SearchInfo,
    /// Its moves as protocols write them.
    pub long: Vec<String>,
    /// Its moves as people write them.
    pub short: Vec<String>,
}

/// What was found out about a position.
#[derive(Clone, Debug)]
pub struct Analysis {
    /// The position as text.
    pub position: String,
    /// How the game ended, if it is over.
    pub over: Option<Over>,
    /// The best lines, the best first; none if the game is over.
    pub lines: Vec<Line>,
    /// Since when the first move of the best line has been thought best.
    pub settled: Duration,
    /// The time that it took.
    pub elapsed: Duration,
}

/// A move in both notations.
#[derive(Clone, PartialEq, Eq, Serialize, Debug)]
pub struct Both {
    /// As protocols write it.
    pub long: String,
    /// As people write it.
    pub short: String,
}

impl Line {
    /// The first move.
    pub fn first(&self) -> Option<Both> {
        let (long, short) = (self.long.first()?, self.short.first()?);
        Some(Both {
            long: long.clone(),
            short: short.clone(),
        })
    }
}

impl Analysis {
    /// The best move.
    pub fn best(&self) -> Option<Both> {
        self.lines.first()?.first()
    }

    /// Positions visited.
    pub fn nodes(&self) -> u64 {
        let nodes = self.lines.iter().map(|line| line.finding.nodes);
        nodes.max().unwrap_or(0)
    }
}

/// A score as people read it: pawns or men with a sign, or moves to the end.
pub fn describe(score: Score) -> String {
    match score.distance() {
        Some(plies) if plies > 0 => format!("#{}", (plies + 1) / 2),
        Some(plies) => format!("#-{}", (plies.abs() + 1) / 2),
        None if score.is_win() => "+table".to_owned(),
        None if score.is_loss() => "-table".to_owned(),
        None => format!("{:+.2}", f64::from(score.value()) / 100.0),
    }
}
