//! Wythoff's game: two heaps; take any number of counters from one of them, or the same number from both. It is also a
//! queen that walks to the corner of a board.
//!
//! The theory is by W. A. Wythoff, "A modification of the game of Nim" (1907): the lost pairs are the whole parts of k phi and
//! k phi^2 for k = 0, 1, 2, ..., where phi is the golden ratio. In misere play (0, 1) and (2, 2) take the place of (0, 0) and
//! (1, 2).

use super::moves::{HeapChanges, HeapMove};
use super::position::{HeapFacts, HeapListener, HeapPosition, HeapRules, HeapVerdict, MAX_LISTED, ensure};
use super::{HeapRule, HeapSymmetry, end, nim};
use std::ops::ControlFlow;

pub(super) struct Wythoff;

impl HeapRules for Wythoff {
    fn facts(&self) -> HeapFacts {
        HeapFacts { max_heaps: 2, symmetry: HeapSymmetry::Places, ..HeapFacts::named("wythoff") }
    }

    fn check(&self, position: &HeapPosition) -> Result<(), String> {
        let count = position.heaps.len();
        ensure(count == 2, || format!("found {count} heaps, expected 2"))
    }

    fn visit_moves(&self, position: &HeapPosition, listener: &mut HeapListener) -> ControlFlow<()> {
        position.filled().try_for_each(|(heap, size)| nim::take_any(heap, size, listener))?;
        take_from_both(position, [0, 1], listener)
    }

    fn count_moves(&self, position: &HeapPosition) -> Option<u64> {
        Some(position.total().saturating_add(position.heaps.iter().copied().min().unwrap_or(0)))
    }

    fn broken_rule(&self, position: &HeapPosition, mv: HeapMove) -> Option<HeapRule> {
        position.broken_by_taking(mv, 2).or_else(|| broken_by_difference(position, mv))
    }

    fn theory(&self, position: &HeapPosition) -> Option<HeapVerdict> {
        let [one, other] = position.heaps[..] else { return None };
        let basis = format!("(Wythoff 1907) for heaps that differ by {}", one.abs_diff(other));
        HeapVerdict::theorem(winning_moves(one, other, position.misere).next(), basis)
    }

    fn winning_moves(&self, position: &HeapPosition) -> Option<Vec<HeapMove>> {
        let [one, other] = position.heaps[..] else { return None };
        Some(winning_moves(one, other, position.misere).collect())
    }
}

/// Lists the moves that take the same number from two heaps.
pub(super) fn take_from_both(
    position: &HeapPosition,
    pair: [usize; 2],
    listener: &mut HeapListener,
) -> ControlFlow<()> {
    let [one, other] = pair.map(|heap| position.heaps[heap]);
    for taken in 1..=one.min(other) {
        both(pair, [one - taken, other - taken]).map_or(ControlFlow::Continue(()), &mut *listener)?;
    }
    ControlFlow::Continue(())
}

/// The rule that a move of two heaps breaks if it takes different numbers from them.
pub(super) fn broken_by_difference(position: &HeapPosition, mv: HeapMove) -> Option<HeapRule> {
    let HeapMove::Change(changes) = mv else { return Some(HeapRule::TakesOnly) };
    let mut taken = changes.iter().map(|(heap, size)| position.heaps[heap] - size);
    let first = taken.next();
    taken.any(|taken| Some(taken) != first).then_some(HeapRule::SameFromBoth)
}

fn both(pair: [usize; 2], sizes: [u64; 2]) -> Option<HeapMove> {
    Some(HeapMove::Change(HeapChanges::NONE.with(pair[0], sizes[0])?.with(pair[1], sizes[1])?))
}

/// The moves to lost pairs: from both heaps, and from each.
fn winning_moves(one: u64, other: u64, misere: bool) -> impl Iterator<Item = HeapMove> {
    let lesser = one.min(other);
    let less = less_of_pair(one.abs_diff(other), misere);
    let from_both = less.filter(|&less| less < lesser).and_then(|less| {
        let taken = lesser - less;
        both([0, 1], [one - taken, other - taken])
    });
    let first = partner(other, misere).filter(|&size| size < one);
    let second = partner(one, misere).filter(|&size| size < other);
    let first = first.map(|size| HeapMove::change(0, size));
    let second = second.map(|size| HeapMove::change(1, size));
    from_both.into_iter().chain(first).chain(second).filter(move |_| less != Some(lesser))
}

/// The smaller heap of the lost pair with this difference; `None` if it is too large for 64 bits.
fn less_of_pair(difference: u64, misere: bool) -> Option<u64> {
    match (difference, misere) {
        (0, true) => Some(2),
        (1, true) => Some(0),
        _ => times_phi(difference),
    }
}

/// The whole part of `number` times the golden ratio, (1 + sqrt 5) / 2; `None` if it is too large for 64 bits.
fn times_phi(number: u64) -> Option<u64> {
    let number = u128::from(number);
    let root = number.checked_mul(number)?.checked_mul(5)?.isqrt();
    u64::try_from((number + root) / 2).ok()
}

/// The heap that makes a lost pair with `size`; `None` if it is too large for 64 bits.
fn partner(size: u64, misere: bool) -> Option<u64> {
    if misere && size < 3 {
        return Some([1, 0, 2][size as usize]);
    }
    // It is the lesser heap of the pair with one difference, or the greater one of the pair with another.
    let lesser = difference_with(size, &times_phi);
    let greater = |difference| times_phi(difference)?.checked_add(difference);
    match lesser {
        Some(difference) => size.checked_add(difference),
        None => Some(size - difference_with(size, &greater)?),
    }
}

/// The number at which the increasing `function` has this value.
fn difference_with(value: u64, function: &dyn Fn(u64) -> Option<u64>) -> Option<u64> {
    let (mut low, mut high) = (0, value);
    while low < high {
        let middle = low + (high - low) / 2;
        if function(middle).is_none_or(|found| found >= value) {
            high = middle;
        } else {
            low = middle + 1;
        }
    }
    (function(low) == Some(value)).then_some(low)
}

/// End-Wythoff: heaps in a row; take any number of counters from a heap at an end of the row, or the same number from both
/// ends.
///
/// A. S. Fraenkel and E. Reisner, "The game of End-Wythoff" (2009). No closed form is known: small rows are searched.
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
            [first, last] => take_from_both(position, [first, last], listener),
            _ => ControlFlow::Continue(()),
        }
    }

    fn broken_rule(&self, position: &HeapPosition, mv: HeapMove) -> Option<HeapRule> {
        let ends = end::ends(position);
        position.broken_by_taking(mv, 2).or_else(|| broken_by_difference(position, mv)).or_else(|| {
            let HeapMove::Change(changes) = mv else { return Some(HeapRule::TakesOnly) };
            changes.iter().any(|(heap, _)| !ends.contains(&heap)).then_some(HeapRule::EndHeap)
        })
    }
}
