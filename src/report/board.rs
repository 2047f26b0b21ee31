//! The board of a position as text for a terminal.

use crate::game::Side;
use crate::picture::{Picture, PictureCell};

/// The board of a position, the top row first as White sees it. Where the moves of a game are
/// written by files and ranks these stand at its edges; otherwise the empty cells have names.
pub fn board(position: &impl Picture, coloured: bool) -> String {
    let rows = position.rows();
    let named_cells = rows.iter().flatten().any(Option::is_none);
    let mut text = String::new();
    for row in &rows {
        let first = row.iter().flatten().next();
        let rank = first.map_or("", |cell| cell.name.get(1..).unwrap_or_default());
        text += if named_cells { "  " } else { rank };
        text += if named_cells { "" } else { " " };
        let cells = row.iter().map(|cell| square(cell.as_ref(), named_cells));
        let write = |(cell, square): (&Option<PictureCell>, String)| {
            if coloured {
                format!("{}{square}\x1b[0m", paint(cell.as_ref()))
            } else {
                square
            }
        };
        text.extend(row.iter().zip(cells).map(write));
        text.push('\n');
    }
    if let Some(last) = rows.last().filter(|_| !named_cells) {
        let file = |cell: &PictureCell| format!(" {} ", cell.name.get(..1).unwrap_or_default());
        text += "  ";
        text.extend(last.iter().flatten().map(file));
        text.push('\n');
    }
    text
}

/// What stands on a cell, in three or four columns.
fn square(cell: Option<&PictureCell>, named: bool) -> String {
    let width = if named { 4 } else { 3 };
    let content = cell.map_or(String::new(), |cell| match cell.piece {
        Some(piece) => piece.letter.to_string(),
        None if named => cell.name.clone(),
        None => ".".to_owned(),
    });
    format!("{content:^width$}")
}

/// The colours of a cell, by the codes of terminals (ECMA-48): the ground, and bright ink for the
/// first side's pieces, black for the second's, ink that is hardly seen for no piece.
fn paint(cell: Option<&PictureCell>) -> String {
    let ground = if cell.is_some_and(|cell| cell.dark) {
        137
    } else {
        180
    };
    let ink = match cell.and_then(|cell| cell.piece).map(|piece| piece.side) {
        Some(Side::First) => "1;97",
        Some(Side::Second) => "1;30",
        None => "38;5;94",
    };
    format!("\x1b[48;5;{ground}m\x1b[{ink}m")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::Game;
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
