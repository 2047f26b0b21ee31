//! Counting games: each player makes a total grow, and who reaches its end wins or loses.

use super::position::{HeapFacts, HeapForm, HeapListener, HeapPosition, HeapRules, HeapVerdict, ensure};
use super::{HeapMove, HeapRule};
use std::ops::ControlFlow;

/// A counting game.
pub(super) struct Count {
    name: &'static str,
    /// The last number.
    end: u64,
    /// The greatest number that is added.
    most: u64,
    /// The greatest number that is named first.
    most_at_first: u64,
    /// Whether who says the last number always loses.
    loses: bool,
}

/// The first player names a number from 1 to 19, then each adds 1 to 3. Who must say 21 loses.
pub(super) const TWENTY_ONE: Count = Count { name: "twentyone", end: 21, most: 3, most_at_first: 19, loses: true };

/// Each adds 1 to 10. Who says 100 wins. It is by C.-G. Bachet, "Problèmes plaisants et délectables" (1612).
pub(super) const HUNDRED: Count = Count { name: "hundred", end: 100, most: 10, most_at_first: 10, loses: false };

impl Count {
    /// How much may be added to a total.
    fn limit(&self, total: u64) -> u64 {
        let most = if total == 0 { self.most_at_first } else { self.most };
        most.min(self.end.saturating_sub(total))
    }
}

impl HeapRules for Count {
    fn facts(&self) -> HeapFacts {
        HeapFacts { form: HeapForm::Total, always_misere: self.loses, ..HeapFacts::named(self.name) }
    }

    fn check(&self, position: &HeapPosition) -> Result<(), String> {
        let total = position.total();
        ensure(total <= self.end, || format!("found {total}, expected a total of at most {}", self.end))
    }

    fn visit_moves(&self, position: &HeapPosition, listener: &mut HeapListener) -> ControlFlow<()> {
        let mut added = 1..=self.limit(position.total());
        added.try_for_each(|added| listener(HeapMove::Say(added)))
    }

    fn broken_rule(&self, position: &HeapPosition, mv: HeapMove) -> Option<HeapRule> {
        let HeapMove::Say(added) = mv else { return Some(HeapRule::OtherGame) };
        let allowed = (1..=self.limit(position.total())).contains(&added);
        (!allowed).then_some(HeapRule::Additions)
    }

    fn play(&self, position: &mut HeapPosition, mv: HeapMove) {
        if let HeapMove::Say(added) = mv {
            position.heaps[0] += added;
        }
    }

    /// The mover has lost if what is left is a multiple of the greatest addition and 1, or in misere play 1 more.
    fn theory(&self, position: &HeapPosition) -> Option<HeapVerdict> {
        let total = position.total();
        let step = self.most + 1;
        let goal = (self.end - u64::from(position.misere)) % step;
        let mut wanted = (1..=self.limit(total)).filter(|added| (total + added) % step == goal);
        let winning_move = wanted.next().map(HeapMove::Say);
        let basis = format!("(Bachet 1612): say a number that is {goal} more than a multiple of {step}");
        HeapVerdict::theorem(winning_move, basis)
    }
}
