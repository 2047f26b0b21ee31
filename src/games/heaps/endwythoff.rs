//! End-Wythoff: heaps in a row; take any number of counters from a heap at an end of the row, or the same number from both
//! ends.
//!
//! A. S. Fraenkel and E. Reisner, "The game of End-Wythoff" (2009). No closed form is known: small rows are searched.

use super::position::{HeapFacts, HeapListener, HeapPosition, HeapRules, MAX_LISTED, ensure};
use super::{HeapMove, HeapRule, HeapSymmetry, end, nim, wythoff};
use std::ops::ControlFlow;

pub(super) struct EndWythoff;

impl HeapRules for EndWythoff {
    fn facts(&self) -> HeapFacts {
        HeapFacts { symmetry: HeapSymmetry::Row, ..HeapFacts::named("endwythoff") }
    }

    /// Any two heaps may become the ends, and there is no theory that could choose among more moves than can be listed.
    fn check(&self, position: &HeapPosition) -> Result<(), String> {
        let mut sizes = position.heaps.clone();
        sizes.sort_unstable_by(|one, other| other.cmp(one));
        let second = sizes.get(1).copied().unwrap_or(0);
        let moves = sizes.first().copied().unwrap_or(0).saturating_add(second).saturating_add(second);
        ensure(moves <= MAX_LISTED, || {
            format!("the game is searched: found heaps that allow {moves} moves, expected at most {MAX_LISTED}")
        })
    }

    fn visit_moves(&self, position: &HeapPosition, listener: &mut HeapListener) -> ControlFlow<()> {
        let ends = end::ends(position);
        let mut heaps = ends.iter().map(|&heap| (heap, position.heaps[heap]));
        heaps.try_for_each(|(heap, size)| nim::take_any(heap, size, listener))?;
        match ends[..] {
            [first, last] => wythoff::take_from_both(position, [first, last], listener),
            _ => ControlFlow::Continue(()),
        }
    }

    fn broken_rule(&self, position: &HeapPosition, mv: HeapMove) -> Option<HeapRule> {
        let ends = end::ends(position);
        position.broken_by_taking(mv, 2).or_else(|| wythoff::broken_by_difference(position, mv)).or_else(|| {
            let HeapMove::Change(changes) = mv else { return Some(HeapRule::TakesOnly) };
            changes.iter().any(|(heap, _)| !ends.contains(&heap)).then_some(HeapRule::EndHeap)
        })
    }
}
