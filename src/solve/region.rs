//! Where a side can keep a promise: the attractor of the state graph (Zermelo 1913; Koenig 1927).

use super::{StateGraph, StrategyPromise};
use crate::game::{Game, Side};
use std::collections::VecDeque;

/// The positions from which a side can keep a promise.
pub struct SecuredRegion {
    /// What is secured.
    pub promise: StrategyPromise,
    /// For each position the number of plies in which the forcing side reaches its aim, if it can; the other side delays
    /// as long as it can.
    plies: Vec<Option<u32>>,
}

impl SecuredRegion {
    /// Computes where `promise` can be kept.
    ///
    /// If play without end does not keep it, its side must force an end that does. Else the other side must force an end
    /// that breaks it, and the promise can be kept wherever that fails.
    pub fn new<G: Game>(graph: &StateGraph<G>, promise: StrategyPromise) -> SecuredRegion {
        let forces = !promise.is_kept_by_endless_play();
        let side = if forces { promise.side } else { !promise.side };
        let is_aim = |node| graph.end(node).is_some_and(|payoff| promise.is_kept_by(payoff) == forces);
        SecuredRegion { promise, plies: forced_plies(graph, side, is_aim) }
    }

    /// Whether the promise can be kept from a position.
    pub fn contains(&self, node: usize) -> bool {
        self.plies[node].is_some() != self.promise.is_kept_by_endless_play()
    }

    /// The number of plies to the end that is forced from a position: one that keeps the promise, or one that breaks it.
    /// `None` if neither side forces one.
    pub fn plies(&self, node: usize) -> Option<u32> {
        self.plies[node]
    }
}

/// For each position the number of plies in which `side` can force an end for which `is_aim` is true.
fn forced_plies<G: Game>(graph: &StateGraph<G>, side: Side, is_aim: impl Fn(usize) -> bool) -> Vec<Option<u32>> {
    let parents = Parents::new(graph);
    let mut plies = vec![None; graph.len()];
    // The moves of the other side that do not lead to the aim yet.
    let mut escapes: Vec<_> = (0..graph.len()).map(|node| graph.children(node).len()).collect();
    let mut queue: VecDeque<_> = (0..graph.len()).filter(|&node| is_aim(node)).collect();
    for &node in &queue {
        plies[node] = Some(0);
    }
    while let Some(node) = queue.pop_front() {
        let distance = plies[node].map(|plies| plies + 1);
        for &parent in parents.of(node) {
            let parent = parent as usize;
            escapes[parent] -= 1;
            let forced = graph.position(parent).side_to_move() == side || escapes[parent] == 0;
            if forced && plies[parent].is_none() {
                plies[parent] = distance;
                queue.push_back(parent);
            }
        }
    }
    plies
}

/// The moves of the graph by the position that they lead to.
struct Parents {
    first: Vec<usize>,
    parents: Vec<u32>,
}

impl Parents {
    fn new<G: Game>(graph: &StateGraph<G>) -> Parents {
        let mut first = vec![0; graph.len() + 1];
        for &child in (0..graph.len()).flat_map(|node| graph.children(node)) {
            first[child as usize] += 1;
        }
        // The number of all parents up to those of a position: where they end, until they are filled in from behind.
        let mut sum = 0;
        for end in &mut first {
            sum += *end;
            *end = sum;
        }
        let mut parents = vec![0; sum];
        for node in 0..graph.len() {
            for &child in graph.children(node) {
                let place = &mut first[child as usize];
                *place -= 1;
                parents[*place] = node as u32;
            }
        }
        Parents { first, parents }
    }

    fn of(&self, node: usize) -> &[u32] {
        &self.parents[self.first[node]..self.first[node + 1]]
    }
}
