//! The board of a position as text for a terminal.

use crate::picture::text_board::{CellLine, CellText, TextBoard, piece_colour};
use crate::picture::{Picture, PictureCell};

/// The board of a position, the top row first as White sees it. Where the moves of a game are
/// written by files and ranks these stand at its edges; otherwise the empty cells have names.
pub fn board(position: &impl Picture, coloured: bool) -> String {
    let rows = position.rows();
    let named_cells = rows.iter().flatten().any(Option::is_none);
    let content = |cell: &PictureCell| CellText {
        text: match cell.piece {
            Some(piece) => piece.letter.to_string(),
            None if named_cells => cell.name.clone(),
            None => ".".to_owned(),
        },
        colour: piece_colour(cell),
    };
    let lines: [CellLine; 1] = [&content];
    let width = if named_cells { 4 } else { 3 };
    let board = TextBoard {
        coloured,
        row_label: if named_cells {
            |_| "  ".to_owned()
        } else {
            |name| format!("{} ", name.get(1..).unwrap_or_default())
        },
        ..TextBoard::new(&rows, width, &lines)
    };
    let mut text = board.draw();
    if let Some(last) = rows.last().filter(|_| !named_cells) {
        let file = |cell: &PictureCell| format!(" {} ", cell.name.get(..1).unwrap_or_default());
        text += "  ";
        text.extend(last.iter().flatten().map(file));
        text.push('\n');
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::StartPosition;
    use crate::games::chess::ChessPosition;
    use crate::games::draughts::{Draughts, English};
    use crate::search::Knowledge;

    #[test]
    fn boards_have_coordinates_or_named_cells() {
        let chess = board(&ChessPosition::start(), false);
        let lines: Vec<_> = chess.lines().collect();
        assert_eq!(lines[0], "8  r  n  b  q  k  b  n  r ");
        assert_eq!(lines[3], "5  .  .  .  .  .  .  .  . ");
        assert_eq!(lines[8], "   a  b  c  d  e  f  g  h ");
        let draughts = board(&<Draughts<English> as Knowledge>::Game::start(), false);
        assert!(
            draughts.contains(" 13 ") && !draughts.contains('.'),
            "{draughts}"
        );
        let coloured = board(&ChessPosition::start(), true);
        assert_eq!(coloured.matches("\x1b[0m").count(), 64);
    }
}
