//! Building Nim: the players place tokens one at a time on heaps, then play Nim with them.
//!
//! The theory of normal play from empty heaps is by E. Duchene, M. Dufour, S. Heubach and U. Larsson, "Building Nim" (2016).
//! Positions on the way, and misere play, are searched.

use super::nim::{self, Nim};
use super::position::{HeapFacts, HeapForm, HeapListener, HeapPosition, HeapRules, HeapVerdict, MAX_HEAP, ensure};
use super::{HeapMove, HeapRule};
use std::ops::ControlFlow;

pub(super) struct Building;

impl HeapRules for Building {
    fn facts(&self) -> HeapFacts {
        HeapFacts { form: HeapForm::Tokens, parameters: &["l"], ..HeapFacts::named("building") }
    }

    fn check(&self, position: &HeapPosition) -> Result<(), String> {
        ensure(position.parameters.tokens.saturating_add(position.total()) <= MAX_HEAP, || {
            format!("expected at most {MAX_HEAP} tokens, with those on the heaps")
        })
    }

    fn visit_moves(&self, position: &HeapPosition, listener: &mut HeapListener) -> ControlFlow<()> {
        if position.parameters.tokens > 0 {
            return (0..position.heaps.len() as u32).try_for_each(|heap| listener(HeapMove::Place(heap)));
        }
        position.filled().try_for_each(|(heap, size)| nim::take_any(heap, size, listener))
    }

    fn count_moves(&self, position: &HeapPosition) -> Option<u64> {
        Some(if position.parameters.tokens > 0 { position.heaps.len() as u64 } else { position.total() })
    }

    fn broken_rule(&self, position: &HeapPosition, mv: HeapMove) -> Option<HeapRule> {
        match mv {
            HeapMove::Place(_) if position.parameters.tokens == 0 => Some(HeapRule::NoTokens),
            HeapMove::Place(heap) => {
                let exists = (heap as usize) < position.heaps.len();
                (!exists).then_some(HeapRule::NamesHeaps)
            }
            _ if position.parameters.tokens > 0 => Some(HeapRule::TokensFirst),
            _ => position.broken_by_taking(mv, 1),
        }
    }

    fn play(&self, position: &mut HeapPosition, mv: HeapMove) {
        if let HeapMove::Place(heap) = mv {
            position.heaps[heap as usize] += 1;
            position.parameters.tokens -= 1;
        } else {
            position.apply(mv);
        }
    }

    fn theory(&self, position: &HeapPosition) -> Option<HeapVerdict> {
        let tokens = position.parameters.tokens;
        if tokens == 0 {
            return Nim.theory(position);
        }
        if position.misere || position.total() > 0 {
            return None;
        }
        let lost = match position.heaps.len() {
            _ if !tokens.is_multiple_of(2) => true,
            places if places.is_multiple_of(2) => true,
            3 => (tokens + 2).is_power_of_two(),
            _ => return None,
        };
        let winning_move = (!lost).then_some(HeapMove::Place(0));
        HeapVerdict::theorem(winning_move, format!("(Duchene, Dufour, Heubach and Larsson 2016) for {tokens} tokens"))
    }
}
