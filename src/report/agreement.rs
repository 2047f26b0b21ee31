//! How far engines agree about a game.

use super::analysis::MoveText;
use super::game_review::{GameReview, MoveReview};
use serde::Serialize;

/// What several engines think of the same game.
#[derive(Serialize)]
pub struct Agreement {
    /// The positions in which every engine has a best move.
    pub positions: usize,
    /// Those in which it is the same one.
    pub same_best: usize,
    /// The moves after which the expected results differ most, the greatest difference first.
    pub differences: Vec<Difference>,
}

/// A move after which engines differ.
#[derive(Serialize)]
pub struct Difference {
    /// The number of the move in the game, counted from 1.
    pub ply: usize,
    /// White's expected result by each engine.
    pub white: Vec<f64>,
}

/// Differences that are listed.
const LISTED: usize = 5;

/// The smallest difference that is listed, in points.
const SMALLEST: f64 = 0.1;

impl Agreement {
    /// Compares the reviews of a game; `None` for fewer than two.
    pub fn of(reviews: &[GameReview]) -> Option<Agreement> {
        let plies = reviews.iter().map(|review| review.moves.len()).min().filter(|_| reviews.len() > 1)?;
        let (mut positions, mut same_best, mut differences) = (0, 0, Vec::new());
        for ply in 0..plies {
            let moves = || reviews.iter().map(|review| &review.moves[ply]);
            if let Some(best) = moves().map(best).collect::<Option<Vec<_>>>() {
                positions += 1;
                same_best += usize::from(best.iter().all(|mv| *mv == best[0]));
            }
            if let Some(white) = moves().map(|mv| mv.white).collect::<Option<Vec<_>>>() {
                differences.push(Difference { ply: ply + 1, white });
            }
        }
        differences.retain(|it| it.spread() >= SMALLEST);
        differences.sort_by(|one, other| other.spread().total_cmp(&one.spread()));
        differences.truncate(LISTED);
        Some(Agreement { positions, same_best, differences })
    }
}

impl Difference {
    fn spread(&self) -> f64 {
        let most = |sign: f64| self.white.iter().map(|white| sign * white).fold(f64::MIN, f64::max);
        most(1.0) + most(-1.0)
    }
}

/// The best move before a move was played, if the engine has one.
fn best(mv: &MoveReview) -> Option<&MoveText> {
    mv.loss.map(|_| mv.better.as_ref().unwrap_or(&mv.played))
}
