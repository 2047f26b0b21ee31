//! Captures jump by jump, for notation and for tools that need the path of a piece; and the captures that a written move
//! can mean.

use super::rules::Criterion;
use super::view::{Capture, Jump, StateTable, View, view};
use super::{DraughtsMove, DraughtsPosition, DraughtsVariant, Geometry};
use crate::board::Bitset;
use std::collections::BTreeSet;
use std::ops::ControlFlow;

/// The most states that a search visits.
const MOST_STATES: usize = 1 << 18;

/// A sequence of jumps of one piece.
pub(super) struct CapturePath<'a> {
    /// The move that ends here. It need not be legal.
    pub(super) mv: DraughtsMove,
    /// The bits of the start square and of the square after each jump.
    pub(super) squares: &'a [u8],
    /// The bits of the captured pieces, in the order in which they are captured.
    order: &'a [u8],
    /// One bit for each captured piece, the last one lowest: whether it is a king.
    kings_in_order: u32,
    /// The squares where the piece may land after its last jump if it goes on.
    pub(super) landings: Bitset,
    /// Its rank among the captures of the position.
    rank: u64,
    /// The number that the visitor gave to the path without the last jump; 0 at the start.
    pub(super) number: u32,
    /// Why the piece may not stop here, apart from captures that go before this one.
    pub(super) fault: &'a dyn Fn() -> Option<StopFault>,
}

/// Why a capture may not stop. The most telling reason comes first in the order.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(super) enum StopFault {
    /// It goes on because a man has just become a king.
    GoesOnAsNewKing,
    /// It goes on.
    GoesOn,
    /// It goes on from another square behind the same piece.
    GoesOnElsewhere,
    /// The piece must stop directly behind the last one that it captures.
    NotBehind,
}

/// Hears of paths, and breaks the search, or says whether to continue the path, and with which number.
type PathVisitor<'a> = dyn FnMut(&CapturePath) -> ControlFlow<(), Option<u32>> + 'a;

impl CapturePath<'_> {
    /// Whether the legal move `mv` can have this path.
    fn is_of(&self, mv: DraughtsMove) -> bool {
        self.mv == mv && (self.fault)().is_none()
    }
}

impl<V: DraughtsVariant> DraughtsPosition<V> {
    /// The number of orders in which the legal move `mv` can capture its pieces.
    pub(super) fn orders_of(&self, mv: DraughtsMove) -> usize {
        if !mv.captured.several() {
            return 1;
        }
        let mut orders = BTreeSet::new();
        self.visit_paths(mv.from, self.kings.has(mv.from), mv.captured, false, &mut |path| {
            if path.is_of(mv) {
                orders.insert((path.rank, path.order.to_vec()));
            }
            ControlFlow::Continue(Some(0))
        });
        let best = orders.last().map(|&(rank, _)| rank);
        orders.iter().filter(|&&(rank, _)| Some(rank) == best).count().max(1)
    }

    /// The bits of the squares of the capture `mv`, from its start to its target. If there are several paths, one that the
    /// rules allow. `None` if there is none.
    pub(super) fn path_of(&self, mv: DraughtsMove) -> Option<Vec<u8>> {
        let order_counts = self.rules().precedence.contains(&Criterion::KingsSoonest);
        let mut best: Option<(u64, Vec<u8>)> = None;
        self.visit_paths(mv.from, self.kings.has(mv.from), mv.captured, true, &mut |path| {
            if path.is_of(mv) && best.as_ref().is_none_or(|&(rank, _)| path.rank > rank) {
                best = Some((path.rank, path.squares.to_vec()));
                if !order_counts {
                    return ControlFlow::Break(());
                }
            }
            ControlFlow::Continue(Some(if order_counts { path.kings_in_order } else { 0 }))
        });
        best.map(|(_, squares)| squares)
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

    /// Passes the paths from the square `from` that capture pieces of `within` to `visitor`, each before its continuations.
    /// The piece jumps like a king or like a man.
    ///
    /// If `once` is true, only one of the paths that lead to the same state of the capture, with the same number, is
    /// continued. So a king with very many paths costs no more than other pieces.
    pub(super) fn visit_paths(&self, from: u8, like_king: bool, within: Bitset, once: bool, visitor: &mut PathVisitor) {
        view!(self, view => {
            let king = view.kings.has(from);
            let seen = once.then(StateTable::default);
            let mut search =
                PathSearch { view: view.without(from), king, within, seen, squares: vec![from], order: Vec::new() };
            let _ = search.extend(&Capture::start(from, like_king), 0, visitor);
        })
    }
}

/// A search for paths.
struct PathSearch<V, const DOWN: bool> {
    view: View<V, DOWN>,
    /// Whether the piece is a king before the move.
    king: bool,
    within: Bitset,
    /// The states that were visited; `None` if they may be visited again.
    seen: Option<StateTable<()>>,
    squares: Vec<u8>,
    order: Vec<u8>,
}

impl<V: DraughtsVariant, const DOWN: bool> PathSearch<V, DOWN> {
    fn extend(&mut self, before: &Capture, number: u32, visitor: &mut PathVisitor) -> ControlFlow<()> {
        let view = self.view;
        for jump in view.jumps(before, self.within) {
            self.order.push(jump.victim.first());
            for at in jump.landings {
                let (capture, ends) = view.landed(before, jump.victim, at);
                self.squares.push(at);
                let Capture { captured, promoted, kings_in_order, .. } = capture;
                let next = visitor(&CapturePath {
                    mv: DraughtsMove { captured, from: self.squares[0], to: at, promoted },
                    squares: &self.squares,
                    order: &self.order,
                    kings_in_order,
                    landings: jump.landings,
                    rank: view.rank(&capture, self.king),
                    number,
                    fault: &|| view.stop_fault(before, &jump, at),
                })?;
                if let Some(number) = next
                    && !ends
                    && self.is_new(&capture, number)
                {
                    self.extend(&capture, number, visitor)?;
                }
                self.squares.pop();
            }
            self.order.pop();
        }
        ControlFlow::Continue(())
    }

    fn is_new(&mut self, capture: &Capture, number: u32) -> bool {
        let Some(seen) = &mut self.seen else { return true };
        seen.len() < MOST_STATES && seen.insert(capture.state(number), ()).is_none()
    }
}

impl<V: DraughtsVariant, const DOWN: bool> View<V, DOWN> {
    /// Why a capture may not stop on the square `at` after a jump.
    fn stop_fault(&self, capture: &Capture, jump: &Jump, at: u8) -> Option<StopFault> {
        let continued = |at: u8| {
            let (next, ends) = self.landed(capture, jump.victim, at);
            (!ends && self.can_jump(&next)).then_some(next)
        };
        let may_stop = self.rules().may_stop;
        match continued(at).filter(|_| !may_stop) {
            Some(next) if next.promoted && !capture.promoted => Some(StopFault::GoesOnAsNewKing),
            Some(_) => Some(StopFault::GoesOn),
            None if !may_stop && { jump.landings }.find(|&at| continued(at).is_some()).is_some() => {
                Some(StopFault::GoesOnElsewhere)
            }
            None => (!jump.stops.has(at)).then_some(StopFault::NotBehind),
        }
    }
}

/// The end of a path that fits to a pattern.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct PathEnd {
    /// The move, which need not be legal.
    pub(super) mv: DraughtsMove,
    /// Why the piece may not stop there, apart from captures that go before this one.
    pub(super) fault: Option<StopFault>,
}

/// What a written capture says about the squares after its start.
#[derive(Clone, Copy)]
pub(super) struct PathPattern<'a> {
    /// The bits of squares between the start and the target, in order.
    pub(super) between: &'a [u8],
    /// The bit of the target square.
    pub(super) to: u8,
    /// Whether `between` has a square for every jump but the last one; otherwise for some of them.
    pub(super) each: bool,
    /// Whether any square on which the piece may land behind a captured one stands for that on which it lands.
    pub(super) behind: bool,
}

impl<'a> PathPattern<'a> {
    /// The ways to read written squares, the strictest first.
    pub(super) fn readings(between: &'a [u8], to: u8) -> [PathPattern<'a>; 4] {
        let ways = [(true, false), (true, true), (false, false), (false, true)];
        ways.map(|(each, behind)| PathPattern { between, to, each, behind })
    }
}

impl<V: DraughtsVariant> DraughtsPosition<V> {
    /// The ends of all paths from the square `from` that fit to a pattern and capture pieces of `within`. They need not
    /// be legal moves.
    pub(super) fn ends_of(&self, from: u8, pattern: PathPattern, within: Bitset) -> Vec<PathEnd> {
        let PathPattern { between, to, each, behind } = pattern;
        let mut ends = Vec::new();
        // The number of a path says how many squares of the pattern come before its last jump.
        self.visit_paths(from, self.kings.has(from), within, true, &mut |path| {
            let (matched, at) = (path.number as usize, path.mv.to);
            let is_named = |&named: &u8| named == at || behind && path.landings.has(named);
            let named = between.get(matched).is_some_and(is_named);
            if matched == between.len() && at == to {
                let end = PathEnd { mv: path.mv, fault: (path.fault)() };
                if !ends.contains(&end) {
                    ends.push(end);
                }
            }
            ControlFlow::Continue((named || !each).then_some(path.number + u32::from(named)))
        });
        ends
    }
}
