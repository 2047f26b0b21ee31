//! A ring of coins: take up to `k` coins that lie together, with no gap between them.
//!
//! An unbroken ring of more than `k` coins is lost for the first player if `k` is at least 2: the second player makes two
//! equal runs and answers every move in the other run. Runs are rows of the octal game with `k` digits 7. In misere play
//! the positions are searched.

use super::position::{HeapFacts, HeapForm, HeapListener, HeapPosition, HeapRules, HeapVerdict};
use super::taking::TakingRule;
use super::{HeapMove, HeapRule, moore, take_and_break};
use std::ops::ControlFlow;

pub(super) struct Ring;

/// The greatest `k`.
const MAX_K: u64 = 64;

impl HeapRules for Ring {
    fn facts(&self) -> HeapFacts {
        HeapFacts { form: HeapForm::Ring, parameters: &["k"], ..HeapFacts::named("ring") }
    }

    fn taking_rule(&self, position: &HeapPosition) -> Option<TakingRule> {
        Some(take_and_break::sevens(position.k()))
    }

    fn check(&self, position: &HeapPosition) -> Result<(), String> {
        moore::check_k(position, MAX_K)?;
        take_and_break::check(position)
    }

    fn visit_moves(&self, position: &HeapPosition, listener: &mut HeapListener) -> ControlFlow<()> {
        let mut coins = 0;
        for &run in &position.heaps {
            (1..=run.min(position.k())).try_for_each(|count| {
                let firsts = if position.parameters.unbroken && count < run { run } else { run - count + 1 };
                (coins..coins + firsts).try_for_each(|first| listener(HeapMove::Coins { count, first }))
            })?;
            coins += run;
        }
        ControlFlow::Continue(())
    }

    fn count_moves(&self, position: &HeapPosition) -> Option<u64> {
        let of_run = |&run: &u64| {
            let k = position.k().min(run);
            let most = run.saturating_mul(k);
            if position.parameters.unbroken {
                most - u64::from(k == run) * (run - 1)
            } else {
                most.saturating_sub(k * (k - u64::from(k > 0)) / 2)
            }
        };
        Some(position.heaps.iter().map(of_run).fold(0, u64::saturating_add))
    }

    fn broken_rule(&self, position: &HeapPosition, mv: HeapMove) -> Option<HeapRule> {
        let HeapMove::Coins { count, first } = mv else { return Some(HeapRule::OtherGame) };
        let legal = (1..=position.k()).contains(&count) && {
            let run = run_of(position, first);
            run.is_some_and(|(run, place)| {
                let size = position.heaps[run];
                let around = position.parameters.unbroken && count < size;
                count <= size && (around || count <= size - place)
            })
        };
        (!legal).then_some(HeapRule::CoinsTogether)
    }

    fn play(&self, position: &mut HeapPosition, mv: HeapMove) {
        let HeapMove::Coins { count, first } = mv else { return };
        let Some((run, place)) = run_of(position, first) else { return };
        let size = position.heaps[run];
        let parts = if position.parameters.unbroken { [size - count, 0] } else { [place, size - place - count] };
        position.heaps.splice(run..=run, parts.into_iter().filter(|&part| part > 0));
        position.parameters.unbroken = false;
    }

    fn theory(&self, position: &HeapPosition) -> Option<HeapVerdict> {
        if position.misere {
            return None;
        }
        match position.heaps[..] {
            [coins] if position.parameters.unbroken => {
                let (count, basis) = if coins <= position.k() {
                    (Some(coins), format!("all {coins} coins may be taken"))
                } else if position.k() == 1 {
                    let odd = (coins % 2 == 1).then_some(1);
                    (odd, "the parity of the number of coins decides".to_owned())
                } else {
                    (None, "a broken ring can be made symmetric".to_owned())
                };
                let winning_move = count.map(|count| HeapMove::Coins { count, first: 0 });
                HeapVerdict::theorem(winning_move, format!("(symmetry): {basis}"))
            }
            _ => verdict_on_runs(position),
        }
    }
}

/// The run of a coin, and its place there.
fn run_of(position: &HeapPosition, coin: u64) -> Option<(usize, u64)> {
    let mut place = coin;
    for (run, &size) in position.heaps.iter().enumerate() {
        if place < size {
            return Some((run, place));
        }
        place -= size;
    }
    None
}

/// The verdict by the values of the runs.
fn verdict_on_runs(position: &HeapPosition) -> Option<HeapVerdict> {
    let verdict = take_and_break::verdict(position)?;
    let winning_move = verdict.winning_move.map(|mv| {
        let (run, left, parts) = match mv {
            HeapMove::Split { heap, parts } => (heap as usize, parts[0], parts[0] + parts[1]),
            _ => {
                let (run, size) = mv.single_change().unwrap_or_default();
                (run, 0, size)
            }
        };
        let before: u64 = position.heaps[..run].iter().sum();
        HeapMove::Coins { count: position.heaps[run] - parts, first: before + left }
    });
    Some(HeapVerdict { winning_move, ..verdict })
}
