//! Alpha-beta with the history heuristic (Schaeffer 1983, 1989), in the form of Pongor (2009).
//!
//! A move that was best in one position is likely to be good in others, so it is searched earlier. In this
//! form the best move of every inner node, with or without a cutoff, gains 2^ply, where the ply counts from
//! the root. Schaeffer weights by the depth of the searched subtree instead, as is usual today. A node
//! where no value is above alpha has no best move, since its values are only bounds.

use super::{TextbookResult, end_value};
use crate::game::Game;

/// The history values; they may be kept from search to search.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct History {
    values: Vec<u64>,
}

impl History {
    /// The sum of the gains of the moves of `slot`.
    pub fn value(&self, slot: usize) -> u64 {
        self.values.get(slot).copied().unwrap_or(0)
    }

    fn add(&mut self, slot: usize, ply: u32) {
        if slot >= self.values.len() {
            self.values.resize(slot + 1, 0);
        }
        let gain = 1_u64.checked_shl(ply).unwrap_or(u64::MAX);
        self.values[slot] = self.values[slot].saturating_add(gain);
    }
}

/// Finds the same value as [`alpha_beta`](super::alpha_beta). Searches moves in the order of `history`, and
/// updates it; of equally good moves it finds the one that was searched first.
///
/// `slot` maps a move to its history value; the slots should be small numbers, such as the squares that a
/// move goes from and to (Pongor uses the first jump of a multiple capture).
pub fn alpha_beta_with_history<G: Game>(
    position: &G,
    depth: u32,
    evaluate: &impl Fn(&G) -> i32,
    slot: &impl Fn(&G::Move) -> usize,
    history: &mut History,
) -> TextbookResult<G::Move> {
    let mut search = Search {
        depth,
        evaluate,
        slot,
        history,
    };
    search.node(position, 0, (-i32::MAX, i32::MAX))
}

/// Searches to `step` plies, then `step` plies deeper and so on, and finally to `depth`, with one history
/// for all iterations; returns the results of all iterations.
pub fn iterative_deepening<G: Game>(
    position: &G,
    depth: u32,
    step: u32,
    evaluate: &impl Fn(&G) -> i32,
    slot: &impl Fn(&G::Move) -> usize,
    history: &mut History,
) -> Vec<TextbookResult<G::Move>> {
    debug_assert!(step > 0);
    (step..depth)
        .step_by(step as usize)
        .chain([depth])
        .map(|depth| alpha_beta_with_history(position, depth, evaluate, slot, history))
        .collect()
}

struct Search<'a, E, S> {
    depth: u32,
    evaluate: &'a E,
    slot: &'a S,
    history: &'a mut History,
}

impl<E, S> Search<'_, E, S> {
    fn node<G: Game>(
        &mut self,
        position: &G,
        ply: u32,
        (alpha, beta): (i32, i32),
    ) -> TextbookResult<G::Move>
    where
        E: Fn(&G) -> i32,
        S: Fn(&G::Move) -> usize,
    {
        if let Some(outcome) = position.outcome() {
            return TextbookResult::leaf(end_value(outcome, ply));
        }
        if ply == self.depth {
            return TextbookResult::leaf((self.evaluate)(position));
        }
        let mut found = TextbookResult {
            value: -i32::MAX,
            best: None,
            nodes: 1,
        };
        let mut raised = false;
        let mut untried = position.moves();
        while let Some(mv) = self.take_best(&mut untried) {
            let window = (-beta, -alpha.max(found.value));
            let child = self.node(&position.play(mv), ply + 1, window);
            found.nodes += child.nodes;
            if -child.value > found.value {
                found.value = -child.value;
                found.best = Some(mv);
                raised |= found.value > alpha;
            }
            if found.value >= beta {
                break;
            }
        }
        if let Some(best) = found.best.filter(|_| raised) {
            self.history.add((self.slot)(&best), ply);
        }
        found
    }

    /// Removes and returns the move with the greatest history value, of equal ones the first. The values are
    /// read again for every move, since the search of the moves before it has changed them.
    fn take_best<M>(&self, untried: &mut Vec<M>) -> Option<M>
    where
        S: Fn(&M) -> usize,
    {
        let value = |index: usize| self.history.value((self.slot)(&untried[index]));
        let best = (0..untried.len()).rev().max_by_key(|&index| value(index))?;
        Some(untried.remove(best))
    }
}
