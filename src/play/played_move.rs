//! The moves of a game, with what is known about each.

use crate::any_position::AnyMove;
use crate::game::Side;
use crate::picture::BoardView;
use crate::search::SearchInfo;
use std::time::Duration;

/// A move that was played.
#[derive(Clone, PartialEq, Debug)]
pub struct PlayedMove {
    /// Who played it.
    pub side: Side,
    /// The move.
    pub mv: AnyMove,
    /// The move in short notation.
    pub text: String,
    /// Its cells on the board.
    pub cells: Vec<String>,
    /// The pieces of each side after it; `None` in games without pieces on a board.
    pub pieces: Option<PieceCounts>,
    /// The time that it took; `None` for moves that the game began with.
    pub time: Option<Duration>,
    /// What the clock of its side showed after it; `None` without clocks, and for moves that the game began with.
    pub clock: Option<Duration>,
    /// The search that chose it, if there was one.
    pub search: Option<SearchStatistics>,
}

/// The number of pieces of the first and of the second side.
pub type PieceCounts = [usize; 2];

/// What a search did.
#[derive(Clone, PartialEq, Debug)]
pub struct SearchStatistics {
    /// The side to move, which searched.
    pub mover: Side,
    /// Depth, score, nodes and time.
    pub info: SearchInfo,
    /// The principal variation.
    pub moves: Vec<AnyMove>,
    /// The principal variation in short notation.
    pub pv: Vec<String>,
    /// The cells of its first move, as [`Picture::move_cells`](crate::picture::Picture::move_cells).
    pub cells: Vec<String>,
}

impl SearchStatistics {
    /// Positions a second.
    pub fn nps(&self) -> u64 {
        (self.info.nodes as f64 / self.info.elapsed.as_secs_f64().max(0.001)) as u64
    }

    /// The expected result of the first side, from 0 to 1.
    pub fn expected_of_first(&self) -> f64 {
        let expected = self.info.expected_result();
        if self.mover == Side::First { expected } else { 1.0 - expected }
    }
}

/// Counts the pieces of a board.
pub fn count_pieces(view: &BoardView) -> PieceCounts {
    let pieces = || view.cells().filter_map(|cell| cell.piece);
    Side::each(|side| pieces().filter(|piece| piece.side == side).count())
}
