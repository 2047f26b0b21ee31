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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::drawing::tree::examples::drawn;

    #[test]
    fn a_tree_is_an_outline() {
        let text = outline(&drawn("(A(6 8) B(7 11))", true, false));
        let expected = "\
example
MAX 7 [−∞, ∞] visit 1
├─ A: MIN 6 [−∞, ∞] visit 2
│  ├─ 1: 6 [−∞, ∞] visit 3
│  └─ 2: 8 [−∞, 6] visit 4
└─ *B: MIN 7 [6, ∞] visit 5
   ├─ *1: 7 [6, ∞] visit 6
   └─ 2: 11 [6, 7] visit 7
";
        assert_eq!(text, expected);
    }

    #[test]
    fn cut_branches_are_marked() {
        let text = outline(&drawn("(A(6 8) B(2 (3 4)))", true, false));
        assert!(
            text.ends_with(
                "└─ B: MIN ≤ 2 [6, ∞] visit 5
   ├─ 1: 2 [6, ∞] visit 6
   └─ x 2: MAX
      ├─ 1: 3
      └─ 2: 4
"
            ),
            "{text}"
        );
    }

    #[test]
    fn a_graph_is_a_list_of_nodes() {
        let text = outline(&drawn("(A(6 8) B(6 8) C(8 6))", false, true));
        let expected = "\
example
1. MAX 6: *A -> 2, B -> 2, C -> 3
2. MIN 6: *1 -> 4, 2 -> 5
3. MIN 6: 1 -> 5, 2 -> 4
4. 6
5. 8
";
        assert_eq!(text, expected);
    }
}
