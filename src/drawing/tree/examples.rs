//! Drawings of small trees, for the tests.

use super::drawing::Drawing;
use super::request::TreeRequest;
use super::space::GameSpace;
use super::values::SpaceValues;
use crate::any_position::AnyPosition;
use crate::games::tree::TreePosition;
use crate::random::Random;

/// The drawing of a tree that is given as text.
pub fn drawn(text: &str, alpha_beta: bool, is_graph: bool) -> Drawing {
    let space = whole(text, is_graph);
    drawing_of(&space, &SpaceValues::back_up(&space, &|_| 0), alpha_beta)
}

/// The drawing of a space of trees.
pub fn drawing_of(space: &GameSpace, values: &SpaceValues, alpha_beta: bool) -> Drawing {
    let algorithm = if alpha_beta { "alpha-beta" } else { "minimax" };
    let request = TreeRequest { algorithm: algorithm.parse().unwrap(), and_or: true, ..TreeRequest::default() };
    Drawing::new("example".to_owned(), space, values, None, &request)
}

/// All positions of a tree that is given as text.
pub fn whole(text: &str, is_graph: bool) -> GameSpace {
    let request = TreeRequest { graph: is_graph, max_nodes: 10_000, ..TreeRequest::default() };
    GameSpace::build(AnyPosition::new(TreePosition::parse(text).unwrap()), &request).unwrap()
}

/// The text of a random tree, in which many payoffs are equal. Inner nodes have static evaluations.
pub fn random_tree(random: &mut Random, depth: usize) -> String {
    let children = if depth == 0 { 0 } else { random.below(5) };
    let value = random.below(13) as i32 - 6;
    if children == 0 {
        return value.to_string();
    }
    format!("{value}({})", (0..children).map(|_| random_tree(random, depth - 1)).collect::<Vec<_>>().join(" "))
}
