//! What all SVG boards are made of: a grid, pieces, marks and arrows.

use super::diagram::{CellPlace, Diagram};
use super::svg_document::{SvgPoint, svg_path};
use super::{PicturePiece, symbol_id};
use std::fmt::Write;

/// Free space around everything.
pub const MARGIN: f64 = 12.0;

/// Where the cells of a board stand: a grid in the units of the picture.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct BoardGrid {
    /// The left end.
    pub left: f64,
    /// The upper end.
    pub top: f64,
    /// The side of a cell.
    pub step: f64,
}

impl BoardGrid {
    /// The upper left corner of a cell.
    pub fn corner(&self, (row, column): CellPlace) -> SvgPoint {
        let at = |from: f64, number: usize| from + self.step * number as f64;
        (at(self.left, column), at(self.top, row))
    }

    /// The middle of a cell.
    pub fn middle(&self, place: CellPlace) -> SvgPoint {
        let (x, y) = self.corner(place);
        (x + self.step / 2.0, y + self.step / 2.0)
    }
}

/// A board as parts of an SVG picture, the hindmost first.
#[derive(Default)]
pub struct BoardParts {
    /// Width and height.
    pub size: (f64, f64),
    /// Where the cells are; `None` if the cells are no grid.
    pub grid: Option<BoardGrid>,
    /// The cells, and what stands beside them.
    pub frame: String,
    /// The last move, and what it took.
    pub last_move: String,
    /// The names in the corners of cells.
    pub names: String,
    /// The pieces.
    pub pieces: String,
    /// Marks and arrows.
    pub signs: String,
}

/// A piece with its upper left corner.
pub fn used_piece(piece: PicturePiece, (x, y): SvgPoint, size: f64) -> String {
    format!("<use href=\"#{}\" x=\"{x}\" y=\"{y}\" width=\"{size}\" height=\"{size}\"/>\n", symbol_id(piece))
}

/// All pieces of a diagram.
pub fn used_pieces(diagram: &Diagram, grid: BoardGrid) -> String {
    diagram.pieces().map(|(place, piece)| used_piece(piece, grid.corner(place), grid.step)).collect()
}

/// The path around an area, by its upper left corner and its size. Rectangles would take the style of what is around the board.
pub fn area((x, y): SvgPoint, (width, height): (f64, f64)) -> String {
    format!("M{x} {y}h{width}v{height}h-{width}z")
}

/// Marks and arrows. `size` is that of a cell.
pub fn signs(diagram: &Diagram, middle: impl Fn(CellPlace) -> SvgPoint, size: f64) -> String {
    let mut text = String::new();
    for &place in &diagram.marks {
        let (x, y) = middle(place);
        let _ = writeln!(text, "<circle class=\"cell-mark\" cx=\"{x}\" cy=\"{y}\" r=\"{:.1}\"/>", size * 0.44);
    }
    for arrow in &diagram.arrows {
        let points: Vec<SvgPoint> = arrow.iter().map(|&place| middle(place)).collect();
        text += &arrow_over(&points);
    }
    text
}

/// An arrow along points; it begins and ends a little off the middles.
pub fn arrow_over(points: &[SvgPoint]) -> String {
    const BEGIN: f64 = 12.0;
    const HEAD: f64 = 24.0;
    const HALF_WIDTH: f64 = 13.0;
    let [first, .., last] = *points else { return String::new() };
    let toward = |(x, y): SvgPoint, (to_x, to_y): SvgPoint, distance: f64| {
        let part = distance / (to_x - x).hypot(to_y - y).max(1.0);
        (x + part * (to_x - x), y + part * (to_y - y))
    };
    let base = toward(last, points[points.len() - 2], HEAD);
    let begin = toward(first, points[1], BEGIN);
    let inside = toward(base, last, 2.0);
    let shaft = svg_path(&[&[begin], &points[1..points.len() - 1], &[inside]].concat());
    let (along_x, along_y) = ((last.0 - base.0) / HEAD, (last.1 - base.1) / HEAD);
    let (side_x, side_y) = (HALF_WIDTH * -along_y, HALF_WIDTH * along_x);
    let head = svg_path(&[(base.0 + side_x, base.1 + side_y), last, (base.0 - side_x, base.1 - side_y)]);
    format!(
        "<g class=\"arrow\"><path class=\"arrow-shaft\" d=\"{shaft}\"/><path class=\"arrow-head\" d=\"{head}Z\"/></g>\n"
    )
}
