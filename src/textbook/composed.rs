//! The program of the last sentence of T. Gregorics's lecture ("Two-player games", Budapest): variable depth,
//! selective, (m,n)-averaging, negamax, alpha-beta.
//!
//! The lecture defines no pruning for means. The cuts here are those that cannot change the value. A node takes the mean
//! of its `count` best children:
//!
//! - Once it has `count` children, their mean can only rise. If it reaches beta, the rest cannot matter.
//! - From then on a child matters only if it is better than the worst of them.
//! - Once it has `count - 1`, the next child already ends the node if the mean with that child reaches beta: if the
//!   child is at least `count * beta - sum`, where `sum` is that of the others.
//! - A child below alpha is irrelevant only if the node takes one child alone; as part of a mean it counts in full.
//!
//! If the count is 1, this is the window of alpha-beta.

use super::move_order::{MoveOrder, UntriedMoves};
use super::run::{StoppedTextbook, TextbookRun, TextbookStop};
use super::selective::most_promising;
use super::variable_depth::{VariableDepth, VisitedNode};
use super::{AveragedChildren, Fraction, TextbookResult};
use crate::game::{Game, WorkLimit};

/// The parts of the composed algorithm.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct ComposedSearch {
    /// How many children a node takes the mean of.
    pub children: AveragedChildren,
    /// How deep the tree goes.
    pub depth: VariableDepth,
    /// The greatest number of moves that are searched at a position, at least 1; `None` for all.
    pub width: Option<u32>,
}

/// Bounds outside which the exact value does not matter; `None` is unlimited.
type FractionWindow = (Option<Fraction>, Option<Fraction>);

/// `evaluate` and the value are for the side to move. The value is that of the same search without cuts; the best move is
/// the best child.
///
/// With m = n = 1, equal depths and all moves, the result is that of [`alpha_beta`](super::alpha_beta()), in as many nodes.
///
/// # Errors
/// The exact value is a fraction of more than 128 bits.
pub fn composed<G: Game>(
    position: &G,
    parts: ComposedSearch,
    evaluate: &impl Fn(&G) -> i32,
    order: &mut dyn MoveOrder<G>,
) -> Result<TextbookResult<G::Move, Fraction>, StoppedTextbook<G::Move>> {
    let search = |run: &mut TextbookRun<G>| parts.search(run, position, order);
    TextbookRun::limited(evaluate, WorkLimit::default(), search)
}

impl ComposedSearch {
    pub(super) fn search<G: Game>(
        self,
        run: &mut TextbookRun<G>,
        position: &G,
        order: &mut dyn MoveOrder<G>,
    ) -> Result<Fraction, TextbookStop> {
        let mut search = Search { parts: self, run, order };
        search.node(position, 0, None, (None, None))
    }
}

struct Search<'r, 'a, G: Game> {
    parts: ComposedSearch,
    run: &'r mut TextbookRun<'a, G>,
    order: &'r mut dyn MoveOrder<G>,
}

impl<G: Game> Search<'_, '_, G> {
    /// The value is exact inside the window, else a bound on the same side of it.
    fn node(
        &mut self,
        position: &G,
        ply: u32,
        parent: Option<i32>,
        (alpha, beta): FractionWindow,
    ) -> Result<Fraction, TextbookStop> {
        let ComposedSearch { children, depth, width } = self.parts;
        let evaluation = match depth.visit(self.run, position, ply, parent)? {
            VisitedNode::Leaf(value) => return Ok(value.into()),
            VisitedNode::Inner(evaluation) => evaluation,
        };
        let moves = most_promising(self.run, position, width.unwrap_or(u32::MAX));
        let mut best = BestChildren::new(children.of(position.side_to_move()).min(moves.len()));
        let mut best_rank = None;
        let mut untried = UntriedMoves::new(position, moves, self.order);
        let mut tried = 0;
        let mut cutoff = false;
        while let Some((mv, rank)) = untried.take(ply, self.order) {
            tried += 1;
            let (low, high) = best.window(alpha, beta).ok_or(TextbookStop::Overflow)?;
            let window = (high.map(|it| -it), low.map(|it| -it));
            let child = -self.node(&position.play(mv), ply + 1, evaluation, window)?;
            if best.insert(child) {
                best_rank = Some(rank);
                self.run.improve(ply, mv);
            }
            cutoff = best.reach(beta).ok_or(TextbookStop::Overflow)?;
            if cutoff {
                self.run.cut(tried);
                break;
            }
        }
        let value = best.mean().ok_or(TextbookStop::Overflow)?;
        // Where no value is above alpha, all are bounds, and no move is the best.
        if let Some(rank) = best_rank.filter(|_| alpha.is_none_or(|alpha| value > alpha)) {
            self.order.learn(ply, rank, cutoff);
        }
        Ok(value)
    }
}

/// The best children of a node so far. Methods return `None` on overflow.
struct BestChildren {
    /// How many of them the node takes the mean of.
    count: usize,
    /// Their values, the best first; at most `count`.
    values: Vec<Fraction>,
}

impl BestChildren {
    fn new(count: usize) -> BestChildren {
        BestChildren { count, values: Vec::with_capacity(count) }
    }

    /// Adds a child. Returns whether it is the best one.
    fn insert(&mut self, child: Fraction) -> bool {
        let place = self.values.partition_point(|&value| value >= child);
        self.values.insert(place, child);
        self.values.truncate(self.count);
        place == 0
    }

    /// The window of the next child, if the window of the node is `alpha` to `beta`.
    fn window(&self, alpha: Option<Fraction>, beta: Option<Fraction>) -> Option<FractionWindow> {
        let last = self.values.get(self.count - 1).copied();
        // Anything is better than `None`.
        let low = if self.count == 1 { alpha.max(last) } else { last };
        let high = match beta {
            Some(beta) if self.values.len() + 1 >= self.count => {
                let sum = Fraction::sum(&self.values[..self.count - 1])?;
                Some(beta.checked_mul(self.count as u32)?.checked_add(-sum)?)
            }
            _ => None,
        };
        Some((low, high))
    }

    /// Whether the mean, which further children can only raise, is `beta` or more.
    fn reach(&self, beta: Option<Fraction>) -> Option<bool> {
        match beta {
            Some(beta) if self.values.len() == self.count => Some(self.mean()? >= beta),
            _ => Some(false),
        }
    }

    fn mean(&self) -> Option<Fraction> {
        Fraction::mean(&self.values)
    }
}
