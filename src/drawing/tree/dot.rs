//! Trees and graphs for Graphviz.

use super::drawing::{Drawing, DrawnNode, EdgeKind};
use crate::game::Side;
use std::fmt::Write;

/// The drawing in the language DOT, whose programs choose the places of nodes.
pub fn dot(drawing: &Drawing) -> String {
    let mut text = format!("digraph {{\n  label={};\n", quoted(&drawing.title));
    text += "  labelloc=t; ordering=out; node [fontname=monospace]; edge [fontname=\"sans-serif\"];\n";
    for (index, node) in drawing.nodes.iter().enumerate() {
        let shape = if node.side == Side::First { "box" } else { "ellipse" };
        let style = if node.is_visited { "solid" } else { "dashed" };
        let label = quoted(&label(node));
        let _ = writeln!(text, "  n{index} [shape={shape}, style={style}, label={label}];");
    }
    for edge in &drawing.edges {
        let style = match edge.kind {
            EdgeKind::Tried => "",
            EdgeKind::Best => ", style=bold",
            EdgeKind::Cut => ", style=dashed, arrowhead=tee",
            EdgeKind::BelowCut => ", style=dashed",
        };
        let [from, to] = edge.ends;
        // Arrows of moves that must all be answered begin at one point.
        let port = if drawing.and_side == Some(drawing.nodes[from].side) { ":s" } else { "" };
        let label = quoted(&edge.name);
        let _ = writeln!(text, "  n{from}{port} -> n{to} [label={label}{style}];");
    }
    text + "}\n"
}

fn label(node: &DrawnNode) -> String {
    node.picture.iter().chain([&node.value]).chain(&node.details).map(String::as_str).collect::<Vec<_>>().join("\n")
}

fn quoted(text: &str) -> String {
    format!("\"{}\"", text.replace('\\', "\\\\").replace('"', "\\\"").replace('\n', "\\n"))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::drawing::tree::examples::drawn;

    #[test]
    fn nodes_and_moves_have_their_marks() {
        let text = dot(&drawn("(A(6 8) B(2 3))", true, false));
        assert!(text.starts_with("digraph {\n  label=\"example\";\n"), "{text}");
        for line in [
            "  n0 [shape=box, style=solid, label=\"6\\n[−∞, ∞]\\nvisit 1\"];",
            "  n6 [shape=box, style=dashed, label=\"3\"];",
            "  n0 -> n1 [label=\"A\", style=bold];",
            "  n2:s -> n6 [label=\"2\", style=dashed, arrowhead=tee];",
        ] {
            assert!(text.lines().any(|it| it == line), "{line} in {text}");
        }
        assert_eq!(quoted("a \"b\" \\ c\nd"), r#""a \"b\" \\ c\nd""#);
    }
}
