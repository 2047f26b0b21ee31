//! The result of the analysis of a position. Where the game is over its result is known, and nothing is searched.

use crate::any_position::{AnyMove, AnyPosition};
use crate::game::{Game, GameEnd};
use crate::notation::{MoveStyle, Notation, show_moves};
use crate::search::{Depth, SearchLine, points};
use serde::Serialize;
use std::time::Duration;

/// The analysis of a position.
#[derive(Clone, Debug)]
pub struct Analysis {
    /// The position.
    pub position: AnyPosition,
    /// How the game ended, if it is over.
    pub game_end: Option<GameEnd>,
    /// The best lines, best first; empty if the game is over.
    pub lines: Vec<SearchLine<AnyMove>>,
    /// The time at which the best move became best and remained so.
    pub best_move_since: Duration,
    /// The depth at which it became best.
    pub best_move_depth: Depth,
    /// Time of the search.
    pub elapsed: Duration,
}

/// A move in both notations.
#[derive(Clone, PartialEq, Eq, Default, Serialize, Debug)]
pub struct MoveText {
    /// In the notation of the protocols.
    pub long: String,
    /// In the notation for people (SAN, PDN).
    pub short: String,
}

impl MoveText {
    /// A legal move of a position.
    pub fn new(position: &AnyPosition, mv: AnyMove) -> MoveText {
        let [long, short] = [MoveStyle::Long, MoveStyle::Short].map(|style| position.show_move(mv, style));
        MoveText { long, short }
    }
}

/// Moves from a position on as text.
pub fn move_texts(start: &AnyPosition, moves: &[AnyMove]) -> Vec<MoveText> {
    let mut position = start.clone();
    let text = |&mv| {
        let text = MoveText::new(&position, mv);
        position = position.play(mv);
        text
    };
    moves.iter().map(text).collect()
}

impl Analysis {
    /// The best move.
    pub fn best(&self) -> Option<AnyMove> {
        self.lines.first()?.moves.first().copied()
    }

    /// The best move as text.
    pub fn best_text(&self) -> Option<MoveText> {
        self.best().map(|mv| MoveText::new(&self.position, mv))
    }

    /// The moves of a line as text.
    pub fn texts(&self, line: &SearchLine<AnyMove>, style: MoveStyle) -> Vec<String> {
        show_moves(&self.position, &line.moves, style)
    }

    /// The expected result of the side to move, in points.
    pub fn expected_result(&self) -> f64 {
        match (self.game_end, self.lines.first()) {
            (Some(end), _) => points(end.outcome.wdl()),
            (None, Some(line)) => line.info.expected_result(),
            (None, None) => 0.5,
        }
    }

    /// Nodes searched.
    pub fn nodes(&self) -> u64 {
        self.lines.iter().map(|line| line.info.nodes).max().unwrap_or(0)
    }
}
