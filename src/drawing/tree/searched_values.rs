//! The values that averaging, variable depth and selection find in a tree, and the nodes that they visit.

use super::space::GameSpace;
use crate::any_position::AnyPosition;
use crate::game::{Game, Side};
use crate::textbook::{Fraction, TextbookAlgorithm, TextbookMethod, TextbookStop, end_value, relative};
use std::cmp::Reverse;

/// The value of every node that the algorithm visits, for the first side, MAX; `None` for the other nodes, and for all nodes if
/// the algorithm is minimax, negamax or alpha-beta. `evaluate` is for the side to move, in the unit of the algorithm's threshold.
///
/// # Errors
/// An exact mean has too many digits.
pub fn searched_values(
    tree: &GameSpace,
    algorithm: &TextbookAlgorithm,
    evaluate: &dyn Fn(&AnyPosition) -> i32,
) -> Result<Option<Vec<Option<Fraction>>>, TextbookStop> {
    use TextbookMethod::{Averaging, Selective, Variable};
    if !matches!(algorithm.method, Averaging | Selective | Variable) {
        return Ok(None);
    }
    let static_value = |index: usize| {
        let node = &tree.nodes[index];
        let end = end_value(&node.position, node.level);
        relative(&node.position, end.unwrap_or_else(|| evaluate(&node.position)))
    };
    let static_values = (0..tree.nodes.len()).map(static_value).collect();
    let mut search = Search { tree, algorithm, static_values, found: vec![None; tree.nodes.len()] };
    search.visit(0, None)?;
    Ok(Some(search.found))
}

struct Search<'a> {
    tree: &'a GameSpace,
    algorithm: &'a TextbookAlgorithm,
    /// The value of each node without a search, for the first side: the result where the game is over, else the static evaluation.
    static_values: Vec<i32>,
    found: Vec<Option<Fraction>>,
}

impl Search<'_> {
    fn visit(&mut self, index: usize, parent: Option<i32>) -> Result<Fraction, TextbookStop> {
        let node = &self.tree.nodes[index];
        let (depth, own) = (self.algorithm.depth, self.static_values[index]);
        let is_quiet = node.level >= depth.min && parent.is_some_and(|parent| parent.abs_diff(own) < depth.k);
        let value = if node.branches.is_empty() || is_quiet { own.into() } else { self.mean(index)? };
        self.found[index] = Some(value);
        Ok(value)
    }

    /// The mean of the best children of a node.
    fn mean(&mut self, index: usize) -> Result<Fraction, TextbookStop> {
        let side = self.tree.nodes[index].position.side_to_move();
        let children = self.promising(index, side);
        let values = children.into_iter().map(|child| self.visit(child, Some(self.static_values[index])));
        let mut values = values.collect::<Result<Vec<_>, _>>()?;
        values.sort_unstable();
        if side == Side::First {
            values.reverse();
        }
        values.truncate(self.algorithm.children[side.index()] as usize);
        Fraction::mean(&values).ok_or(TextbookStop::Overflow)
    }

    /// The children that are searched: those with the best static evaluation, in the order of the game.
    fn promising(&self, index: usize, side: Side) -> Vec<usize> {
        let mut children: Vec<usize> = self.tree.nodes[index].branches.iter().map(|&(_, child)| child).collect();
        if let Some(width) = self.algorithm.width {
            // The nodes of a level stand in the order of the game.
            children.sort_by_key(|&child| Reverse(side.relative(self.static_values[child])));
            children.truncate(width as usize);
            children.sort_unstable();
        }
        children
    }
}

#[cfg(test)]
mod tests {
    use super::super::request::TreeRequest;
    use super::*;
    use crate::game::WorkLimit;
    use crate::games::tree::TreePosition;
    use crate::random::Random;
    use crate::textbook::TextbookKnowledge;

    /// A random tree whose inner nodes have values.
    fn random_tree(random: &mut Random, depth: usize) -> String {
        let children = if depth == 0 { 0 } else { random.below(5) };
        let value = random.below(13) as i32 - 6;
        if children == 0 {
            return value.to_string();
        }
        format!("{value}({})", (0..children).map(|_| random_tree(random, depth - 1)).collect::<Vec<_>>().join(" "))
    }

    fn evaluate(position: &AnyPosition) -> i32 {
        crate::games::entry::SmallGame::static_evaluation(position.inside::<TreePosition>())
    }

    #[test]
    fn it_finds_what_the_textbook_finds() {
        let mut random = Random::new(7);
        let algorithms = ["averaging m=2 n=3 depth=4", "variable min=1 max=5 k=4", "selective width=2 depth=5"];
        for number in 0..600 {
            let algorithm: TextbookAlgorithm = algorithms[number % 3].parse().unwrap();
            let text = format!("{} p{}", random_tree(&mut random, 5), 1 + number / 3 % 2);
            let root = AnyPosition::new(TreePosition::parse(&text).unwrap());
            let request = TreeRequest { depth: Some(algorithm.depth()), max_nodes: 10_000, ..TreeRequest::default() };
            let tree = GameSpace::build(root.clone(), &request).unwrap();
            let found = searched_values(&tree, &algorithm, &evaluate).unwrap().unwrap();
            let knowledge = TextbookKnowledge { evaluate: &evaluate, first_step: &|_, _| 0 };
            let oracle = algorithm.run(&root, knowledge, WorkLimit::default());
            assert_eq!(found[0].map(|value| relative(&root, value)), oracle.value.ok(), "{algorithm}: {text}");
            assert_eq!(found.iter().flatten().count() as u64, oracle.counts.nodes, "{algorithm}: {text}");
            assert!(root.outcome().is_some() || tree.nodes.len() > 1);
        }
    }
}
