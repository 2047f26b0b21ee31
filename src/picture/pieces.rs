//! The pieces as vector drawings, each in a square of 100 by 100 (`pieces.svg`).

use super::PicturePiece;
use std::collections::BTreeSet;

/// A kind of piece.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum PieceKind {
    /// A pawn of chess or of Breakthrough.
    Pawn,
    /// A knight.
    Knight,
    /// A bishop.
    Bishop,
    /// A rook.
    Rook,
    /// A queen.
    Queen,
    /// A king of chess.
    King,
    /// A man of draughts.
    Man,
    /// A king of draughts.
    CrownedMan,
    /// The first player's mark of Tic-tac-toe.
    Cross,
    /// The second player's mark of Tic-tac-toe.
    Nought,
    /// A counter of a heap.
    Counter,
}

/// A symbol for each kind of piece. The bodies, the hindmost first, have an outline; lines and dots stand on them.
const DRAWINGS: &str = include_str!("pieces.svg");

impl PieceKind {
    /// The word in the identifier of its symbol, and its sign in a terminal with UTF-8.
    fn word_and_sign(self) -> (&'static str, char) {
        match self {
            PieceKind::Pawn => ("pawn", '\u{265f}'),
            PieceKind::Knight => ("knight", '\u{265e}'),
            PieceKind::Bishop => ("bishop", '\u{265d}'),
            PieceKind::Rook => ("rook", '\u{265c}'),
            PieceKind::Queen => ("queen", '\u{265b}'),
            PieceKind::King => ("king", '\u{265a}'),
            PieceKind::Man => ("man", '\u{25cf}'),
            PieceKind::CrownedMan => ("crowned-man", '\u{265b}'),
            PieceKind::Cross => ("cross", '\u{2715}'),
            PieceKind::Nought => ("nought", '\u{25cb}'),
            PieceKind::Counter => ("counter", '\u{25cf}'),
        }
    }

    /// Its name.
    pub fn word(self) -> &'static str {
        if self == PieceKind::CrownedMan { "king" } else { self.word_and_sign().0 }
    }

    /// The sign in a terminal with UTF-8.
    pub fn sign(self) -> char {
        self.word_and_sign().1
    }
}

/// The identifier of the symbol of a piece; marks and counters have colours of their own.
pub fn symbol_id(piece: PicturePiece) -> String {
    format!("{}-{}", colour_word(piece), piece.kind.word_and_sign().0)
}

fn colour_word(piece: PicturePiece) -> &'static str {
    match piece.kind {
        PieceKind::Cross | PieceKind::Nought => "mark",
        PieceKind::Counter => "heap",
        _ if piece.is_white => "white",
        _ => "black",
    }
}

/// The symbols of these pieces, each once.
pub fn piece_symbols(pieces: &mut dyn Iterator<Item = PicturePiece>) -> String {
    let symbols: BTreeSet<String> = pieces.map(symbol).collect();
    String::from_iter(symbols)
}

fn symbol(piece: PicturePiece) -> String {
    const BOX: &str = "viewBox=\"0 0 100 100\">";
    let id = symbol_id(piece);
    let head = format!("<symbol id=\"{}\" {BOX}", piece.kind.word_and_sign().0);
    let (_, drawing) = DRAWINGS.split_once(&head).expect("every kind of piece is drawn");
    let paths: String = drawing.lines().take_while(|&line| line != "</symbol>").collect();
    format!("<symbol id=\"{id}\" class=\"{id} {}-piece\" {BOX}{paths}</symbol>\n", colour_word(piece))
}
