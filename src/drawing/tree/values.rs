//! Values of the nodes of a space: backed up by minimax, or found by averaging, variable depth and selection, which visit only some of
//! the nodes.

use super::layered_graph::in_order;
use super::space::{GameSpace, SpaceNode};
use crate::any_position::AnyPosition;
use crate::eval::pawn_unit::{pawns_text, to_hundredths};
use crate::game::{Game, Side};
use crate::textbook::{Fraction, TextbookAlgorithm, TextbookMethod, TextbookStop, WIN, end_text, end_value, relative};
use std::cmp::Reverse;

/// Evaluations stay below this number, and means in which a win or a loss counts are above it.
const LARGEST_EVALUATION: i32 = 30_000;

/// The values of the nodes of a [`GameSpace`] for the first side, MAX.
pub struct SpaceValues {
    /// The minimax value of every node; `None` if it depends on a repeated position.
    pub values: Vec<Option<i32>>,
    /// Whether the values are payoffs. A line that is not finished counts 0.
    pub are_payoffs: bool,
    /// Whether nodes at the depth of the space have the static evaluation as their value.
    pub are_evaluated: bool,
    /// The evaluation that is shown as one pawn or man.
    pub pawn_value: i32,
}

impl SpaceValues {
    /// Ends of the game have their payoffs or results, other nodes without branches the static evaluation, which is for
    /// the side to move, in hundredths of a pawn or man.
    pub fn back_up(space: &GameSpace, evaluate: &dyn Fn(&AnyPosition) -> i32) -> SpaceValues {
        let nodes = &space.nodes;
        let branches =
            nodes.iter().enumerate().flat_map(|(index, node)| node.branches.iter().map(move |it| (index, it)));
        let mut values = vec![None; nodes.len()];
        in_order(nodes.len(), branches.map(|(index, &(_, child))| [child, index]), |index, _| {
            let node = &nodes[index];
            values[index] = best_child(node, &values).or_else(|| Some(leaf_value(space, node, evaluate)));
        });
        let are_payoffs = nodes.iter().any(|node| node.position.has_payoffs());
        SpaceValues { values, are_payoffs, are_evaluated: !are_payoffs && space.is_cut_short(), pawn_value: 100 }
    }

    /// The value of an algorithm, as of [`text`](Self::text); the mean of payoffs as `23/6`, a mean with wins or losses as a share
    /// of a win.
    pub fn mean_text(&self, value: Fraction) -> String {
        let is_result = |number: i32| number == 0 || end_text(number).is_some();
        let has_result = value.to_f64().abs() > f64::from(LARGEST_EVALUATION);
        let has_numbers = self.are_payoffs || self.are_evaluated && !has_result;
        let whole = value.whole().and_then(|whole| i32::try_from(whole).ok());
        if let Some(number) = whole.filter(|&number| has_numbers || is_result(number)) {
            return self.text(number);
        }
        if self.are_evaluated && !has_result {
            return pawns_text((value.to_f64() * 100.0 / f64::from(self.pawn_value)).round() as i32);
        }
        let share = || format!("{:+.2}", value.to_f64() / f64::from(WIN));
        let text = if self.are_payoffs { value.to_string() } else { share() };
        text.replace('-', "\u{2212}")
    }

    /// A value as text: a payoff, pawns or men with a sign, `win 3` for a win of MAX three plies from the root, `loss 2`
    /// for one of MIN.
    pub fn text(&self, value: i32) -> String {
        let number = || value.to_string().replace('-', "\u{2212}");
        if self.are_payoffs {
            return number();
        }
        end_text(value).unwrap_or_else(|| {
            if self.are_evaluated { pawns_text(to_hundredths(value, self.pawn_value)) } else { number() }
        })
    }
}

fn best_child(node: &SpaceNode, values: &[Option<i32>]) -> Option<i32> {
    let children = node.branches.iter().filter_map(|&(_, child)| values[child]);
    match node.position.side_to_move() {
        Side::First => children.max(),
        Side::Second => children.min(),
    }
}

/// In a graph wins are equal, since a position has no distance from the root.
fn leaf_value(space: &GameSpace, node: &SpaceNode, evaluate: &dyn Fn(&AnyPosition) -> i32) -> i32 {
    let ply = if space.is_graph { 0 } else { node.level };
    relative(&node.position, end_value(&node.position, ply).unwrap_or_else(|| evaluate(&node.position)))
}

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
    use super::*;
    use crate::drawing::tree::examples::random_tree;
    use crate::drawing::tree::request::TreeRequest;
    use crate::game::WorkLimit;
    use crate::games::tree::TreePosition;
    use crate::random::Random;
    use crate::textbook::TextbookKnowledge;

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
