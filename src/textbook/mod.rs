//! The textbook algorithms, short enough to be seen to be correct.
//!
//! They are the oracles of the tests: [`minimax`] checks [`negamax`], which checks [`alpha_beta`], which
//! checks the real search. They search to a fixed depth, without clock, transposition table or repetition
//! rule, and count every node they visit, including the root.
//!
//! Each takes the static evaluation as a function: for [`Side::First`] in [`minimax`], for the side to
//! move in the others.

mod alpha_beta;
mod history;
mod minimax;
mod negamax;

pub use alpha_beta::alpha_beta;
pub use history::{History, alpha_beta_with_history, iterative_deepening};
pub use minimax::minimax;
pub use negamax::negamax;

use crate::game::{Game, Outcome, Side};

/// What a textbook search has found.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct TextbookResult<M> {
    /// The value of the position.
    pub value: i32,
    /// The best move; of equal moves the one that was searched first. `None` at an end of the game and at
    /// depth 0.
    pub best: Option<M>,
    /// The number of visited positions, including the root.
    pub nodes: u64,
}

impl<M> TextbookResult<M> {
    fn leaf(value: i32) -> Self {
        TextbookResult {
            value,
            best: None,
            nodes: 1,
        }
    }
}

/// The value of a game that is won at the root. A win in `n` plies is worth `WIN - n`, so that nearer wins
/// and farther losses are better. Evaluations must stay well below it.
pub const WIN: i32 = 1_000_000;

/// The value, for the side to move, of a game that has ended `ply` plies from the root.
pub fn end_value(outcome: Outcome, ply: u32) -> i32 {
    let distance = i32::try_from(ply).unwrap_or(WIN).min(WIN);
    match outcome {
        Outcome::Win => WIN - distance,
        Outcome::Draw => 0,
        Outcome::Loss => distance - WIN,
    }
}

/// Converts a value for [`Side::First`] into one for the side to move of `position`, and back. This is the
/// only difference between [`minimax`] and [`negamax`].
pub fn relative<G: Game>(position: &G, value: i32) -> i32 {
    match position.side_to_move() {
        Side::First => value,
        Side::Second => -value,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::StartPosition;
    use crate::games::tictactoe::{TicTacToe, TicTacToeMove};
    use crate::notation::Notation;

    /// The lines still open to the first side, minus those open to the second (the classical textbook
    /// example).
    fn open_lines(position: &TicTacToe) -> i32 {
        let rows = [0b111, 0b111_000, 0b111_000_000];
        let columns = [0b001_001_001, 0b010_010_010, 0b100_100_100];
        let diagonals = [0b100_010_001, 0b001_010_100];
        let open = |side| {
            let lines = rows.iter().chain(&columns).chain(&diagonals);
            lines
                .filter(|&line| position.men(side).0 & line == 0)
                .count() as i32
        };
        open(Side::Second) - open(Side::First)
    }

    fn for_mover(position: &TicTacToe) -> i32 {
        relative(position, open_lines(position))
    }

    fn slot(mv: &TicTacToeMove) -> usize {
        TicTacToe::code(*mv).into()
    }

    #[test]
    fn the_value_of_tic_tac_toe_is_a_draw() {
        let start = TicTacToe::start();
        let found = negamax(&start, 9, &for_mover);
        assert_eq!(found.value, 0);
        assert_eq!(found.best, Some(start.moves()[0]));
        assert_eq!(found.nodes, 549_946);
    }

    #[test]
    fn all_agree_on_value_and_move() {
        for text in [
            ".../.../... x",
            ".../.../... o",
            "x../.o./..x o",
            ".x./.o./... x",
            "x../.../... o",
            "xo./.../... x",
        ] {
            let position = TicTacToe::parse(text).unwrap();
            for depth in 0..=6 {
                let oracle = minimax(&position, depth, &open_lines);
                let plain = negamax(&position, depth, &for_mover);
                assert_eq!(relative(&position, plain.value), oracle.value);
                assert_eq!((plain.best, plain.nodes), (oracle.best, oracle.nodes));

                let pruned = alpha_beta(&position, depth, &for_mover);
                assert_eq!((pruned.value, pruned.best), (plain.value, plain.best));
                assert!(pruned.nodes <= plain.nodes);

                let mut history = History::default();
                let last = *iterative_deepening(
                    &position,
                    depth.max(1),
                    1,
                    &for_mover,
                    &slot,
                    &mut history,
                )
                .last()
                .unwrap();
                if depth > 0 {
                    assert_eq!(last.value, plain.value, "{text} at depth {depth}");
                }
            }
        }
    }

    #[test]
    fn sooner_wins_better() {
        let position = TicTacToe::parse("xx./oo./... x").unwrap();
        let found = minimax(&position, 5, &|_| 0);
        assert_eq!(found.value, WIN - 1);
        assert_eq!(found.best, Some("c3".parse().unwrap()));
        let lost = TicTacToe::parse("x.x/.o./x.o o").unwrap();
        assert_eq!(negamax(&lost, 5, &|_| 0).value, 2 - WIN);
    }
}
