//! Values of the nodes of a space, backed up by minimax.

use super::layered_graph::in_order;
use super::space::{GameSpace, SpaceNode};
use crate::any_position::AnyPosition;
use crate::eval::pawn_unit::{pawns_text, to_hundredths};
use crate::game::{Game, Side};
use crate::textbook::{Fraction, WIN, end_text, end_value, relative};

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
