//! The drawing of a strategy: a hyperpath of the AND/OR graph.

use super::drawing::{AND_LEGEND, Drawing, DrawnEdge, DrawnNode, EdgeKind};
use crate::any_position::AnyPosition;
use crate::game::Game;
use crate::notation::{MoveStyle, Notation};
use crate::solve::Hyperpath;

/// The drawing of a strategy: its own moves are thick, and an arc joins the replies of the other side.
pub fn strategy_drawing(hyperpath: &Hyperpath<AnyPosition>) -> Drawing {
    let side = hyperpath.promise.side;
    let nodes = hyperpath.nodes.iter().map(|node| DrawnNode {
        side: node.position.side_to_move(),
        is_leaf: node.moves.is_empty(),
        picture: vec![node.position.show()],
        board: None,
        value: node.end.map_or_else(String::new, |end| end.to_string()),
        details: Vec::new(),
        is_visited: true,
    });
    let edges = hyperpath.nodes.iter().enumerate().flat_map(|(index, node)| {
        node.moves.iter().map(move |&(mv, child)| DrawnEdge {
            ends: [index, child],
            name: node.position.show_move(mv, MoveStyle::Long),
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
