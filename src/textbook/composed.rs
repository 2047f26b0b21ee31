//! The program of the last sentence of T. Gregorics's lecture ("Two-player games", Budapest): variable depth,
//! selective, (m,n)-averaging, negamax, alpha-beta.
//!
//! (m,n)-averaging: an evaluation errs, and the mean of several good moves errs less than the best one.
//!
//! Variable depth: a position whose value has just changed much is not quiet, and its static evaluation is not to be trusted.
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
//! If the count is 1, this is the window of alpha-beta. The parts alone are the same search without cuts.

use super::move_order::{MoveOrder, UntriedMoves, evaluate_move};
use super::run::{TextbookRun, TextbookStop};
use super::{Fraction, TextbookAlgorithm, TextbookMethod, relative};
use crate::game::Game;
use std::cmp::Reverse;

/// Bounds outside which the exact value does not matter; `None` is unlimited.
type FractionWindow = (Option<Fraction>, Option<Fraction>);

/// The value for the side to move, exact whether or not there are cuts.
pub(super) fn search<'a, G: Game>(
    run: &mut TextbookRun<'a, G>,
    position: &G,
    algorithm: &TextbookAlgorithm,
    order: &mut MoveOrder<'a, G>,
) -> Result<Fraction, TextbookStop> {
    Search { algorithm, run, order }.node(position, 0, None, (None, None))
}

struct Search<'r, 'a, G: Game> {
    algorithm: &'r TextbookAlgorithm,
    run: &'r mut TextbookRun<'a, G>,
    order: &'r mut MoveOrder<'a, G>,
}

impl<G: Game> Search<'_, '_, G> {
    /// The value is exact inside the window, else a bound on the same side of it. `parent` is the static evaluation of the
    /// position before, for the first side, where the depth rests on it.
    fn node(
        &mut self,
        position: &G,
        ply: u32,
        parent: Option<i32>,
        (alpha, beta): FractionWindow,
    ) -> Result<Fraction, TextbookStop> {
        let &TextbookAlgorithm { method, depth, children, width, .. } = self.algorithm;
        if let Some(value) = self.run.visit(position, ply, depth.max)? {
            return Ok(value.into());
        }
        let mut evaluation = None;
        if depth.min < depth.max && ply + 1 >= depth.min {
            let value = relative(position, (self.run.evaluate)(position));
            if ply >= depth.min && parent.is_some_and(|parent| parent.abs_diff(value) < depth.k) {
                return Ok(self.run.evaluate_leaf(position).into());
            }
            evaluation = Some(value);
        }
        let moves = most_promising(self.run, position, width.unwrap_or(u32::MAX));
        let count = children[position.side_to_move().index()] as usize;
        let mut best = BestChildren::new(count.min(moves.len()));
        let mut best_rank = None;
        let mut untried = UntriedMoves::new(position, moves, self.order);
        let mut tried = 0;
        let mut cutoff = false;
        while let Some((mv, rank)) = untried.take(ply, self.order) {
            tried += 1;
            let window = if method == TextbookMethod::Composed { best.window(alpha, beta) } else { Some((None, None)) };
            let (low, high) = window.ok_or(TextbookStop::Overflow)?;
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

/// The `width` most promising moves, in the order in which the game lists them. Of equally promising moves it takes the
/// first.
fn most_promising<G: Game>(run: &TextbookRun<G>, position: &G, width: u32) -> Vec<G::Move> {
    let (moves, width) = (position.moves(), width as usize);
    if moves.len() <= width {
        return moves;
    }
    let value = |index: &usize| evaluate_move(run.evaluate, position, moves[*index]);
    let mut indices: Vec<usize> = (0..moves.len()).collect();
    indices.sort_by_cached_key(|index| Reverse(value(index)));
    indices.truncate(width);
    indices.sort_unstable();
    indices.into_iter().map(|index| moves[index]).collect()
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
