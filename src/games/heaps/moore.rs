//! Moore's Nim: take from one to `k` heaps, any number from each.
//!
//! The theory is by E. H. Moore, "A generalization of the game called Nim" (1910). With a limit `max` on the counters taken
//! in all, positions are searched.

use super::moves::{HeapChanges, HeapMove, HeapRule, MAX_CHANGES};
use super::position::{HeapFacts, HeapListener, HeapPosition, HeapRules, HeapVerdict, MAX_LISTED, ensure};
use std::ops::ControlFlow;

pub(super) struct Moore;

impl HeapRules for Moore {
    fn facts(&self) -> HeapFacts {
        HeapFacts { parameters: &["k", "max"], ..HeapFacts::named("moore") }
    }

    fn check(&self, position: &HeapPosition) -> Result<(), String> {
        check_k(position, MAX_CHANGES as u64)?;
        ensure(position.parameters.max.is_none() || count(position) <= MAX_LISTED, || {
            format!("with a limit max= the game is searched: expected at most {MAX_LISTED} moves without the limit")
        })
    }

    fn visit_moves(&self, position: &HeapPosition, listener: &mut HeapListener) -> ControlFlow<()> {
        choose(position, HeapChanges::NONE, 0, position.parameters.max.unwrap_or(u64::MAX), listener)
    }

    fn count_moves(&self, position: &HeapPosition) -> Option<u64> {
        position.parameters.max.is_none().then(|| count(position))
    }

    fn broken_rule(&self, position: &HeapPosition, mv: HeapMove) -> Option<HeapRule> {
        let max = u128::from(position.parameters.max.unwrap_or(u64::MAX));
        position.broken_by_taking(mv, position.k()).or_else(|| {
            (position.parameters.max.is_some() && taken(position, mv) > max).then_some(HeapRule::FewerCounters)
        })
    }

    fn theory(&self, position: &HeapPosition) -> Option<HeapVerdict> {
        if position.parameters.max.is_some() {
            return None;
        }
        let k = position.k();
        let unbalanced = unbalanced_columns(position);
        let basis = format!("(Moore 1910): {unbalanced} binary columns are not divisible by {}", k + 1);
        HeapVerdict::theorem(winning_move(position), basis)
    }
}

/// Demands the parameter `k`, from 1 to `most`.
pub(super) fn check_k(position: &HeapPosition, most: u64) -> Result<(), String> {
    match position.parameters.k {
        Some(k) if (1..=most).contains(&k) => Ok(()),
        Some(k) => Err(format!("found k={k}, expected k from 1 to {most}")),
        None => Err(format!("expected the parameter k=, from 1 to {most}")),
    }
}

/// Lists the moves that go on from `changes` with heaps from `heap` on and take at most `max` more counters.
fn choose(
    position: &HeapPosition,
    changes: HeapChanges,
    heap: usize,
    max: u64,
    listener: &mut HeapListener,
) -> ControlFlow<()> {
    if changes.len() as u64 == position.k() {
        return ControlFlow::Continue(());
    }
    for (heap, size) in position.heaps.iter().copied().enumerate().skip(heap) {
        for taken in 1..=size.min(max) {
            if let Some(more) = changes.with(heap, size - taken) {
                listener(HeapMove::Change(more))?;
                choose(position, more, heap + 1, max - taken, listener)?;
            }
        }
    }
    ControlFlow::Continue(())
}

/// The number of moves without a limit on the counters: the sum of the first `k` elementary symmetric functions of the
/// heaps.
fn count(position: &HeapPosition) -> u64 {
    let mut ways = vec![0u64; position.k() as usize + 1];
    ways[0] = 1;
    for &size in &position.heaps {
        for chosen in (1..ways.len()).rev() {
            ways[chosen] = ways[chosen].saturating_add(ways[chosen - 1].saturating_mul(size));
        }
    }
    ways[1..].iter().fold(0, |sum, &ways| sum.saturating_add(ways))
}

fn taken(position: &HeapPosition, mv: HeapMove) -> u128 {
    let HeapMove::Change(changes) = mv else { return 0 };
    changes.iter().map(|(heap, size)| position.heaps[heap].saturating_sub(size)).map(u128::from).sum()
}

/// How many of the heaps have this binary digit.
fn column(heaps: &[u64], bit: u32) -> u64 {
    heaps.iter().filter(|&&size| size >> bit & 1 != 0).count() as u64
}

fn unbalanced_columns(position: &HeapPosition) -> usize {
    let groups = position.k() + 1;
    (0..64).map(|bit| column(&position.heaps, bit)).filter(|count| !count.is_multiple_of(groups)).count()
}

fn winning_move(position: &HeapPosition) -> Option<HeapMove> {
    let target = if position.misere && position.heaps.iter().filter(|&&size| size > 1).count() as u64 <= position.k() {
        ones_left(position)?
    } else {
        balanced(position)
    };
    HeapChanges::between(&position.heaps, &target).map(HeapMove::Change)
}

/// The heaps after a move that makes all columns divisible by k + 1; the heaps themselves if they are.
///
/// From the highest column down: heaps that were made smaller in a column are free in the columns below. If the
/// free heaps suffice to fill up a column, they do, and else as many others are made smaller as the column has too many:
/// with the free ones they are at most k.
fn balanced(position: &HeapPosition) -> Vec<u64> {
    let groups = position.k() + 1;
    let mut heaps = position.heaps.clone();
    let mut free = Vec::new();
    for bit in (0..64).rev() {
        free.iter().for_each(|&heap: &usize| heaps[heap] &= !(1 << bit));
        let excess = column(&heaps, bit) % groups;
        let lacking = (groups - excess) % groups;
        if lacking <= free.len() as u64 {
            free.iter().take(lacking as usize).for_each(|&heap| heaps[heap] |= 1 << bit);
        } else {
            let with_digit = (0..heaps.len()).filter(|&heap| heaps[heap] >> bit & 1 != 0);
            let smaller: Vec<usize> = with_digit.take(excess as usize).collect();
            smaller.iter().for_each(|&heap| heaps[heap] &= !(1 << bit));
            free.extend(smaller);
        }
    }
    heaps
}

/// The heaps after a move that leaves heaps of one only, whose number is 1 more than a multiple of k + 1, where at most
/// `k` heaps are greater; `None` if the heaps are such already.
fn ones_left(position: &HeapPosition) -> Option<Vec<u64>> {
    let (k, groups) = (position.k(), position.k() + 1);
    let great = position.heaps.iter().filter(|&&size| size > 1).count() as u64;
    let ones = position.heaps.iter().filter(|&&size| size == 1).count() as u64;
    let mut left = (0..=ones + great).rev().filter(|left| left % groups == 1);
    let left = left.find(|&left| ones.saturating_sub(left) + great <= k)?;
    if great == 0 && left == ones {
        return None;
    }
    let mut more = left;
    let mut heaps: Vec<u64> = position.heaps.clone();
    // Ones stay as long as there is room for them; then great heaps become ones.
    for size in heaps.iter_mut().filter(|size| **size == 1) {
        *size = u64::from(more > 0);
        more = more.saturating_sub(1);
    }
    for (size, before) in heaps.iter_mut().zip(&position.heaps) {
        if *before > 1 {
            *size = u64::from(more > 0);
            more = more.saturating_sub(1);
        }
    }
    Some(heaps)
}
