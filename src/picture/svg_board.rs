//! Pictures of boards as SVG.

use super::diagram::{Coordinates, Diagram};
use super::svg_document::{SvgTheme, svg_css, svg_escaped};
use super::svg_parts::{BoardGrid, BoardParts, MARGIN, area, signs, used_piece, used_pieces};
use super::{BoardLayout, piece_symbols, svg_branches, svg_heaps};
use std::fmt::Write;

/// Colours and lines of boards and pieces.
pub const BOARD_STYLE: &str = include_str!("board.css");

/// The side of a square, in the units of the picture.
pub const SQUARE: f64 = 60.0;
/// The space for a coordinate and for a line of the caption.
const COORDINATE_SPACE: f64 = 28.0;
const CAPTION_LINE: f64 = 28.0;
/// The width of a letter of the caption, at most.
const LETTER_WIDTH: f64 = 10.0;

impl BoardParts {
    /// The parts of a board, without its caption.
    pub fn new(diagram: &Diagram) -> BoardParts {
        match &diagram.layout {
            BoardLayout::Squares | BoardLayout::Grid => board_parts(diagram),
            BoardLayout::Heaps(labels) => svg_heaps::heap_parts(diagram, labels),
            BoardLayout::Branches(payoff) => svg_branches::branch_parts(diagram, *payoff),
        }
    }
}

/// The board as a picture of its own. `width` is its width in pixels.
///
/// ```
/// use kempelen::games::chess::ChessPosition;
/// use kempelen::game::StartPosition;
/// use kempelen::picture::{BoardView, diagram::Diagram, svg_board::board_picture, svg_document::SvgTheme};
/// let view = BoardView::of(&ChessPosition::start());
/// let picture = board_picture(&Diagram::new(&view), SvgTheme::Auto, None);
/// assert_eq!(picture.matches("href=\"#white-pawn\"").count(), 8);
/// ```
pub fn board_picture(diagram: &Diagram, theme: SvgTheme, width: Option<u32>) -> String {
    let parts = BoardParts::new(diagram);
    let (board_width, board_height) = parts.size;
    let mover = diagram.mover.filter(|_| !diagram.caption.is_empty());
    let icon = mover.map_or(0.0, |_| CAPTION_LINE);
    let letters = diagram.caption.iter().map(|line| line.chars().count());
    let text_width = letters.max().unwrap_or(0) as f64 * LETTER_WIDTH + 2.0 * MARGIN + icon;
    let full = (
        board_width.max(text_width.min(board_width.max(480.0))),
        board_height + CAPTION_LINE * diagram.caption.len() as f64,
    );
    let shift = (full.0 - board_width) / 2.0;
    let mut body = String::new();
    let _ = write!(body, "<g transform=\"translate({shift:.1} 0)\">\n{}", parts.frame);
    body += &parts.last_move;
    body += &parts.names;
    body += &parts.pieces;
    body += &parts.signs;
    body += "</g>\n";
    body += &caption(diagram, shift + parts.grid.map_or(MARGIN, |grid| grid.left), board_height);
    let symbols = piece_symbols(&mut diagram.pieces().map(|(_, piece)| piece).chain(mover));
    let shown_width = width.map_or(full.0, f64::from);
    let shown_height = full.1 * shown_width / full.0;
    let title = svg_escaped(&diagram.title);
    format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{shown_width:.0}\" height=\"{shown_height:.0}\" \
         viewBox=\"0 0 {:.0} {:.0}\" role=\"img\">\n<title>{title}</title>\n<style>\n{}</style>\n<defs>\n{symbols}</defs>\n\
         <rect class=\"paper\" width=\"100%\" height=\"100%\" rx=\"6\"/>\n{body}</svg>\n",
        full.0,
        full.1,
        svg_css(&[BOARD_STYLE], theme),
    )
}

/// A small board without coordinates and signs, to stand in another picture. [`BOARD_STYLE`] and the symbols of its pieces
/// must be there, too.
pub fn small_board(diagram: &Diagram) -> (String, (f64, f64)) {
    // Labels of heaps stay legible.
    let scale = match diagram.layout {
        BoardLayout::Heaps(_) => 0.72,
        _ => 0.36,
    };
    let parts = BoardParts::new(&Diagram { coordinates: Coordinates::None, ..diagram.clone() });
    let (width, height) = parts.size;
    let (x, y) = (MARGIN * scale, MARGIN * scale);
    let text = format!(
        "<g class=\"board\" transform=\"translate(-{x:.1} -{y:.1}) scale({scale})\">{}{}</g>\n",
        parts.frame, parts.pieces
    );
    (text, (width * scale - 2.0 * x, height * scale - 2.0 * y))
}

/// The lines below the board, with a piece of the side to move.
fn caption(diagram: &Diagram, left: f64, top: f64) -> String {
    const ICON: f64 = 22.0;
    let mut text = String::new();
    for (row, line) in diagram.caption.iter().enumerate() {
        let mut x = left;
        let y = top + CAPTION_LINE * row as f64;
        if let Some(piece) = diagram.mover.filter(|_| row == 0) {
            text += &used_piece(piece, (x, y - 3.0), ICON);
            x += ICON + 6.0;
        }
        let _ =
            writeln!(text, "<text class=\"caption\" x=\"{x:.1}\" y=\"{:.1}\">{}</text>", y + 14.0, svg_escaped(line));
    }
    text
}

/// Squares or a grid of lines.
fn board_parts(diagram: &Diagram) -> BoardParts {
    let (rows, columns) = (diagram.rows.len(), diagram.columns());
    let has_edges = matches!(diagram.coordinates, Coordinates::Edges { .. });
    let space = if has_edges { COORDINATE_SPACE } else { MARGIN };
    let grid = BoardGrid { left: space, top: MARGIN, step: SQUARE };
    let (width, height) = (SQUARE * columns as f64, SQUARE * rows as f64);
    let mut frame = match diagram.layout {
        BoardLayout::Grid => grid_lines(diagram, grid),
        _ => squares(diagram, grid),
    };
    write_coordinates(&mut frame, diagram, grid);
    let inset = if diagram.layout == BoardLayout::Grid { 5.0 } else { 0.0 };
    let last_move = diagram.last_move.iter().map(|&place| {
        let (x, y) = grid.corner(place);
        let side = SQUARE - 2.0 * inset;
        let area = area((x + inset, y + inset), (side, side));
        format!("<path class=\"last-move\" d=\"{area}\"/>\n")
    });
    BoardParts {
        size: (space + width + if has_edges { 20.0 } else { MARGIN }, MARGIN + height + space),
        grid: Some(grid),
        frame,
        last_move: last_move.collect(),
        names: corner_names(diagram, grid),
        pieces: used_pieces(diagram, grid),
        signs: signs(diagram, |place| grid.middle(place), SQUARE),
    }
}

/// Light and dark squares: one area for each colour, and an edge.
fn squares(diagram: &Diagram, grid: BoardGrid) -> String {
    let (rows, columns) = (diagram.rows.len(), diagram.columns());
    let (width, height) = (SQUARE * columns as f64, SQUARE * rows as f64);
    let mut dark = String::new();
    for (place, _) in diagram.places().filter(|(_, cell)| cell.dark) {
        dark += &area(grid.corner(place), (SQUARE, SQUARE));
    }
    let board = area((grid.left, grid.top), (width, height));
    let lines = if diagram.has_equal_cells() { grid_lines(diagram, grid) } else { String::new() };
    format!(
        "<path class=\"light-square\" d=\"{board}\"/>\n<path class=\"dark-square\" d=\"{dark}\"/>\n{lines}\
         <path class=\"board-edge\" d=\"{board}\"/>\n"
    )
}

/// Lines between the cells.
fn grid_lines(diagram: &Diagram, grid: BoardGrid) -> String {
    let (rows, columns) = (diagram.rows.len(), diagram.columns());
    let mut lines = String::new();
    for column in 1..columns {
        let (x, y) = grid.corner((0, column));
        let _ = write!(lines, "M{x} {}v{}", y + 4.0, SQUARE * rows as f64 - 8.0);
    }
    for row in 1..rows {
        let (x, y) = grid.corner((row, 0));
        let _ = write!(lines, "M{} {y}h{}", x + 4.0, SQUARE * columns as f64 - 8.0);
    }
    format!("<path class=\"grid-line\" d=\"{lines}\"/>\n")
}

fn write_coordinates(text: &mut String, diagram: &Diagram, grid: BoardGrid) {
    let Coordinates::Edges { files, ranks } = &diagram.coordinates else { return };
    let below = grid.top + SQUARE * ranks.len() as f64 + 20.0;
    for (column, file) in files.iter().enumerate() {
        let x = grid.middle((0, column)).0;
        let _ = writeln!(text, "<text class=\"coordinate\" x=\"{x}\" y=\"{below}\">{file}</text>");
    }
    for (row, rank) in ranks.iter().enumerate() {
        let y = grid.middle((row, 0)).1 + 6.0;
        let _ = writeln!(text, "<text class=\"coordinate\" x=\"{}\" y=\"{y}\">{rank}</text>", grid.left / 2.0);
    }
}

/// The names of the cells in their corners.
fn corner_names(diagram: &Diagram, grid: BoardGrid) -> String {
    let mut text = String::new();
    let has_names = diagram.coordinates == Coordinates::Corners;
    for (place, cell) in diagram.places().filter(|_| has_names) {
        let (x, y) = grid.corner(place);
        let (x, y, name) = (x + 3.0, y + 11.5, svg_escaped(&cell.name));
        let _ = writeln!(text, "<text class=\"cell-name\" x=\"{x}\" y=\"{y}\">{name}</text>");
    }
    text
}

#[cfg(test)]
mod tests {
    use super::super::svg_document::check_style;
    use super::*;

    #[test]
    fn every_colour_has_a_dark_one() {
        check_style(BOARD_STYLE);
    }
}
