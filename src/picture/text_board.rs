//! Boards as text, for a terminal.

use super::PictureCell;
use super::diagram::CellPlace;

/// Draws the cells of a board, each as one or more lines of text.
///
/// ```
/// use kempelen::game::StartPosition;
/// use kempelen::games::tictactoe::TicTacToe;
/// use kempelen::picture::{Picture, text_board::{TextBoard, piece_letter}};
/// let rows = TicTacToe::start().rows();
/// let board = TextBoard { frame: true, ..TextBoard::new(&rows, 3, &|cell, _| vec![piece_letter(cell)]) };
/// assert_eq!(board.draw().lines().next(), Some("+---+---+---+"));
/// ```
pub struct TextBoard<'a> {
    /// The cells, the top row first; `None` where no piece can stand.
    pub rows: &'a [Vec<Option<PictureCell>>],
    /// Width of a cell in characters.
    pub width: usize,
    /// Makes the lines of a cell, as many for each cell; a shorter text is centred.
    pub lines: &'a dyn Fn(&PictureCell, CellPlace) -> Vec<CellText>,
    /// Makes the text before a row from the name of the row's first cell.
    pub row_label: fn(&str) -> String,
    /// Draw lines between the cells.
    pub frame: bool,
    /// Colour the cells and their text, by the codes of terminals (ECMA-48).
    pub coloured: bool,
}

/// A line of a cell.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct CellText {
    /// What is written.
    pub text: String,
    /// The colour of the text, as the parameters of an escape sequence such as `1;97`.
    pub colour: &'static str,
    /// The colour of the cell, a number of the palette of 256 colours; that of its kind of square if it is `None`.
    pub square: Option<u8>,
}

const LIGHT_SQUARE: u8 = 180;
const DARK_SQUARE: u8 = 137;

impl<'a> TextBoard<'a> {
    /// A board without labels, frame and colours.
    pub fn new(
        rows: &'a [Vec<Option<PictureCell>>],
        width: usize,
        lines: &'a dyn Fn(&PictureCell, CellPlace) -> Vec<CellText>,
    ) -> TextBoard<'a> {
        TextBoard { rows, width, lines, row_label: |_| String::new(), frame: false, coloured: false }
    }

    /// The board as lines, each with its end.
    pub fn draw(&self) -> String {
        let columns = self.rows.iter().map(Vec::len).max().unwrap_or(0);
        let rule = "-".repeat(self.width) + "+";
        let separator = if self.frame { "|" } else { "" };
        let mut text = String::new();
        let mut indent = String::new();
        for (row, cells) in self.rows.iter().enumerate() {
            let mut label = (self.row_label)(cells.iter().flatten().next().map_or("", |cell| &cell.name));
            indent = " ".repeat(label.chars().count());
            if self.frame {
                text += &format!("{indent}+{}\n", rule.repeat(columns));
            }
            let lines_of = |(column, cell): (usize, &Option<PictureCell>)| match cell {
                Some(cell) => (self.lines)(cell, (row, column)),
                None => Vec::new(),
            };
            let lines: Vec<Vec<CellText>> = cells.iter().enumerate().map(lines_of).collect();
            for line in 0..lines.iter().map(Vec::len).max().unwrap_or(0) {
                text += &label;
                text += separator;
                for (cell, lines) in cells.iter().zip(&lines) {
                    text += &self.cell(cell.as_ref(), lines.get(line));
                    text += separator;
                }
                text.push('\n');
                label.clone_from(&indent);
            }
        }
        if self.frame {
            text += &format!("{indent}+{}\n", rule.repeat(columns));
        }
        text
    }

    fn cell(&self, cell: Option<&PictureCell>, line: Option<&CellText>) -> String {
        let CellText { text, colour, square } = line.cloned().unwrap_or_default();
        let text = format!("{text:^width$}", width = self.width);
        if !self.coloured {
            return text;
        }
        let usual = if cell.is_some_and(|cell| cell.dark) { DARK_SQUARE } else { LIGHT_SQUARE };
        let square = square.unwrap_or(usual);
        format!("\x1b[48;5;{square}{}{colour}m{text}\x1b[0m", if colour.is_empty() { "" } else { ";" })
    }
}

/// The letter of the piece, if there is one.
pub fn piece_letter(cell: &PictureCell) -> CellText {
    let text = cell.piece.map(|piece| piece.letter.to_string());
    CellText { text: text.unwrap_or_default(), colour: piece_colour(cell), square: None }
}

/// White and black for the pieces, and an inconspicuous colour for text on an empty cell.
pub fn piece_colour(cell: &PictureCell) -> &'static str {
    match cell.piece {
        Some(piece) if piece.is_white => "1;97",
        Some(_) => "1;30",
        None => "38;5;94",
    }
}

#[cfg(test)]
mod tests {
    use super::super::{PicturePiece, PieceKind};
    use super::*;
    use crate::game::Side;

    /// A row of an empty cell, a piece of the second side, and a place without a cell.
    fn rows() -> [Vec<Option<PictureCell>>; 1] {
        let piece = PicturePiece { side: Side::Second, kind: PieceKind::King, is_white: false, letter: 'k' };
        let cell = |name: &str, dark, piece| PictureCell { name: name.to_owned(), dark, piece };
        [vec![Some(cell("a1", true, None)), Some(cell("b1", false, Some(piece))), None]]
    }

    #[test]
    fn every_cell_has_its_colours() {
        let rows = rows();
        let board = TextBoard { coloured: true, ..TextBoard::new(&rows, 1, &|cell, _| vec![piece_letter(cell)]) };
        let expected = "\x1b[48;5;137;38;5;94m \x1b[0m\
                        \x1b[48;5;180;1;30mk\x1b[0m\
                        \x1b[48;5;180m \x1b[0m\n";
        assert_eq!(board.draw(), expected);
    }
}
