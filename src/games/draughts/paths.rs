//! Captures jump by jump, for notation and for tools that need the path of a piece.

use super::view::{Capture, View, view};
use super::{DraughtsMove, DraughtsPosition, DraughtsVariant, Geometry};
use crate::board::Bitset;
use arrayvec::ArrayVec;
use std::ops::ControlFlow;

/// The most pieces that a side has in any game, so the most that a move captures.
const MOST_CAPTURED: usize = 20;

/// A sequence of jumps of one piece.
#[derive(Clone, Debug)]
pub(super) struct Path {
    /// The bits of the start square and of the square after each jump.
    pub(super) squares: ArrayVec<u8, { MOST_CAPTURED + 1 }>,
    /// The bits of the captured pieces, in the order in which they are captured.
    pub(super) order: ArrayVec<u8, MOST_CAPTURED>,
    /// The captured pieces as a set, and what has become of the capturing piece.
    capture: Capture,
    /// Whether the move may end here, as far as this piece is concerned: others may have captures that go first.
    pub(super) complete: bool,
    /// Its rank among the captures of the position.
    rank: u64,
}

impl Path {
    /// The move with this path.
    pub(super) fn end(&self) -> DraughtsMove {
        DraughtsMove {
            captured: self.capture.captured,
            from: self.squares[0],
            to: self.capture.at,
            promoted: self.capture.promoted,
        }
    }
}

impl<V: DraughtsVariant> DraughtsPosition<V> {
    /// The number of orders in which the legal move `mv` can capture its pieces.
    pub(super) fn orders_of(&self, mv: DraughtsMove) -> usize {
        let paths = self.paths_of(mv);
        let best = paths.iter().map(|path| path.rank).max();
        let mut orders: Vec<_> = paths.iter().filter(|path| Some(path.rank) == best).map(|path| &path.order).collect();
        orders.sort();
        orders.dedup();
        orders.len().max(1)
    }

    /// The paths of the legal move `mv`; none if it is no capture.
    pub(super) fn paths_of(&self, mv: DraughtsMove) -> Vec<Path> {
        let mut paths = Vec::new();
        let _ = self.visit_paths_from(mv.from, self.kings.has(mv.from), mv.captured, |path| {
            if path.complete && path.end() == mv {
                paths.push(path.clone());
            }
            ControlFlow::Continue(())
        });
        paths
    }

    /// A number below 2^15 for the start square of the legal move `mv` and the first square where the piece lands. If
    /// there are several paths, that of one of them.
    ///
    /// The numbers are in the order in which the program of Pongor's thesis (Debrecen 2009) lists moves: by direction (down
    /// to the left, down to the right, up to the left, up to the right, with square 1 above), then by square. Captures
    /// have the reverse order.
    pub(super) fn first_step(&self, mv: DraughtsMove) -> usize {
        let path = mv.captured.several().then(|| self.ruled().path_of(mv)).flatten();
        let (from, to) = (mv.from, path.map_or(mv.to, |squares| squares[1]));
        let up = V::Board::SIZE.row(to) < V::Board::SIZE.row(from);
        let right = V::Board::SIZE.column(to) > V::Board::SIZE.column(from);
        let direction = usize::from(up) << 1 | usize::from(right);
        let number = direction << 12 | usize::from(from) << 6 | usize::from(to);
        if mv.captures() { (1 << 15) - 1 - number } else { number }
    }

    /// Passes all paths from the square `from` that capture pieces of `within` to `visitor`, complete or not, each before
    /// its continuations. The piece jumps like a king or like a man.
    pub(super) fn visit_paths_from(
        &self,
        from: u8,
        like_king: bool,
        within: Bitset,
        mut visitor: impl FnMut(&Path) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        let mut path = Path {
            squares: [from].into_iter().collect(),
            order: ArrayVec::new(),
            capture: Capture::start(from, like_king),
            complete: false,
            rank: 0,
        };
        view!(self, view => view.without(from).extend_path(&mut path, within, &mut visitor))
    }
}

impl<V: DraughtsVariant, const DOWN: bool> View<V, DOWN> {
    fn extend_path(
        &self,
        path: &mut Path,
        within: Bitset,
        visitor: &mut dyn FnMut(&Path) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        let capture = path.capture;
        let king = self.kings.has(path.squares[0]);
        let rules = self.rules();
        for jump in self.jumps(&capture, within) {
            let landed = |landing| self.landed(&capture, jump.victim, landing);
            let goes_on = |&landing: &u8| {
                let (next, ends) = landed(landing);
                !ends && self.can_jump(&next)
            };
            let may_end = rules.may_stop || { jump.landings }.find(goes_on).is_none();
            path.order.push(jump.victim.first());
            for landing in jump.landings {
                let (next, ends) = landed(landing);
                path.squares.push(landing);
                path.capture = next;
                path.complete = may_end && jump.stops.has(landing);
                path.rank = self.rank(&next, king);
                visitor(path)?;
                if !ends {
                    self.extend_path(path, within, visitor)?;
                }
                path.squares.pop();
            }
            path.order.pop();
        }
        path.capture = capture;
        ControlFlow::Continue(())
    }
}
