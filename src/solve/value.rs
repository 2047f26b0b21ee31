//! The value of a position, and the moves that keep it.

use super::{SecuredRegion, StateGraph, StrategyPromise};
use crate::game::{Game, Side};

/// The value of the root of a state graph.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SolvedPosition<M> {
    /// The payoff for the first side with best play of both. In games without payoffs it is 1 for a win, 0 for a draw and
    /// -1 for a loss.
    pub value: i32,
    /// The number of plies to the end if one side forces it and the game has no payoffs: the winner hurries, the loser
    /// delays.
    pub plies: Option<u32>,
    /// The moves that keep the value, the best first: the nearest win, the farthest loss.
    pub best: Vec<SolvedMove<M>>,
}

/// A move that keeps the value.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct SolvedMove<M> {
    /// The move.
    pub mv: M,
    /// The number of plies to the end, with the move itself, as in [`SolvedPosition::plies`].
    pub plies: Option<u32>,
}

impl<M: Copy> SolvedPosition<M> {
    /// Computes the value of the first position of a graph.
    pub fn new<G: Game<Move = M>>(graph: &StateGraph<G>) -> SolvedPosition<M> {
        // Zero stands for play without end.
        let mut payoffs: Vec<_> = graph.payoffs().chain([0]).collect();
        payoffs.sort_unstable();
        payoffs.dedup();
        let is_secured =
            |&at_least: &i32| SecuredRegion::new(graph, StrategyPromise { side: Side::First, at_least }).contains(0);
        // What is below the least payoff is secured anyway.
        let secured = 1 + payoffs[1..].partition_point(is_secured);
        let value = payoffs[secured - 1];
        // The promise of the side that wins, so that the plies are those to the end.
        let side = if value < 0 { Side::Second } else { Side::First };
        let region = SecuredRegion::new(graph, StrategyPromise { side, at_least: value.saturating_abs() });
        let is_decided = value != 0 && !graph.position(0).has_payoffs();
        let plies = |node| region.plies(node).filter(|_| is_decided);
        let mut best = kept_moves(graph, value, &plies);
        let hurries = graph.position(0).side_to_move() == side;
        best.sort_by(|one, other| {
            let order = one.plies.cmp(&other.plies);
            if hurries { order } else { order.reverse() }
        });
        SolvedPosition { value, plies: plies(0), best }
    }
}

/// The moves at the root that keep the value. `plies` are those from a position to the end.
fn kept_moves<G: Game>(
    graph: &StateGraph<G>,
    value: i32,
    plies: &dyn Fn(usize) -> Option<u32>,
) -> Vec<SolvedMove<G::Move>> {
    if graph.end(0).is_some() {
        return Vec::new();
    }
    let side = graph.position(0).side_to_move();
    let region = SecuredRegion::new(graph, StrategyPromise { side, at_least: side.relative(value) });
    let moves = graph.children(0).iter().map(|&child| child as usize).zip(graph.position(0).moves());
    let kept = moves.filter(|&(child, _)| region.contains(child));
    kept.map(|(child, mv)| SolvedMove { mv, plies: plies(child).map(|plies| plies + 1) }).collect()
}
