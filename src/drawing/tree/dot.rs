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

    #[test]
    fn texts_are_quoted() {
        assert_eq!(quoted("a \"b\" \\ c\nd"), r#""a \"b\" \\ c\nd""#);
    }
}
