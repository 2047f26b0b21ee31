//! Walks through all lines of a book.

use super::BookLookup;
use crate::any_position::{AnyMove, AnyPosition};
use crate::game::Game;
use std::collections::HashSet;

/// A step of a walk.
#[derive(Debug)]
pub enum BookEvent<'a> {
    /// A move of the book. The moves after it follow, unless its position was visited before.
    Move {
        /// The position before the move.
        position: &'a AnyPosition,
        /// The move.
        mv: AnyMove,
        /// Its weight.
        weight: u16,
    },
    /// Takes back the last move that is not taken back yet.
    TakeBack,
}

/// A position on the current line, and its moves that were not visited yet.
struct WalkLevel {
    position: AnyPosition,
    moves: std::vec::IntoIter<(AnyMove, u16)>,
}

/// Shows every move of `book` that is reachable from `start` to `listener`, once, in depth-first order. If
/// several lines lead to a position, its moves follow the first of them.
///
/// It is not recursive, so that a file with very long lines cannot overflow the stack.
pub fn walk_book(book: &dyn BookLookup, start: &AnyPosition, listener: &mut dyn FnMut(BookEvent)) {
    let mut visited = HashSet::from([start.key()]);
    let mut levels = vec![WalkLevel { moves: book.moves(start).into_iter(), position: start.clone() }];
    while let Some(level) = levels.last_mut() {
        let Some((mv, weight)) = level.moves.next() else {
            levels.pop();
            if !levels.is_empty() {
                listener(BookEvent::TakeBack);
            }
            continue;
        };
        let position = &level.position;
        listener(BookEvent::Move { position, mv, weight });
        let after = position.play(mv);
        let moves = if visited.insert(after.key()) { book.moves(&after) } else { Vec::new() };
        levels.push(WalkLevel { position: after, moves: moves.into_iter() });
    }
}
