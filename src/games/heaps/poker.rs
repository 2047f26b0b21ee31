//! Poker Nim: as Nim, but a player keeps the counters that he takes, and may put some of them back on a heap instead of
//! taking. The game ends when all heaps are empty.
//!
//! To put counters back does not help: the opponent takes them away again (Berlekamp, Conway and Guy 1982). So that
//! every game ends, counters are put back only a limited number of times in a game.

use super::position::{HeapFacts, HeapListener, HeapPosition, HeapRules, HeapVerdict, MAX_HEAP, ensure};
use super::{HeapMove, HeapRule, nim, sum};
use std::ops::ControlFlow;

pub(super) struct Poker;

impl HeapRules for Poker {
    fn facts(&self) -> HeapFacts {
        HeapFacts { parameters: &["bag", "put"], impartial: false, ..HeapFacts::named("poker") }
    }

    fn check(&self, position: &HeapPosition) -> Result<(), String> {
        let [one, other] = position.parameters.bag;
        ensure(position.total().saturating_add(one).saturating_add(other) <= MAX_HEAP, || {
            format!("expected at most {MAX_HEAP} counters on the table and in the bags")
        })
    }

    fn visit_moves(&self, position: &HeapPosition, listener: &mut HeapListener) -> ControlFlow<()> {
        position.filled().try_for_each(|(heap, size)| nim::take_any(heap, size, listener))?;
        (0..position.heaps.len()).try_for_each(|heap| {
            let mut sizes = (1..=returnable(position)).map(|back| position.heaps[heap] + back);
            sizes.try_for_each(|size| listener(HeapMove::change(heap, size)))
        })
    }

    fn count_moves(&self, position: &HeapPosition) -> Option<u64> {
        let back = returnable(position).saturating_mul(position.heaps.len() as u64);
        Some(position.total().saturating_add(back))
    }

    fn broken_rule(&self, position: &HeapPosition, mv: HeapMove) -> Option<HeapRule> {
        let Some((heap, size)) = mv.single_change() else { return position.broken_by_taking(mv, 1) };
        let Some(&before) = position.heaps.get(heap) else { return Some(HeapRule::NamesHeaps) };
        if size <= before {
            return position.broken_by_taking(mv, 1);
        }
        if position.total() == 0 {
            Some(HeapRule::GameOver)
        } else if position.parameters.put == 0 {
            Some(HeapRule::PutBackLimit)
        } else {
            (size - before > position.parameters.bag[position.side_to_move.index()]).then_some(HeapRule::OwnBag)
        }
    }

    fn play(&self, position: &mut HeapPosition, mv: HeapMove) {
        let Some((heap, size)) = mv.single_change() else { return };
        let before = std::mem::replace(&mut position.heaps[heap], size);
        let bag = &mut position.parameters.bag[position.side_to_move.index()];
        if size < before {
            *bag += before - size;
        } else {
            *bag -= size - before;
            position.parameters.put -= 1;
        }
    }

    fn theory(&self, position: &HeapPosition) -> Option<HeapVerdict> {
        let sum = sum::nim_sum_of(&position.heaps);
        let basis = format!("(Bouton 1901; what is put back is taken again): nim-sum {sum}");
        HeapVerdict::theorem(nim::winning_moves(position).first().copied(), basis)
    }
}

/// How many counters the side to move may put back.
fn returnable(position: &HeapPosition) -> u64 {
    if position.total() == 0 || position.parameters.put == 0 {
        0
    } else {
        position.parameters.bag[position.side_to_move.index()]
    }
}
