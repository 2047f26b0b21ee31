//! The six kinds of pieces.

use crate::game::Side;

/// A kind of piece, the pawn first and the king last.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
#[repr(u8)]
pub enum Piece {
    /// A pawn.
    Pawn,
    /// A knight.
    Knight,
    /// A bishop.
    Bishop,
    /// A rook.
    Rook,
    /// A queen.
    Queen,
    /// A king.
    King,
}

impl Piece {
    /// All kinds, by [`index`](Piece::index).
    pub const ALL: [Piece; 6] = [Piece::Pawn, Piece::Knight, Piece::Bishop, Piece::Rook, Piece::Queen, Piece::King];

    /// From 0 for a pawn to 5 for a king.
    #[inline]
    pub const fn index(self) -> usize {
        self as usize
    }

    /// The English name, in small letters.
    pub const fn name(self) -> &'static str {
        ["pawn", "knight", "bishop", "rook", "queen", "king"][self as usize]
    }

    /// The English letter, in capitals: `P` for a pawn.
    pub const fn letter(self) -> char {
        b"PNBRQK"[self as usize] as char
    }

    /// The kind with this English letter, in either case.
    pub fn from_letter(letter: char) -> Option<Piece> {
        let capital = letter.to_ascii_uppercase();
        Piece::ALL.into_iter().find(|piece| piece.letter() == capital)
    }

    /// The letter in a FEN: a capital for White, else a small letter.
    pub const fn sided_letter(self, side: Side) -> char {
        match side {
            Side::First => self.letter(),
            Side::Second => self.letter().to_ascii_lowercase(),
        }
    }
}
