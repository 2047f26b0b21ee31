//! Circular Nim: heaps in a circle; take any numbers of counters from up to `k` neighbours, at least one in all.
//!
//! The lost positions of some circles are known: M. Dufour and S. Heubach, "Winning strategies for circular Nim" (2013), after
//! R. Ehrenborg and E. Steingrimsson, "Playing Nim on a simplicial complex" (1996). Other circles, and misere play, are
//! searched.

use super::moves::{HeapChanges, HeapMove};
use super::position::{HeapFacts, HeapListener, HeapPosition, HeapRules, HeapVerdict, MAX_LISTED};
use super::symmetry::HeapSymmetry;
use super::{HeapRule, circular_theory, moore};
use std::ops::ControlFlow;

pub(super) struct Circular;

/// The greatest number of heaps in a circle.
const MAX_CIRCLE: usize = 64;

impl HeapRules for Circular {
    fn facts(&self) -> HeapFacts {
        HeapFacts {
            parameters: &["k"],
            max_heaps: MAX_CIRCLE,
            symmetry: HeapSymmetry::Circle,
            ..HeapFacts::named("circular")
        }
    }

    fn check(&self, position: &HeapPosition) -> Result<(), String> {
        moore::check_k(position)
    }

    fn visit_moves(&self, position: &HeapPosition, listener: &mut HeapListener) -> ControlFlow<()> {
        choose(position, HeapChanges::NONE, listener)
    }

    fn count_moves(&self, position: &HeapPosition) -> Option<u64> {
        Some(count(position, &mut Vec::new()))
    }

    fn broken_rule(&self, position: &HeapPosition, mv: HeapMove) -> Option<HeapRule> {
        position.broken_by_taking(mv, position.k()).or_else(|| {
            let HeapMove::Change(changes) = mv else { return Some(HeapRule::TakesOnly) };
            let heaps: Vec<usize> = changes.iter().map(|(heap, _)| heap).collect();
            (!are_neighbours(position, &heaps)).then_some(HeapRule::Neighbours)
        })
    }

    fn theory(&self, position: &HeapPosition) -> Option<HeapVerdict> {
        let theorem = circular_theory::theorem(position)?;
        let winning_move = match theorem.winning_move {
            Some(constructed) => constructed,
            None if count(position, &mut Vec::new()) > MAX_LISTED => return None,
            None => first_to(position, theorem.is_lost),
        };
        let basis = format!("({}) for {} heaps and k={}", theorem.source, position.heaps.len(), position.k());
        HeapVerdict::theorem(winning_move, basis)
    }
}

/// The first move to heaps that are lost.
fn first_to(position: &HeapPosition, is_lost: fn(&[u64]) -> bool) -> Option<HeapMove> {
    let mut found = None;
    let _ = choose(position, HeapChanges::NONE, &mut |mv| {
        let mut after = position.clone();
        after.apply(mv);
        if is_lost(&after.heaps) {
            found = Some(mv);
            return ControlFlow::Break(());
        }
        ControlFlow::Continue(())
    });
    found
}

/// Whether heaps, in their order, are among `k` neighbours: the greatest gap between two of them in the circle leaves no more.
fn are_neighbours(position: &HeapPosition, heaps: &[usize]) -> bool {
    let circle = position.heaps.len();
    let around = heaps.first().map(|first| first + circle);
    let next = heaps.iter().skip(1).copied().chain(around);
    let gaps = heaps.iter().zip(next).map(|(heap, next)| next - heap);
    let greatest = gaps.max().unwrap_or(circle);
    (circle - greatest + 1) as u64 <= position.k()
}

/// Lists the moves that change more heaps, behind those that `changes` names.
fn choose(position: &HeapPosition, changes: HeapChanges, listener: &mut HeapListener) -> ControlFlow<()> {
    let mut heaps: Vec<usize> = changes.iter().map(|(heap, _)| heap).collect();
    for heap in heaps.last().map_or(0, |last| last + 1)..position.heaps.len() {
        heaps.push(heap);
        if are_neighbours(position, &heaps) {
            for size in (0..position.heaps[heap]).rev() {
                if let Some(more) = changes.with(heap, size) {
                    listener(HeapMove::Change(more))?;
                    choose(position, more, listener)?;
                }
            }
        }
        heaps.pop();
    }
    ControlFlow::Continue(())
}

/// The number of moves that change more heaps than `heaps`, behind them, for each way to change those.
fn count(position: &HeapPosition, heaps: &mut Vec<usize>) -> u64 {
    let next = heaps.last().map_or(0, |last| last + 1);
    let mut sum = 0u64;
    for heap in next..position.heaps.len() {
        heaps.push(heap);
        if position.heaps[heap] > 0 && are_neighbours(position, heaps) {
            let more = count(position, heaps).saturating_add(1);
            sum = sum.saturating_add(more.saturating_mul(position.heaps[heap]));
        }
        heaps.pop();
    }
    sum
}
