//! Searches for capture paths. They visit each state of a capture once, so a king with very many paths costs no more than
//! other pieces.

use super::rules::Criterion;
use super::view::{Capture, Jump, StateTable, View, view};
use super::{DraughtsMove, DraughtsPosition, DraughtsVariant};
use crate::board::Bitset;
use std::ops::ControlFlow;

/// The most states that a search visits.
const MOST_STATES: usize = 1 << 18;

/// The end of a path that fits to a pattern.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct PathEnd {
    /// The move, which need not be legal.
    pub(super) mv: DraughtsMove,
    /// Why the piece may not stop there, apart from captures that go before this one.
    pub(super) fault: Option<StopFault>,
}

/// Why a capture may not stop.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum StopFault {
    /// It goes on.
    GoesOn,
    /// It goes on because a man has just become a king.
    GoesOnAsNewKing,
    /// It goes on from another square behind the same piece.
    GoesOnElsewhere,
    /// The piece must stop directly behind the last one that it captures.
    NotBehind,
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
        view!(self, view => {
            let king = view.kings.has(from);
            let mut search = PatternSearch {
                view: view.without(from),
                from,
                pattern,
                within,
                seen: StateTable::default(),
                ends: Vec::new(),
            };
            search.extend(&Capture::start(from, king), 0);
            search.ends
        })
    }

    /// The bits of the squares of the capture `mv`, from its start to its target. If there are several paths, one that the
    /// rules allow. `None` if there is none.
    pub(super) fn path_of(&self, mv: DraughtsMove) -> Option<Vec<u8>> {
        view!(self, view => {
            let king = view.kings.has(mv.from);
            let precedence = view.rules().precedence;
            let mut search = MoveSearch {
                view: view.without(mv.from),
                king,
                mv,
                order_counts: precedence.contains(&Criterion::KingsSoonest),
                seen: StateTable::default(),
                squares: vec![mv.from],
                best: None,
            };
            let _ = search.extend(&Capture::start(mv.from, king));
            search.best.map(|(_, squares)| squares)
        })
    }
}

impl<V: DraughtsVariant, const DOWN: bool> View<V, DOWN> {
    /// Why a capture may not stop on the square `at` after a jump.
    fn stop_fault(&self, capture: &Capture, jump: &Jump, at: u8) -> Option<StopFault> {
        let goes_on = |at: u8| {
            let (next, ends) = self.landed(capture, jump.victim, at);
            !ends && self.can_jump(&next)
        };
        let may_stop = self.rules().may_stop;
        if !may_stop && goes_on(at) {
            let (next, _) = self.landed(capture, jump.victim, at);
            return Some(if next.promoted && !capture.promoted {
                StopFault::GoesOnAsNewKing
            } else {
                StopFault::GoesOn
            });
        }
        if !may_stop && { jump.landings }.find(|&at| goes_on(at)).is_some() {
            return Some(StopFault::GoesOnElsewhere);
        }
        (!jump.stops.has(at)).then_some(StopFault::NotBehind)
    }
}

/// A search for paths that fit to a pattern.
struct PatternSearch<'a, V, const DOWN: bool> {
    view: View<V, DOWN>,
    from: u8,
    pattern: PathPattern<'a>,
    within: Bitset,
    seen: StateTable<()>,
    ends: Vec<PathEnd>,
}

impl<V: DraughtsVariant, const DOWN: bool> PatternSearch<'_, V, DOWN> {
    /// Continues a capture after `matched` squares of the pattern.
    fn extend(&mut self, capture: &Capture, matched: usize) {
        for jump in self.view.jumps(capture, self.within) {
            for at in jump.landings {
                self.land(capture, &jump, at, matched);
            }
        }
    }

    fn land(&mut self, capture: &Capture, jump: &Jump, at: u8, matched: usize) {
        let PathPattern { between, to, each, behind } = self.pattern;
        let named = between.get(matched).is_some_and(|&named| named == at || behind && jump.landings.has(named));
        let (next, ends) = self.view.landed(capture, jump.victim, at);
        if matched == between.len() && at == to {
            let end = PathEnd {
                mv: DraughtsMove { captured: next.captured, from: self.from, to, promoted: next.promoted },
                fault: self.view.stop_fault(capture, jump, at),
            };
            if !self.ends.contains(&end) {
                self.ends.push(end);
            }
        }
        if ends || each && !named {
            return;
        }
        let matched = matched + usize::from(named);
        if self.seen.len() < MOST_STATES && self.seen.insert(next.state(matched as u32), ()).is_none() {
            self.extend(&next, matched);
        }
    }
}

/// A search for a path of a move.
struct MoveSearch<V, const DOWN: bool> {
    view: View<V, DOWN>,
    king: bool,
    mv: DraughtsMove,
    /// Whether the order of the captured pieces matters.
    order_counts: bool,
    seen: StateTable<()>,
    squares: Vec<u8>,
    /// The path of the highest rank.
    best: Option<(u64, Vec<u8>)>,
}

impl<V: DraughtsVariant, const DOWN: bool> MoveSearch<V, DOWN> {
    fn extend(&mut self, capture: &Capture) -> ControlFlow<()> {
        let view = self.view;
        for jump in view.jumps(capture, self.mv.captured) {
            for at in jump.landings {
                let (next, ends) = view.landed(capture, jump.victim, at);
                self.squares.push(at);
                if self.is_end(capture, &jump, &next) {
                    self.take(&next)?;
                }
                let order = if self.order_counts { next.kings_in_order } else { 0 };
                if !ends && self.seen.len() < MOST_STATES && self.seen.insert(next.state(order), ()).is_none() {
                    self.extend(&next)?;
                }
                self.squares.pop();
            }
        }
        ControlFlow::Continue(())
    }

    fn is_end(&self, before: &Capture, jump: &Jump, end: &Capture) -> bool {
        let DraughtsMove { captured, to, promoted, .. } = self.mv;
        (end.captured, end.at, end.promoted) == (captured, to, promoted)
            && self.view.stop_fault(before, jump, to).is_none()
    }

    fn take(&mut self, end: &Capture) -> ControlFlow<()> {
        let rank = self.view.rank(end, self.king);
        if self.best.as_ref().is_none_or(|(best, _)| rank > *best) {
            self.best = Some((rank, self.squares.clone()));
        }
        if self.order_counts { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
    }
}
