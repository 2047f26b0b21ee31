//! The drawing of a strategy: a hyperpath of the AND/OR graph.

use super::drawing::{AND_LEGEND, Drawing, DrawnEdge, DrawnNode, EdgeKind};
use super::layered_graph::downward_levels;
use crate::game::{AnyPosition, Game};
use crate::notation::{AnyNotation, MoveStyle};
use crate::solve::Hyperpath;

/// The drawing of a strategy: its own moves are thick, and an arc joins the replies of the other side.
pub fn strategy_drawing(hyperpath: &Hyperpath<AnyPosition>, notation: AnyNotation) -> Drawing {
    let side = hyperpath.promise.side;
    let levels = levels(hyperpath);
    let nodes = hyperpath.nodes.iter().zip(levels);
    let nodes = nodes.map(|(node, level)| DrawnNode {
        side: node.position.side_to_move(),
        is_leaf: node.moves.is_empty(),
        level,
        picture: vec![notation.show(&node.position)],
        board: None,
        value: node.end.map_or_else(String::new, |end| end.to_string()),
        details: Vec::new(),
        is_visited: true,
    });
    let edges = hyperpath.nodes.iter().enumerate().flat_map(|(index, node)| {
        let moves = node.moves.iter();
        moves.map(move |&(mv, child)| DrawnEdge {
            ends: [index, child],
            name: notation.show_move(&node.position, mv, MoveStyle::Long),
            kind: if node.position.side_to_move() == side { EdgeKind::Best } else { EdgeKind::Tried },
        })
    });
    Drawing {
        title: hyperpath.promise.to_string(),
        legend: vec![
            "Squares: MAX moves. Rounded: MIN moves.",
            "Thick: the moves of the strategy.",
            AND_LEGEND,
            "Numbers at the ends: the payoff for MAX.",
        ],
        is_graph: true,
        and_side: Some(!side),
        nodes: nodes.collect(),
        edges: edges.collect(),
    }
}

/// The levels of the nodes. All moves lead downwards, unless a position can come again: then the level is the least number
/// of moves from the root.
fn levels(hyperpath: &Hyperpath<AnyPosition>) -> Vec<usize> {
    let nodes = hyperpath.nodes.iter().enumerate();
    let edges = nodes.flat_map(|(index, node)| {
        let moves = node.moves.iter();
        moves.map(move |&(_, child)| [index, child])
    });
    downward_levels(hyperpath.nodes.len(), edges).unwrap_or_else(|| {
        let mut levels = vec![0; hyperpath.nodes.len()];
        for (index, node) in hyperpath.nodes.iter().enumerate() {
            // The nodes stand in breadth-first order.
            let later = node.moves.iter().filter(|&&(_, child)| child > index);
            for &(_, child) in later {
                levels[child] = levels[index] + 1;
            }
        }
        levels
    })
}
