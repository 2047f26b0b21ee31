//! The order in which moves are tried.

use super::knowledge::{Knowledge, MoveOf, Node};
use super::node::Search;
use crate::game::Game;
use arrayvec::ArrayVec;
use std::ops::ControlFlow;

/// Which moves of a position are wanted.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Choice {
    /// Every legal move.
    All,
    /// Those that the game names [tactical](Knowledge::tactical).
    Tactical,
}

/// Hands out moves, the most promising first. A game may bring one that works in stages.
pub trait Picker<K: Knowledge>: Sized {
    /// A picker of the moves of `node`.
    fn new(search: &Search<K>, position: &K::Game, node: &Node<MoveOf<K>>, choice: Choice) -> Self;

    /// The next move.
    fn next(&mut self, search: &Search<K>, position: &K::Game) -> Option<MoveOf<K>>;

    /// A quiet move was handed out, and the others are not wanted; a game may keep some of them.
    fn skip_quiet(&mut self, _position: &K::Game) {}
}

/// Lists and values all moves at once, then selects the best of those left, one at a time: most
/// nodes end after few. Holds up to `N` moves.
pub struct Ordered<M, const N: usize> {
    moves: ArrayVec<(i32, M), N>,
    next: usize,
}

impl<K: Knowledge, const N: usize> Picker<K> for Ordered<MoveOf<K>, N> {
    fn new(search: &Search<K>, position: &K::Game, node: &Node<MoveOf<K>>, choice: Choice) -> Self {
        // Filled where it stands: to copy it would cost more than to list the moves.
        let mut picker = Ordered {
            moves: ArrayVec::new(),
            next: 0,
        };
        let first = node.first();
        let add = |mv| {
            let value = match K::Game::code(mv) == first {
                true => i32::MAX,
                false => K::order(search, position, node.ply, mv),
            };
            match picker.moves.try_push((value, mv)) {
                Ok(()) => ControlFlow::Continue(()),
                Err(_) => ControlFlow::Break(()),
            }
        };
        let flow = match choice {
            Choice::All => position.visit(add),
            Choice::Tactical => K::tactical(position, add),
        };
        debug_assert!(flow.is_continue(), "more than {N} moves");
        picker
    }

    fn next(&mut self, _search: &Search<K>, _position: &K::Game) -> Option<MoveOf<K>> {
        let left = &mut self.moves[self.next..];
        let mut best = 0;
        for index in 1..left.len() {
            if left[index].0 > left[best].0 {
                best = index;
            }
        }
        let (_, mv) = *left.get(best)?;
        // Rotation, not a swap: moves of equal value keep the order of the game.
        left[..=best].rotate_right(1);
        self.next += 1;
        Some(mv)
    }
}
