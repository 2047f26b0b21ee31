//! What the search does differently in a game with payoffs.
//!
//! An end is worth its payoff, however near it is. The search stops when an iteration has seen the end of every line. To
//! know that, it notes when it leaves a line earlier: by a static evaluation, by pruning, at a repetition, or by a table
//! entry that rests on one of these. In the types of other games [`Game::has_payoffs`] is the constant false, so the
//! compiler removes the checks.

use super::{Bound, Knowledge, Score, Search, TtEntry};
use crate::game::{Game, Outcome};

impl Score {
    /// The score of a game that is over, `ply` plies from the root, for the side to move: the payoff if it has one, else
    /// by the outcome.
    #[inline]
    pub fn of_end<G: Game>(position: &G, outcome: Outcome, ply: usize) -> Score {
        match position.payoff() {
            Some(payoff) => position.side_to_move().relative(Score::payoff(payoff)),
            None => Score::of(outcome, ply),
        }
    }
}

impl<K: Knowledge> Search<K> {
    /// The score of a game that is over, `ply` plies from the root.
    #[inline]
    pub(super) fn end_score(&self, position: &K::Game, outcome: Outcome, ply: usize) -> Score {
        if position.has_payoffs() { Score::of_end(position, outcome, ply) } else { self.outcome_score(outcome, ply) }
    }

    /// Notes that a score does not come from the ends of all lines below `position`.
    #[inline]
    pub(super) fn leave_line(&mut self, position: &K::Game) {
        if position.has_payoffs() {
            self.left_a_line = true;
        }
    }

    /// Begins the search of the moves of a node: from here to [`end_lines`](Search::end_lines), `left_a_line` is about the
    /// lines of this node alone. Returns what it was.
    #[inline]
    pub(super) fn begin_lines(&mut self, position: &K::Game) -> bool {
        position.has_payoffs() && std::mem::take(&mut self.left_a_line)
    }

    /// Ends the search of the moves of a node. `left_above` is what [`begin_lines`](Search::begin_lines) returned.
    #[inline]
    pub(super) fn end_lines(&mut self, position: &K::Game, left_above: bool) {
        if position.has_payoffs() {
            self.left_a_line |= left_above;
        }
    }

    /// Whether the iteration has seen the end of every line.
    pub(super) fn has_seen_all_ends(&self, position: &K::Game) -> bool {
        position.has_payoffs() && !self.left_a_line
    }

    /// The entry for a node with this score. An entry has no room for large payoffs, so they are stored as bounds. Where
    /// the search has seen the end of every line, and no counter of a draw rule can change the score, it says so.
    #[inline]
    pub(super) fn payoff_entry(&self, position: &K::Game, entry: TtEntry, score: Score) -> TtEntry {
        if !position.has_payoffs() {
            return entry;
        }
        // Quiescence, at depth 0, does not watch its lines.
        let solved = !self.left_a_line && entry.depth > 0 && position.plies_to_draw().is_none();
        TtEntry {
            depth: if solved { TtEntry::SOLVED } else { entry.depth.min(TtEntry::SOLVED - 1) },
            bound: stored_bound(score, entry.bound),
            ..entry
        }
    }
}

/// The bound that remains of a score when it is [held within the estimates](Score::to_i16).
fn stored_bound(score: Score, bound: Bound) -> Bound {
    match bound {
        Bound::Lower | Bound::Exact if score > Score::MAX_ESTIMATE => Bound::Lower,
        Bound::Upper | Bound::Exact if score < -Score::MAX_ESTIMATE => Bound::Upper,
        bound if score.value().abs() <= Score::MAX_ESTIMATE.value() => bound,
        _ => Bound::None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_large_payoff_is_stored_as_a_bound_that_is_true() {
        for (payoff, bound, expected) in [
            (27_998, Bound::Exact, Bound::Exact),
            (27_999, Bound::Exact, Bound::Lower),
            (27_999, Bound::Lower, Bound::Lower),
            (27_999, Bound::Upper, Bound::None),
            (-27_999, Bound::Exact, Bound::Upper),
            (-27_999, Bound::Upper, Bound::Upper),
            (-27_999, Bound::Lower, Bound::None),
            (0, Bound::None, Bound::None),
        ] {
            assert_eq!(stored_bound(Score::payoff(payoff), bound), expected, "{payoff} {bound:?}");
        }
    }
}
