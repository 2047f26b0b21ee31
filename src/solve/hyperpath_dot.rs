//! A strategy as a graph in the language DOT of Graphviz.

use super::hyperpath::Hyperpath;
use crate::game::{AnyPosition, Game};
use crate::notation::{AnyNotation, MoveStyle};

/// Writes a strategy as a directed graph: boxes where its side moves, ellipses where the other side does, ends with a
/// double line. All replies of a position belong together: their arrows begin at one point, the arc of an AND/OR graph.
pub fn hyperpath_dot(hyperpath: &Hyperpath<AnyPosition>, notation: AnyNotation) -> String {
    let mut text = format!(
        "digraph {{\n  label={};\n  labelloc=t;\n  node [fontname=\"monospace\"];\n",
        quoted(&hyperpath.promise.to_string())
    );
    for (number, node) in hyperpath.nodes.iter().enumerate() {
        let own = node.position.side_to_move() == hyperpath.promise.side;
        let shape = if own { "box" } else { "ellipse" };
        let mut label = notation.show(&node.position);
        let mut line = "";
        if let Some(payoff) = node.end {
            label += &format!("\nend {payoff}");
            line = ", peripheries=2";
        }
        text += &format!(
            "  {number} [shape={shape}, label={}{line}];\n",
            quoted(&label)
        );
        for &(mv, child) in &node.moves {
            let mv = quoted(&notation.show_move(&node.position, mv, MoveStyle::Long));
            text += &format!("  {number}:s -> {child} [label={mv}];\n");
        }
    }
    text + "}\n"
}

fn quoted(text: &str) -> String {
    let escaped = text.replace('\\', "\\\\").replace('"', "\\\"");
    format!("\"{}\"", escaped.replace('\n', "\\n"))
}
