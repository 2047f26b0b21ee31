//! The divisor game: divide a number by a power of a prime that divides it, down to 1. The exponents of the prime factors
//! are the heaps of Nim.

use super::factor::factors;
use super::position::{HeapFacts, HeapForm, HeapListener, HeapPosition, HeapRules, HeapVerdict, ensure};
use super::{HeapMove, HeapRule, sum};
use std::ops::ControlFlow;

pub(super) struct Divisor;

impl HeapRules for Divisor {
    fn facts(&self) -> HeapFacts {
        HeapFacts { form: HeapForm::Number, ..HeapFacts::named("divisor") }
    }

    fn check(&self, position: &HeapPosition) -> Result<(), String> {
        ensure(position.total() > 0, || "found 0, expected a number of at least 1".to_owned())
    }

    fn visit_moves(&self, position: &HeapPosition, listener: &mut HeapListener) -> ControlFlow<()> {
        for (prime, exponent) in factors(position.total()) {
            (1..=exponent).map(|power| prime.pow(power)).try_for_each(|by| listener(HeapMove::Divide(by)))?;
        }
        ControlFlow::Continue(())
    }

    fn broken_rule(&self, position: &HeapPosition, mv: HeapMove) -> Option<HeapRule> {
        let HeapMove::Divide(by) = mv else { return Some(HeapRule::OtherGame) };
        let divides = by > 1 && position.total().is_multiple_of(by);
        let legal = divides && factors(by).len() == 1;
        (!legal).then_some(HeapRule::PrimePower)
    }

    fn play(&self, position: &mut HeapPosition, mv: HeapMove) {
        if let HeapMove::Divide(by) = mv {
            position.heaps[0] /= by;
        }
    }

    fn theory(&self, position: &HeapPosition) -> Option<HeapVerdict> {
        let factors = factors(position.total());
        let exponents: Vec<u64> = factors.iter().map(|&(_, exponent)| exponent.into()).collect();
        let option = |place: usize, left| {
            let (prime, exponent) = factors[place];
            let taken = exponent.checked_sub(left as u32).filter(|&taken| taken > 0)?;
            Some(HeapMove::Divide(prime.pow(taken)))
        };
        sum::verdict(position, &exponents, &option, &|sum| format!("(Bouton 1901): nim-sum {sum} of the exponents"))
    }
}
