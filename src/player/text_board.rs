//! A position for people at a terminal.

use crate::notation::Notation;
use crate::picture::{Picture, PictureCell};

/// The board, the position as text, and its key.
pub(super) fn drawing<G: Notation + Picture>(position: &G) -> Vec<String> {
    let mut lines = board(&position.rows());
    lines.push(format!("position: {}", position.show()));
    lines.push(format!("key: {:016x}", position.key().0));
    lines
}

/// The rows, each behind the name of its first cell.
fn board(rows: &[Vec<Option<PictureCell>>]) -> Vec<String> {
    let width = rows.iter().map(Vec::len).max().unwrap_or(0);
    let rule = format!("    +{}", "---+".repeat(width));
    let mut lines = vec![rule.clone()];
    for row in rows {
        let first = row.iter().flatten().next();
        let name = first.map_or("", |cell| &cell.name);
        let letter = |cell: &Option<PictureCell>| {
            let piece = cell.as_ref().and_then(|cell| cell.piece);
            format!(" {} |", piece.map_or(' ', |piece| piece.letter))
        };
        let cells: String = row.iter().map(letter).collect();
        lines.push(format!("{name:>3} |{cells}"));
        lines.push(rule.clone());
    }
    lines
}
