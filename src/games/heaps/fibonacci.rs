//! Fibonacci Nim: one heap; the first move takes any number of counters but not all, every other at most twice as many as
//! the move before.
//!
//! The theory is by M. J. Whinihan, "Fibonacci Nim" (1963): whoever may take the least part of Zeckendorf's sum of
//! Fibonacci numbers wins. Misere play is normal play without the last counter.

use super::position::{HeapFacts, HeapForm, HeapListener, HeapPosition, HeapRules, HeapVerdict, ensure};
use super::{HeapMove, HeapRule};
use std::ops::ControlFlow;

pub(super) struct Fibonacci;

impl HeapRules for Fibonacci {
    fn facts(&self) -> HeapFacts {
        HeapFacts { form: HeapForm::OneHeap, parameters: &["prev"], ..HeapFacts::named("fibonacci") }
    }

    fn check(&self, position: &HeapPosition) -> Result<(), String> {
        let size = position.total();
        ensure(position.parameters.prev > 0 || size >= 2, || {
            format!("found {size}, expected at least 2 for the first move")
        })
    }

    fn visit_moves(&self, position: &HeapPosition, listener: &mut HeapListener) -> ControlFlow<()> {
        let size = position.total();
        let mut taken = 1..=limit(position);
        taken.try_for_each(|taken| listener(HeapMove::change(0, size - taken)))
    }

    fn count_moves(&self, position: &HeapPosition) -> Option<u64> {
        Some(limit(position))
    }

    fn broken_rule(&self, position: &HeapPosition, mv: HeapMove) -> Option<HeapRule> {
        position.broken_by_taking(mv, 1).or_else(|| {
            let (_, left) = mv.single_change()?;
            let too_many = position.total() - left > limit(position);
            too_many.then_some(if position.parameters.prev == 0 { HeapRule::LeavesOne } else { HeapRule::TwiceTheLast })
        })
    }

    fn play(&self, position: &mut HeapPosition, mv: HeapMove) {
        let before = position.total();
        position.apply(mv);
        position.parameters.prev = before - position.total();
    }

    fn theory(&self, position: &HeapPosition) -> Option<HeapVerdict> {
        let size = position.total();
        let counted = if position.misere { size.saturating_sub(1) } else { size };
        let part = least_zeckendorf_part(counted);
        let limit = limit(position);
        let basis = format!("(Whinihan 1963): least Zeckendorf part {part}, limit {limit}");
        HeapVerdict::theorem((1..=limit).contains(&part).then(|| HeapMove::change(0, size - part)), basis)
    }
}

/// How many counters a move may take.
fn limit(position: &HeapPosition) -> u64 {
    let size = position.total();
    match position.parameters.prev {
        0 => size.saturating_sub(1),
        prev => prev.saturating_mul(2).min(size),
    }
}

/// The least of the Fibonacci numbers, no two of them neighbours, whose sum is `number` (Zeckendorf 1939); 0 for 0.
fn least_zeckendorf_part(mut number: u64) -> u64 {
    let mut part = 0;
    while number > 0 {
        let (mut low, mut high) = (1, 2);
        while high <= number {
            (low, high) = (high, low + high);
        }
        part = low;
        number -= low;
    }
    part
}
