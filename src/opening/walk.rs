//! A walk through all that a book knows.

use super::BookLookup;
use crate::game::Game;
use std::collections::HashSet;

/// What is met on a walk.
#[derive(Debug)]
pub enum BookEvent<'a, G: Game> {
    /// A move of the book; what the book knows behind it follows, if it was not met before.
    Move {
        /// Where the move is played.
        position: &'a G,
        /// The move.
        mv: G::Move,
        /// Its weight.
        weight: u16,
    },
    /// The last move that was not taken back yet is taken back.
    TakeBack,
}

/// A position on the way, and the moves there that were not gone yet.
struct WalkLevel<G: Game> {
    position: G,
    moves: std::vec::IntoIter<(G::Move, u16)>,
}

/// Tells every move of `library` that a game from the start can meet, once, however many ways
/// lead to its position; the first way is the one that is gone.
///
/// Needs no stack for deep lines: a file may hold any.
pub fn walk_book<G: Game>(library: &dyn BookLookup<G>, mut tell: impl FnMut(BookEvent<G>)) {
    let start = G::start();
    let mut met = HashSet::from([start.key()]);
    let mut levels = vec![WalkLevel {
        moves: library.moves(&start).into_iter(),
        position: start,
    }];
    while let Some(level) = levels.last_mut() {
        let Some((mv, weight)) = level.moves.next() else {
            levels.pop();
            if !levels.is_empty() {
                tell(BookEvent::TakeBack);
            }
            continue;
        };
        let position = &level.position;
        tell(BookEvent::Move {
            position,
            mv,
            weight,
        });
        let after = position.play(mv);
        let moves = match met.insert(after.key()) {
            true => library.moves(&after),
            false => Vec::new(),
        };
        levels.push(WalkLevel {
            position: after,
            moves: moves.into_iter(),
        });
    }
}
