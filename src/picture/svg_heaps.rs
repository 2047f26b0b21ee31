//! Heaps as rows of counters.

use super::HeapLabel;
use super::diagram::Diagram;
use super::svg_document::svg_escaped;
use super::svg_parts::{BoardGrid, BoardParts, MARGIN, signs, used_pieces};
use std::fmt::Write;

/// The side of a cell, and the width of a letter of a label.
const STEP: f64 = 36.0;
const LETTER: f64 = 10.5;

/// A row for each heap: its name, its counters, its size.
pub fn heap_parts(diagram: &Diagram, labels: &[HeapLabel]) -> BoardParts {
    let widest = |texts: &mut dyn Iterator<Item = usize>| texts.max().unwrap_or(0) as f64 * LETTER;
    let names = widest(&mut labels.iter().map(|label| label.name.chars().count() + 1));
    let sizes = widest(&mut labels.iter().map(|label| label.size.to_string().len() + 1));
    let columns = diagram.columns();
    let grid = BoardGrid { left: MARGIN + names + 12.0, top: MARGIN, step: STEP };
    let right = grid.left + STEP * columns as f64 + 10.0;
    let mut frame = String::new();
    for (row, label) in labels.iter().enumerate().take(diagram.rows.len()) {
        let (x, y) = grid.corner((row, 0));
        let middle = y + STEP / 2.0 + 6.0;
        let (radius, straight) = (STEP / 2.0 - 1.0, STEP * (columns as f64 - 1.0) + 8.0);
        let _ = writeln!(
            frame,
            "<path class=\"tray\" d=\"M{} {}h{straight}a{radius} {radius} 0 0 1 0 {}h-{straight}\
             a{radius} {radius} 0 0 1 0 -{}z\"/>\n\
             <text class=\"coordinate end\" x=\"{}\" y=\"{middle}\">{}:</text>\n\
             <text class=\"coordinate start\" x=\"{}\" y=\"{middle}\">{}</text>",
            x - 4.0 + STEP / 2.0,
            y + 1.0,
            2.0 * radius,
            2.0 * radius,
            x - 10.0,
            svg_escaped(&label.name),
            right,
            label.size
        );
    }
    let mut height = MARGIN + STEP * diagram.rows.len() as f64 + MARGIN;
    let hidden = labels.len().saturating_sub(diagram.rows.len());
    if hidden > 0 {
        let y = height + 6.0;
        let x = grid.left;
        let _ = writeln!(frame, "<text class=\"coordinate start\" x=\"{x}\" y=\"{y}\">and {hidden} more heaps</text>");
        height += 24.0;
    }
    let taken = diagram.taken.iter().map(|&place| {
        let (x, y) = grid.middle(place);
        format!("<circle class=\"taken\" cx=\"{x}\" cy=\"{y}\" r=\"13\"/>\n")
    });
    BoardParts {
        size: (right + sizes + MARGIN, height),
        grid: Some(grid),
        frame,
        last_move: taken.collect(),
        names: String::new(),
        pieces: used_pieces(diagram, grid),
        signs: signs(diagram, |place| grid.middle(place), STEP),
    }
}
