//! Colours and characters of the terminal: with or without colour, with or without Unicode.

use crate::picture::{PictureCell, PicturePiece};
use ratatui::style::{Color, Modifier, Style};
use ratatui::symbols::border;

/// What the terminal can show.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Theme {
    /// Use colours.
    pub colour: bool,
    /// Use characters beyond ASCII.
    pub unicode: bool,
}

/// How a cell is marked.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct CellMarks {
    /// The cursor is here.
    pub cursor: bool,
    /// The piece was picked, or the capture has passed here.
    pub picked: bool,
    /// A move can begin or go on here.
    pub target: bool,
    /// The last move has touched it.
    pub last_move: bool,
    /// A hint recommends it, or a threat is aimed at it.
    pub hinted: bool,
}

impl Theme {
    /// The character for a piece. Signs are the same for both sides, so they need colours.
    pub fn piece(self, piece: PicturePiece) -> char {
        if self.colour && self.unicode { piece.kind.sign() } else { piece.letter }
    }

    /// The characters to the left and to the right of a piece or an empty cell. They tell what colours tell, too.
    pub fn brackets(self, marks: CellMarks) -> [char; 2] {
        match marks {
            CellMarks { cursor: true, .. } => ['[', ']'],
            CellMarks { picked: true, .. } => ['>', '<'],
            CellMarks { hinted: true, .. } => ['!', '!'],
            CellMarks { target: true, .. } => ['(', ')'],
            CellMarks { last_move: true, .. } if !self.colour => ['\'', '\''],
            _ => [' ', ' '],
        }
    }

    /// The style of a cell and of what stands on it. Only a checkered board has coloured squares.
    pub fn cell(self, cell: &PictureCell, marks: CellMarks, checkered: bool) -> Style {
        let style = Style::new().add_modifier(if cell.piece.is_some() { Modifier::BOLD } else { Modifier::empty() });
        if !self.colour {
            return style;
        }
        let square = match (marks, cell.dark) {
            (CellMarks { picked: true, .. }, _) => 71,
            (CellMarks { hinted: true, .. }, _) => 110,
            (CellMarks { last_move: true, .. }, true) => 136,
            (CellMarks { last_move: true, .. }, false) => 186,
            (_, _) if !checkered => return style,
            (CellMarks { target: true, .. }, true) => 101,
            (CellMarks { target: true, .. }, false) => 144,
            (_, true) => 137,
            (_, false) => 180,
        };
        let text = match cell.piece.map(|piece| piece.is_white) {
            _ if !checkered => 16,
            Some(true) => 231,
            Some(false) => 16,
            None => 94,
        };
        style.bg(Color::Indexed(square)).fg(Color::Indexed(text))
    }

    /// The style of a piece on a board without coloured squares.
    pub fn own_colour(self, piece: PicturePiece, style: Style) -> Style {
        let colour = Color::Indexed(if piece.is_white { 32 } else { 166 });
        if self.colour && style.bg.is_none() { style.fg(colour) } else { style }
    }

    /// The style of what is less important.
    pub fn dim(self) -> Style {
        Style::new().add_modifier(Modifier::DIM)
    }

    /// The style of a selected line, and of the title.
    pub fn selected(self) -> Style {
        Style::new().add_modifier(Modifier::REVERSED)
    }

    /// The lines around a pane.
    pub fn border(self) -> border::Set<'static> {
        if self.unicode {
            border::PLAIN
        } else {
            border::Set {
                top_left: "+",
                top_right: "+",
                bottom_left: "+",
                bottom_right: "+",
                vertical_left: "|",
                vertical_right: "|",
                horizontal_top: "-",
                horizontal_bottom: "-",
            }
        }
    }

    /// A character for a height in eighths, of a curve or a bar.
    pub fn height(self, eighths: usize) -> char {
        const BLOCKS: [char; 9] = [' ', '▁', '▂', '▃', '▄', '▅', '▆', '▇', '█'];
        const ASCII: [char; 9] = [' ', '_', '_', '.', '-', '-', '=', '^', '#'];
        let characters = if self.unicode { BLOCKS } else { ASCII };
        characters[eighths.min(8)]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_a_checkered_board_has_coloured_squares() {
        let theme = Theme { colour: true, unicode: true };
        let cell = PictureCell { name: "a1".to_owned(), dark: true, piece: None };
        let marks = CellMarks::default();
        assert!(theme.cell(&cell, marks, true).bg.is_some());
        assert_eq!(theme.cell(&cell, marks, false), Style::new());
        let picked = CellMarks { picked: true, ..marks };
        assert!(theme.cell(&cell, picked, false).bg.is_some());
    }

    #[test]
    fn every_mark_is_seen_without_colours() {
        let theme = Theme { colour: false, unicode: false };
        let none = CellMarks::default();
        let marks = [
            none,
            CellMarks { cursor: true, ..none },
            CellMarks { picked: true, ..none },
            CellMarks { target: true, ..none },
            CellMarks { last_move: true, ..none },
            CellMarks { hinted: true, ..none },
        ];
        let brackets = marks.map(|marks| theme.brackets(marks));
        for (index, one) in brackets.iter().enumerate() {
            assert!(!brackets[..index].contains(one), "{one:?}");
        }
    }
}
