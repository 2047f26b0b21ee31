//! Reads and writes standard algebraic notation (SAN).

use super::{ChessMove, ChessPosition, MoveTargets, Piece};
use crate::board::Bitset;
use crate::board::square::Square;
use crate::game::Game;
use std::fmt::Write;
use std::ops::ControlFlow;

/// A move in SAN, not yet matched with the legal moves of a position.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum San {
    /// `O-O` if `kingside`, else `O-O-O`.
    Castling { kingside: bool },
    /// Any other move; `file` and `rank` are those of the start square, if they are given.
    Plain { piece: Piece, file: Option<u8>, rank: Option<u8>, to: Square, promotion: Option<Piece> },
}

impl San {
    /// Reads SAN in its common variants: `Nf3`, `N1xf3+`, `Ng1-f3`, `e8=Q`, `e8Q`, `0-0-0!?`, `exd6e.p.`.
    pub(super) fn read(text: &str) -> Option<San> {
        const LONGEST: usize = 16;
        if text.len() > LONGEST || !text.is_ascii() {
            return None;
        }
        let text = text.trim_end_matches(['+', '#', '!', '?']).trim_end();
        let text =
            ["e.p.", "e.p", "ep"].into_iter().find_map(|ending| text.strip_suffix(ending)).unwrap_or(text).trim_end();
        match text {
            "O-O" | "0-0" | "o-o" => return Some(San::Castling { kingside: true }),
            "O-O-O" | "0-0-0" | "o-o-o" => return Some(San::Castling { kingside: false }),
            _ => {}
        }
        let (text, promotion) = split_promotion(text)?;
        let letter = text.chars().next()?;
        let named = Piece::from_letter(letter).filter(|_| letter.is_ascii_uppercase());
        let (piece, text) = named.map_or((Piece::Pawn, text), |piece| (piece, &text[1..]));
        let (start, to) = text.split_at_checked(text.len().checked_sub(2)?)?;
        let to = Square::named(to)?;
        let (file, rank) = match start.strip_suffix(['x', ':', '-']).unwrap_or(start).as_bytes() {
            [] => (None, None),
            [file @ b'a'..=b'h'] => (Some(file - b'a'), None),
            [rank @ b'1'..=b'8'] => (None, Some(rank - b'1')),
            [file @ b'a'..=b'h', rank @ b'1'..=b'8'] => (Some(file - b'a'), Some(rank - b'1')),
            _ => return None,
        };
        Some(San::Plain { piece, file, rank, to, promotion })
    }

    /// Whether the SAN matches this legal move.
    pub(super) fn matches(self, position: &ChessPosition, mv: ChessMove) -> bool {
        let castles = position.us.has(mv.to().number());
        match self {
            San::Castling { kingside } => castles && (mv.to() > mv.from()) == kingside,
            San::Plain { to, promotion, .. } => {
                !castles && mv.to() == to && mv.promotion() == promotion && self.starts_from(position, mv.from())
            }
        }
    }

    /// Whether the SAN matches a move from `from`.
    pub(super) fn starts_from(self, position: &ChessPosition, from: Square) -> bool {
        match self {
            San::Castling { .. } => from == position.king(position.side()),
            San::Plain { piece, file, rank, .. } => {
                position.us.has(from.number())
                    && position.piece_at(from) == Some(piece)
                    && file.is_none_or(|file| file == from.file())
                    && rank.is_none_or(|rank| rank == from.rank())
            }
        }
    }
}

impl ChessPosition {
    /// The legal move `mv` in SAN, as short as the position allows.
    pub fn san(&self, mv: ChessMove) -> String {
        let mut text = String::with_capacity(8);
        self.write_san(mv, &mut text).expect("a string takes all");
        text
    }

    fn write_san(&self, mv: ChessMove, text: &mut String) -> std::fmt::Result {
        let (from, to) = (mv.from(), mv.to());
        let piece = self.piece_at(from).unwrap_or(Piece::Pawn);
        let pawn = piece == Piece::Pawn;
        if self.us.has(to.number()) {
            text.push_str(if to > from { "O-O" } else { "O-O-O" });
        } else {
            let takes = self.them.has(to.number()) || (pawn && from.file() != to.file());
            if !pawn {
                text.push(piece.letter());
                self.write_start(mv, piece, text);
            } else if takes {
                text.push(file_letter(from));
            }
            text.push_str(if takes { "x" } else { "" });
            write!(text, "{to}")?;
        }
        if let Some(piece) = mv.promotion() {
            write!(text, "={}", piece.letter())?;
        }
        let next = self.play(mv);
        match (next.in_check(), next.has_moves()) {
            (false, _) => {}
            (true, true) => text.push('+'),
            (true, false) => text.push('#'),
        }
        Ok(())
    }

    /// Writes as much of the start square as is needed to tell the move from those of other pieces of the same
    /// kind: the file if that is enough, else the rank, else both.
    fn write_start(&self, mv: ChessMove, piece: Piece, text: &mut String) {
        let (from, to) = (mv.from(), mv.to());
        let (mut others, mut same_file, mut same_rank) = (false, false, false);
        let _ = self.generate_to(MoveTargets { pawns: Bitset::EMPTY, pieces: to.set() }, |set| {
            set.visit(|mv| {
                let other = mv.from();
                if other != from && self.piece_at(other) == Some(piece) {
                    others = true;
                    same_file |= other.file() == from.file();
                    same_rank |= other.rank() == from.rank();
                }
                ControlFlow::<()>::Continue(())
            })
        });
        if others && (!same_file || same_rank) {
            text.push(file_letter(from));
        }
        if same_file {
            text.push((b'1' + from.rank()) as char);
        }
    }
}

fn file_letter(square: Square) -> char {
    (b'a' + square.file()) as char
}

/// Splits `=Q`, `Q`, `q` or `(Q)` off the end. `None` if the letter is not a promotion piece.
fn split_promotion(text: &str) -> Option<(&str, Option<Piece>)> {
    let bare = text.strip_suffix(')').unwrap_or(text);
    let Some(letter) = bare.chars().next_back().filter(char::is_ascii_alphabetic) else { return Some((text, None)) };
    let piece = Piece::from_letter(letter).filter(|piece| !matches!(piece, Piece::Pawn | Piece::King))?;
    let rest = &bare[..bare.len() - 1];
    Some((rest.strip_suffix(['=', '(', '/']).unwrap_or(rest), Some(piece)))
}
