//! Subtraction games: take a number of counters from one heap: one of the set `take=`, or any number from 1 to `k=`.
//!
//! In normal play a heap of n counters with k has the value n mod (k + 1); for a set the values are periodic. In misere play
//! these games are tame (T. S. Ferguson, "On sums of graph games with last player losing", 1974).

use super::position::{HeapFacts, HeapListener, HeapPosition, HeapRules, HeapVerdict};
use super::take_and_break::{self, TakeAndBreak};
use super::{HeapMove, HeapRule, sum};
use std::ops::ControlFlow;

pub(super) struct Subtraction;

impl HeapRules for Subtraction {
    fn facts(&self) -> HeapFacts {
        HeapFacts { parameters: &["k", "take"], ..HeapFacts::named("subtraction") }
    }

    fn check(&self, position: &HeapPosition) -> Result<(), String> {
        match (position.parameters.k, &position.taking) {
            (Some(_), None) => Ok(()),
            (None, Some(_)) => take_and_break::check(position),
            _ => Err("expected what may be taken: either a set, take=1,3,4, or a limit, k=3".to_owned()),
        }
    }

    fn visit_moves(&self, position: &HeapPosition, listener: &mut HeapListener) -> ControlFlow<()> {
        let Some(k) = position.parameters.k else { return TakeAndBreak::Octal.visit_moves(position, listener) };
        position.filled().try_for_each(|(heap, size)| {
            let mut taken = 1..=size.min(k);
            taken.try_for_each(|taken| listener(HeapMove::change(heap, size - taken)))
        })
    }

    fn count_moves(&self, position: &HeapPosition) -> Option<u64> {
        let Some(k) = position.parameters.k else { return TakeAndBreak::Octal.count_moves(position) };
        Some(position.heaps.iter().map(|&size| size.min(k)).fold(0, u64::saturating_add))
    }

    fn broken_rule(&self, position: &HeapPosition, mv: HeapMove) -> Option<HeapRule> {
        let Some(k) = position.parameters.k else {
            return position.broken_by_taking(mv, 1).or_else(|| TakeAndBreak::Octal.broken_rule(position, mv));
        };
        position.broken_by_taking(mv, 1).or_else(|| {
            let (heap, size) = mv.single_change()?;
            (position.heaps[heap] - size > k).then_some(HeapRule::TakingRule)
        })
    }

    fn theory(&self, position: &HeapPosition) -> Option<HeapVerdict> {
        let Some(k) = position.parameters.k else { return take_and_break::verdict(position) };
        let modulus = k + 1;
        let values: Vec<u64> = position.heaps.iter().map(|size| size % modulus).collect();
        let option = |heap: usize, target: u64| {
            let size = position.heaps[heap];
            // Where the remainder wraps around, the value grows.
            let taken = (values[heap] + modulus.checked_sub(target).filter(|&left| left > 0)?) % modulus;
            (0 < taken && taken <= size).then(|| HeapMove::change(heap, size - taken))
        };
        sum::verdict(position, &values, &option, &|sum| {
            format!("(Bachet 1612, Ferguson 1974): remainders modulo {modulus}, nim-sum {sum}")
        })
    }
}
