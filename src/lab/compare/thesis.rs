//! The node counts of G. Pongor, "A computer implementation of a two-player game", Debrecen 2009.

use super::algorithms::ComparedAlgorithm;
use crate::games::draughts::{Draughts, Pongor};
use crate::games::{GameEntry, GameInfo};
use crate::textbook::TextbookAlgorithm;
use serde::Serialize;

/// The nodes that the algorithms of the thesis visited.
#[derive(Serialize)]
pub struct ThesisCounts {
    #[serde(skip)]
    depth: u32,
    /// Minimax; not counted at the greatest depth.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub minimax: Option<u64>,
    /// Alpha-beta, with another order of moves.
    pub alpha_beta: u64,
    /// Alpha-beta with the history heuristic.
    pub history: u64,
}

impl ThesisCounts {
    /// The nodes of an algorithm, if the thesis has counted them.
    pub fn nodes(&self, algorithm: &ComparedAlgorithm) -> Option<u64> {
        let ComparedAlgorithm::Textbook(algorithm) = algorithm else {
            return None;
        };
        if algorithm.depth() != self.depth {
            return None;
        }
        match algorithm {
            TextbookAlgorithm::Minimax { .. } | TextbookAlgorithm::Negamax { .. } => self.minimax,
            TextbookAlgorithm::AlphaBeta { .. } => Some(self.alpha_beta),
            TextbookAlgorithm::History { .. } => Some(self.history),
            _ => None,
        }
    }
}

/// The counts for a position, if the thesis has them.
pub fn thesis_counts<K: GameEntry>(
    game: &'static GameInfo,
    position: &K::Game,
    depth: u32,
) -> Option<&'static ThesisCounts> {
    let known = game.name == GAME && *position == K::start(game);
    COUNTS.iter().find(|row| known && row.depth == depth)
}

const fn row(depth: u32, minimax: Option<u64>, alpha_beta: u64, history: u64) -> ThesisCounts {
    ThesisCounts {
        depth,
        minimax,
        alpha_beta,
        history,
    }
}

const GAME: &str = <Draughts<Pongor> as GameEntry>::GAMES[0].name;

/// From the start position.
const COUNTS: [ThesisCounts; 5] = [
    row(2, Some(57), 36, 27),
    row(4, Some(1_828), 669, 191),
    row(6, Some(45_662), 4_428, 2_756),
    row(8, Some(1_051_977), 37_827, 22_414),
    row(10, None, 295_530, 170_406),
];
