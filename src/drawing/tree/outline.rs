//! Trees and graphs as text.

use super::drawing::{Drawing, DrawnEdge, DrawnNode, EdgeKind};
use std::fmt::Write;

/// A tree as an outline, a node a line; a graph as a list of its nodes, each with its moves.
pub fn outline(drawing: &Drawing) -> String {
    let mut text = format!("{}\n", drawing.title);
    let edges = drawing.edges_of_nodes();
    if drawing.is_graph {
        for (index, node) in drawing.nodes.iter().enumerate() {
            let moves = edges[index].iter().map(|&edge| &drawing.edges[edge]);
            let moves: Vec<_> = moves.map(|edge| format!("{} -> {}", named(edge), edge.ends[1] + 1)).collect();
            let moves = moves.join(", ");
            let colon = if moves.is_empty() { "" } else { ": " };
            let _ = writeln!(text, "{}. {}{colon}{moves}", index + 1, label(node));
        }
        return text;
    }
    let _ = writeln!(text, "{}", label(&drawing.nodes[0]));
    let mut open: Vec<(usize, String)> = Vec::new();
    push_children(&mut open, &edges[0], "");
    while let Some((edge, indent)) = open.pop() {
        let is_last = open.last().is_none_or(|(_, next)| *next != indent);
        let (branch, below) = if is_last { ("└─ ", "   ") } else { ("├─ ", "│  ") };
        let edge = &drawing.edges[edge];
        let child = edge.ends[1];
        let line = format!("{}: {}", named(edge), label(&drawing.nodes[child]));
        let _ = writeln!(text, "{indent}{branch}{}", line.trim_end());
        push_children(&mut open, &edges[child], &format!("{indent}{below}"));
    }
    text
}

/// Puts the moves of a node on the stack, the first on top.
fn push_children(open: &mut Vec<(usize, String)>, edges: &[usize], indent: &str) {
    open.extend(edges.iter().rev().map(|&edge| (edge, indent.to_owned())));
}

/// The move with a mark: `*` for the best, `x` for one that is cut off.
fn named(edge: &DrawnEdge) -> String {
    let mark = match edge.kind {
        EdgeKind::Tried | EdgeKind::BelowCut => "",
        EdgeKind::Best => "*",
        EdgeKind::Cut => "x ",
    };
    format!("{mark}{}", edge.name)
}

fn label(node: &DrawnNode) -> String {
    let player = if node.is_leaf { "" } else { node.player() };
    let picture = node.picture.join("/");
    let parts = [player, &node.value].into_iter().chain(node.details.iter().map(String::as_str)).chain([&*picture]);
    parts.filter(|part| !part.is_empty()).collect::<Vec<_>>().join(" ")
}
