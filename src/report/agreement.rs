//! How far engines agree about a game.

use super::analysis::MoveText;
use super::game_review::{GameReview, MoveReview};
use super::mark::rounded;
use serde::Serialize;

/// What several engines think of the same game.
#[derive(Serialize)]
pub struct Agreement {
    /// The positions in which every engine has a best move.
    pub positions: usize,
    /// Those in which it is the same one.
    pub same_best: usize,
    /// The moves after which the expected points differ most, the greatest difference first.
    pub differences: Vec<Difference>,
}

/// A move after which engines differ.
#[derive(Serialize)]
pub struct Difference {
    /// The number of the move in the game, counted from 1.
    pub ply: usize,
    /// White's expected points by each engine.
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
        rounded(most(1.0) + most(-1.0))
    }
}

/// The best move before a move was played, if the engine has one.
fn best(mv: &MoveReview) -> Option<&MoveText> {
    mv.loss.map(|_| mv.better.as_ref().unwrap_or(&mv.played))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::GameLine;
    use crate::games::find_game;

    /// A review of moves: what White can expect after each of them, and the best move before it. `None` where the engine failed.
    fn review(moves: &[(Option<f64>, Option<&str>)]) -> GameReview {
        let text = |name: &str| MoveText { long: name.to_owned(), short: name.to_owned() };
        let moves = moves.iter().map(|&(white, best)| MoveReview {
            played: text("a"),
            white,
            loss: best.map(|_| 0.0),
            better: best.filter(|best| *best != "a").map(text),
            ..MoveReview::default()
        });
        let line = GameLine::new(find_game("chess").unwrap().start());
        GameReview { moves: moves.collect(), ..GameReview::without_moves(line) }
    }

    #[test]
    fn the_best_moves_are_compared_where_all_engines_have_one() {
        let one = review(&[(None, Some("a")), (None, Some("b")), (None, Some("b")), (None, None), (None, Some("a"))]);
        let two = review(&[(None, Some("a")), (None, Some("b")), (None, Some("c")), (None, Some("a"))]);
        let agreement = Agreement::of(&[one, two]).unwrap();
        assert_eq!((agreement.positions, agreement.same_best), (3, 2));
        assert!(Agreement::of(&[review(&[(None, Some("a"))])]).is_none() && Agreement::of(&[]).is_none());
    }

    #[test]
    fn the_greatest_differences_are_listed_from_a_tenth_on() {
        let of = |first: &[Option<f64>], second: &[Option<f64>]| {
            let [one, two] =
                [first, second].map(|all| review(&all.iter().map(|&white| (white, None)).collect::<Vec<_>>()));
            Agreement::of(&[one, two]).unwrap().differences
        };
        let plies = |differences: &[Difference]| differences.iter().map(|it| it.ply).collect::<Vec<_>>();
        // In binary fractions 0.6 - 0.5 is less than 0.1.
        let edge = of(&[Some(0.5); 4], &[Some(0.5999), Some(0.6), Some(0.3999), None]);
        assert_eq!(plies(&edge), [3, 2]);
        assert_eq!(edge[0].white, [0.5, 0.3999]);
        let rising = [0.1, 0.2, 0.3, 0.4, 0.5, 0.6].map(Some);
        assert_eq!(plies(&of(&[Some(0.0); 6], &rising)), [6, 5, 4, 3, 2]);
        assert_eq!(plies(&of(&[Some(0.0); 5], &rising[..5])), [5, 4, 3, 2, 1]);
    }
}
