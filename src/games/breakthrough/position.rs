//! The rules of Breakthrough.

use crate::board::square::{file_set, rank_set};
use crate::board::{Bitset, Square};
use crate::game::{GOLDEN_STEP, Game, Key, Outcome, Side, StartPosition, mix};
use std::ops::ControlFlow;

/// A position of Breakthrough.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Breakthrough {
    /// The pawns of White ([`Side::First`]) and of Black.
    pawns: [Bitset; 2],
    side_to_move: Side,
}

/// A move of a pawn. It is a capture if a pawn of the opponent stands on the target square.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct BreakthroughMove {
    /// The start square.
    pub from: Square,
    /// The target square.
    pub to: Square,
}

/// The number of pawns of a side at the start.
pub const MAX_PAWNS: u32 = 16;

/// The largest number of moves in a position: every pawn has at most three.
pub const MAX_MOVES: usize = 3 * MAX_PAWNS as usize;

/// The three directions of steps, as changes of the file.
const CAPTURES: [i8; 2] = [-1, 1];
const STEPS: [i8; 3] = [0, -1, 1];

impl Breakthrough {
    /// A position with these pawns; `None` if it cannot occur in a game.
    pub fn new(pawns: [Bitset; 2], side_to_move: Side) -> Option<Breakthrough> {
        let position = Breakthrough { pawns, side_to_move };
        let (us, them) = (side_to_move, !side_to_move);
        let playable = (pawns[0] & pawns[1]).is_empty()
            && pawns.iter().all(|set| set.count() <= MAX_PAWNS)
            && position.pawns(them).any()
            && (position.pawns(us) & goal(us)).is_empty()
            && !(position.pawns(them) & goal(them)).several();
        playable.then_some(position)
    }

    /// The pawns of `side`.
    pub fn pawns(&self, side: Side) -> Bitset {
        self.pawns[side.index()]
    }

    /// Passes to `listener` all moves with this change of the file whose target squares are in `targets`.
    fn steps<B>(
        &self,
        file_change: i8,
        targets: Bitset,
        listener: &mut impl FnMut(BreakthroughMove) -> ControlFlow<B>,
    ) -> ControlFlow<B> {
        let us = self.side_to_move;
        let mut reached = forward(us, file_change, self.pawns(us)) & targets;
        reached.try_for_each(|to| {
            let to = Square::new(to);
            let from = Square::new(forward(!us, -file_change, to.set()).first());
            listener(BreakthroughMove { from, to })
        })
    }
}

/// The far row, which a side must reach to win.
fn goal(side: Side) -> Bitset {
    match side {
        Side::First => rank_set(7),
        Side::Second => rank_set(0),
    }
}

/// Moves every square of `set` one row forward, as seen by `side`, and by `file_change` files.
pub(super) fn forward(side: Side, file_change: i8, set: Bitset) -> Bitset {
    let sideways = match file_change {
        0 => set,
        1 => (set & !file_set(7)) << 1,
        _ => (set & !file_set(0)) >> 1,
    };
    match side {
        Side::First => sideways << 8,
        Side::Second => sideways >> 8,
    }
}

impl Game for Breakthrough {
    type Move = BreakthroughMove;

    fn side_to_move(&self) -> Side {
        self.side_to_move
    }

    fn key(&self) -> Key {
        let [white, black] = self.pawns.map(|pawns| pawns.0);
        let turn = self.side_to_move.index() as u64;
        let fold = |key: u64, number: u64| mix((key ^ number).wrapping_add(GOLDEN_STEP));
        Key([white, black, turn].into_iter().fold(0, fold))
    }

    /// Captures come first. A position in which the game is over has no moves.
    fn visit_moves<B>(&self, mut listener: impl FnMut(BreakthroughMove) -> ControlFlow<B>) -> ControlFlow<B> {
        if self.rule_outcome().is_some() {
            return ControlFlow::Continue(());
        }
        let them = self.pawns(!self.side_to_move);
        let empty = !(self.pawns[0] | self.pawns[1]);
        for file_change in CAPTURES {
            self.steps(file_change, them, &mut listener)?;
        }
        for file_change in STEPS {
            self.steps(file_change, empty, &mut listener)?;
        }
        ControlFlow::Continue(())
    }

    fn play(&self, mv: BreakthroughMove) -> Self {
        debug_assert!(self.is_legal(mv), "{mv:?} is not legal in {self:?}");
        let (us, them) = (self.side_to_move, !self.side_to_move);
        let mut after = *self;
        after.pawns[us.index()] = self.pawns(us) & !mv.from.set() | mv.to.set();
        after.pawns[them.index()] = self.pawns(them) & !mv.to.set();
        after.side_to_move = them;
        after
    }

    /// The side to move has lost if the opponent has a pawn on the far row or it has no pawns left.
    fn rule_outcome(&self) -> Option<Outcome> {
        let (us, them) = (self.side_to_move, !self.side_to_move);
        let lost = self.pawns(us).is_empty() || (self.pawns(them) & goal(them)).any();
        lost.then_some(Outcome::Loss)
    }

    /// A side without moves has lost: its foremost pawn could move, so the game is over.
    fn outcome_without_moves(&self) -> Outcome {
        Outcome::Loss
    }

    fn end_reason(&self) -> &'static str {
        if self.pawns(self.side_to_move).is_empty() { "no pawns left" } else { "a pawn on the far row" }
    }

    fn code(mv: BreakthroughMove) -> u16 {
        u16::from(mv.from.number()) << 6 | u16::from(mv.to.number())
    }
}

impl StartPosition for Breakthrough {
    fn start() -> Self {
        Breakthrough { pawns: [rank_set(0) | rank_set(1), rank_set(6) | rank_set(7)], side_to_move: Side::First }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::perft;

    /// Published perft results; that of depth 6 is 149,264,638.
    #[test]
    fn perft_of_the_starting_position() {
        let start = Breakthrough::start();
        for (depth, count) in (1..).zip([22, 484, 11_132, 256_036, 6_182_818]) {
            assert_eq!(perft(&start, depth), count, "depth {depth}");
        }
    }

    #[test]
    fn the_side_to_move_is_in_the_key() {
        let start = Breakthrough::start();
        assert_ne!(start.key(), Breakthrough { side_to_move: Side::Second, ..start }.key());
    }
}
