//! What scripts draw: boards without pieces, and positions with the pieces on them.

use crate::any_position::{AnyMove, AnyPosition};
use crate::game::GameLine;
use crate::notation::{MoveStyle, Notation};
use crate::picture::diagram::{CellPlace, Diagram};
use crate::picture::svg_parts::{BoardGrid, BoardParts};
use crate::picture::{BoardLayout, PicturePiece, piece_symbols, symbol_id};
use crate::report::board_diagram::{shown_diagram, state_of_game};
use serde::Serialize;
use serde_json::{Map, Value};

/// The most moves of a better line that are shown.
const LONGEST_LINE: usize = 12;

/// What positions are drawn with.
#[derive(Serialize)]
pub struct PageBoards {
    /// Boards without pieces. Most games have one.
    frames: Vec<PageFrame>,
    /// The identifier of the symbol of each letter.
    pieces: Map<String, Value>,
    /// The symbols of the pieces (SVG).
    #[serde(skip)]
    pub symbols: String,
    /// The attribute `viewBox` of the first position.
    #[serde(skip)]
    pub view_box: String,
    /// The first position (SVG).
    #[serde(skip)]
    pub first_board: String,
}

/// A board without pieces.
#[derive(Serialize, PartialEq)]
pub struct PageFrame {
    /// Width and height.
    size: (f64, f64),
    /// The left and upper end of the cells, and the side of a cell; none if pieces never stand on it.
    #[serde(skip_serializing_if = "Option::is_none")]
    grid: Option<[f64; 3]>,
    /// Number of columns.
    columns: usize,
    /// Number of rows.
    rows: usize,
    /// The names of the cells, row by row; empty where there is none.
    cells: Vec<String>,
    /// Whether taken counters are shown as circles.
    is_heaps: bool,
    /// The picture (SVG), and that of the board from the other side.
    svg: Vec<String>,
    /// The names in the corners of the cells as SVG, for each orientation of the board.
    names: Vec<String>,
}

/// A position.
#[derive(Serialize)]
pub struct PagePosition {
    /// The number of the frame.
    frame: usize,
    /// The letters of the cells.
    pieces: String,
    /// The cells of the last move.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    last: Vec<usize>,
    /// Who is to move, or who has won.
    state: String,
    /// The text of the position; none in better lines.
    #[serde(skip_serializing_if = "Option::is_none")]
    text: Option<String>,
}

/// Collects frames and pieces.
#[derive(Default)]
pub struct PageWriter {
    frames: Vec<PageFrame>,
    /// Each once.
    pub pieces: Vec<PicturePiece>,
    first_board: Option<String>,
}

impl PageWriter {
    /// What the positions that were written are drawn with.
    pub fn boards(self) -> PageBoards {
        let size = self.frames.first().map_or((0.0, 0.0), |frame| frame.size);
        PageBoards {
            pieces: self.pieces.iter().map(|&piece| (piece.letter.to_string(), symbol_id(piece).into())).collect(),
            symbols: piece_symbols(&mut self.pieces.iter().copied()),
            view_box: format!("0 0 {} {}", size.0, size.1),
            frames: self.frames,
            first_board: self.first_board.unwrap_or_default(),
        }
    }

    /// The position at the end of a line, with the last move shown in it.
    pub fn position(&mut self, line: &GameLine<AnyPosition>, with_text: bool) -> PagePosition {
        let diagram = &shown_diagram(line);
        let columns = diagram.columns();
        let number = |&(row, column): &CellPlace| row * columns + column;
        PagePosition {
            frame: self.frame(diagram),
            pieces: pieces_text(diagram, &mut self.pieces),
            last: diagram.last_move.iter().chain(&diagram.taken).map(number).collect(),
            state: state_of_game(line),
            text: with_text.then(|| line.position().show()),
        }
    }

    /// The number of the frame of a diagram.
    fn frame(&mut self, diagram: &Diagram) -> usize {
        let parts = BoardParts::new(diagram);
        if self.first_board.is_none() {
            self.first_board = Some(parts.frame.clone() + &parts.names + &parts.pieces);
        }
        let (mut svg, mut names) = (vec![parts.frame], vec![parts.names]);
        if matches!(diagram.layout, BoardLayout::Squares | BoardLayout::Grid) {
            let mut turned = diagram.clone();
            turned.flip();
            let turned = BoardParts::new(&turned);
            svg.push(turned.frame);
            names.push(turned.names);
        }
        let frame = PageFrame {
            size: parts.size,
            grid: parts.grid.map(|BoardGrid { left, top, step }| [left, top, step]),
            columns: diagram.columns(),
            rows: diagram.rows.len(),
            cells: cell_names(diagram),
            is_heaps: matches!(diagram.layout, BoardLayout::Heaps(_)),
            svg,
            names,
        };
        self.frames.iter().position(|it| *it == frame).unwrap_or_else(|| {
            self.frames.push(frame);
            self.frames.len() - 1
        })
    }

    /// Plays a move; returns the new position with the move shown in it.
    pub fn step(&mut self, line: &mut GameLine<AnyPosition>, mv: AnyMove, with_text: bool) -> PagePosition {
        line.play(mv);
        self.position(line, with_text)
    }

    /// The moves of a better line with the positions after them.
    pub fn better_line(&mut self, mut line: GameLine<AnyPosition>, moves: &[AnyMove]) -> Vec<(String, PagePosition)> {
        let step = |&mv| (line.position().show_move(mv, MoveStyle::Short), self.step(&mut line, mv, false));
        moves.iter().take(LONGEST_LINE).map(step).collect()
    }
}

/// The name of every cell, row by row.
fn cell_names(diagram: &Diagram) -> Vec<String> {
    let columns = diagram.columns();
    let mut names = vec![String::new(); columns * diagram.rows.len()];
    for ((row, column), cell) in diagram.places() {
        names[row * columns + column].clone_from(&cell.name);
    }
    names
}

/// The letter of every cell, row by row: a dot for an empty cell, a blank for none. Adds the pieces to `met`, each
/// once.
pub fn pieces_text(diagram: &Diagram, met: &mut Vec<PicturePiece>) -> String {
    let columns = diagram.columns();
    let mut text = String::new();
    for row in &diagram.rows {
        for column in 0..columns {
            let cell = row.get(column).and_then(Option::as_ref);
            let piece = cell.map(|cell| cell.piece);
            text.push(match piece {
                Some(Some(piece)) => {
                    if met.iter().all(|it| it.letter != piece.letter) {
                        met.push(piece);
                    }
                    piece.letter
                }
                Some(None) => '.',
                None => ' ',
            });
        }
    }
    text
}
