//! The pieces of a board as a short text.

use crate::picture::PicturePiece;
use crate::picture::diagram::Diagram;

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
