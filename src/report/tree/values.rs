//! Values of the nodes of a space, backed up by minimax.

use super::space::{GameSpace, SpaceNode};
use crate::game::{AnyPosition, Game, Side};
use crate::textbook::{WIN, end_value, relative};

/// The values of the nodes of a [`GameSpace`] for the first side, MAX.
pub struct SpaceValues {
    /// The value of every node; `None` if it depends on a repeated position.
    pub values: Vec<Option<i32>>,
    /// Whether ends of the game count by payoffs.
    pub are_payoffs: bool,
}

impl SpaceValues {
    /// Ends of the game have their payoffs or results, other nodes without branches the static evaluation, which is for
    /// the side to move.
    pub fn back_up(space: &GameSpace, evaluate: &dyn Fn(&AnyPosition) -> i32) -> SpaceValues {
        let nodes = &space.nodes;
        let mut parents = vec![Vec::new(); nodes.len()];
        for (index, node) in nodes.iter().enumerate() {
            node.branches
                .iter()
                .for_each(|&(_, child)| parents[child].push(index));
        }
        let mut unknown: Vec<usize> = nodes.iter().map(|node| node.branches.len()).collect();
        let mut values = vec![None; nodes.len()];
        let leaves = (0..nodes.len()).filter(|&index| unknown[index] == 0);
        let mut ready: Vec<usize> = leaves.collect();
        while let Some(index) = ready.pop() {
            let node = &nodes[index];
            let value = best_child(node, &values);
            values[index] = value.or_else(|| Some(leaf_value(space, node, evaluate)));
            for &parent in &parents[index] {
                unknown[parent] -= 1;
                if unknown[parent] == 0 {
                    ready.push(parent);
                }
            }
        }
        let has_payoff = |node: &SpaceNode| node.position.payoff().is_some();
        SpaceValues {
            values,
            are_payoffs: nodes.iter().any(has_payoff),
        }
    }

    /// A value as text: a number, `win 3` for a win of MAX three plies from the root, `loss 2` for one of MIN.
    pub fn text(&self, value: i32) -> String {
        let distance = WIN - value.abs();
        let is_end = !self.are_payoffs && (0..=i32::from(u8::MAX)).contains(&distance);
        let name = if value > 0 { "win" } else { "loss" };
        match (is_end, distance) {
            (false, _) => value.to_string().replace('-', "\u{2212}"),
            (true, 0) => name.to_owned(),
            (true, _) => format!("{name} {distance}"),
        }
    }
}

fn best_child(node: &SpaceNode, values: &[Option<i32>]) -> Option<i32> {
    let children = node.branches.iter();
    let children = children.filter_map(|&(_, child)| values[child]);
    match node.position.side_to_move() {
        Side::First => children.max(),
        Side::Second => children.min(),
    }
}

/// In a graph wins are equal, since a position has no distance from the root.
fn leaf_value(space: &GameSpace, node: &SpaceNode, evaluate: &dyn Fn(&AnyPosition) -> i32) -> i32 {
    let ply = if space.is_graph { 0 } else { node.level };
    let for_mover = end_value(&node.position, ply).unwrap_or_else(|| evaluate(&node.position));
    relative(&node.position, for_mover)
}
