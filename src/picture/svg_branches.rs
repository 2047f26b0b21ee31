//! The node of a tree with its moves.

use super::diagram::{CellPlace, Diagram, MOST_BRANCHES};
use super::svg_document::{SvgPoint, svg_escaped};
use super::svg_parts::{BoardParts, MARGIN, signs};
use std::fmt::Write;

/// The size of a node of a move, and the distance of such nodes.
const NODE: f64 = 36.0;
const GAP: f64 = 14.0;
const LETTER: f64 = 10.5;
/// The space between the node and its moves.
const FAN: f64 = 70.0;

/// The node at the top, and a node for each of its moves below it. Of many moves only the first are drawn.
pub fn branch_parts(diagram: &Diagram, payoff: Option<i32>) -> BoardParts {
    let names: Vec<&str> = diagram.places().map(|(_, cell)| &*cell.name).collect();
    let drawn = names.len().min(MOST_BRANCHES);
    let letters = names.iter().take(drawn).map(|name| name.chars().count());
    let node = NODE.max(letters.max().unwrap_or(0) as f64 * LETTER + 12.0);
    let row = (node + GAP) * drawn.max(1) as f64 - GAP;
    let payoff = payoff.map_or(String::new(), |payoff| payoff.to_string());
    let root = NODE.max(payoff.chars().count() as f64 * LETTER + 12.0);
    let width = row.max(root).max(120.0) + 2.0 * MARGIN;
    let centre = width / 2.0;
    let left = (width - row) / 2.0;
    let middle = move |(_, column): CellPlace| -> SvgPoint {
        let column = column.min(drawn.saturating_sub(1)) as f64;
        (left + node / 2.0 + (node + GAP) * column, MARGIN + NODE + FAN + NODE / 2.0)
    };
    let (mover, other) = match diagram.caption.first() {
        Some(line) if line.starts_with("MIN") => ("min-node", "max-node"),
        _ => ("max-node", "min-node"),
    };
    let mut frame = String::new();
    for column in 0..drawn {
        let (x, y) = middle((0, column));
        let _ =
            writeln!(frame, "<path class=\"branch\" d=\"M{centre:.1} {}L{x:.1} {}\"/>", MARGIN + NODE, y - NODE / 2.0);
    }
    write_node(&mut frame, mover, (centre, MARGIN + NODE / 2.0), root, &payoff);
    for (column, name) in names.iter().take(drawn).enumerate() {
        write_node(&mut frame, other, middle((0, column)), node, name);
    }
    let mut height = MARGIN + NODE + MARGIN;
    if drawn > 0 {
        height += FAN + NODE;
    }
    if names.len() > drawn {
        let hidden = names.len() - drawn;
        let y = height + 8.0;
        let _ =
            writeln!(frame, "<text class=\"coordinate\" x=\"{centre:.1}\" y=\"{y}\">and {hidden} more moves</text>");
        height += 24.0;
    }
    BoardParts {
        size: (width, height + 6.0),
        frame,
        signs: signs(diagram, middle, NODE + 8.0),
        ..BoardParts::default()
    }
}

/// MAX has rectangles, MIN has round nodes.
fn write_node(text: &mut String, class: &str, (x, y): SvgPoint, width: f64, name: &str) {
    let radius = if class == "max-node" { 2.0 } else { NODE / 2.0 };
    let _ = writeln!(
        text,
        "<rect class=\"{class}\" x=\"{:.1}\" y=\"{:.1}\" width=\"{width:.1}\" height=\"{NODE}\" rx=\"{radius}\"/>\
         <text class=\"node-name\" x=\"{x:.1}\" y=\"{:.1}\">{}</text>",
        x - width / 2.0,
        y - NODE / 2.0,
        y + 6.0,
        svg_escaped(name)
    );
}
