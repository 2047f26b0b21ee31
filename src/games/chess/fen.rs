//! Reads and writes positions in Forsyth-Edwards notation (FEN).
//!
//! Reads four to six fields. Castling rights may be `KQkq`, the files of the rooks (Shredder-FEN), or a mixture
//! (X-FEN). Writes six fields, and files of rooks only where `KQkq` would be ambiguous.

use super::setup::{back_rank, side_name};
use super::{ChessPosition, ChessSetup, Piece};
use crate::board::Bitset;
use crate::board::square::{Square, rank_set, squares};
use crate::game::Side;
use crate::notation::{PositionError, excerpt, rows_text};
use std::fmt::{self, Write};
use std::str::FromStr;

impl FromStr for ChessSetup {
    type Err = PositionError;

    fn from_str(text: &str) -> Result<ChessSetup, PositionError> {
        let fields: Vec<&str> = text.split_ascii_whitespace().take(7).collect();
        let (&[board, side, castling, passed, ref counters @ ..], 4..=6) = (&fields[..], fields.len()) else {
            let found = match fields.len() {
                1 => "1 field".to_owned(),
                7 => "more than 6 fields".to_owned(),
                count => format!("{count} fields"),
            };
            return Err(PositionError(format!("found {found} in '{}'; expected 4 to 6", excerpt(text))));
        };
        let mut setup = ChessSetup::empty();
        read_board(board, &mut setup)?;
        setup.side = match side {
            "w" => Side::First,
            "b" => Side::Second,
            _ => return Err(wrong("side to move", side, "w or b")),
        };
        setup.castling = read_castling(castling, &setup)?;
        setup.en_passant = match passed {
            "-" => None,
            name => Some(Square::named(name).ok_or_else(|| wrong("en passant field", name, "a square or -"))?),
        };
        if let Some(clock) = counters.first() {
            setup.clock = read_counter("halfmove clock", clock)?;
        }
        if let Some(number) = counters.get(1) {
            setup.full_move = read_counter("move number", number)?.max(1);
        }
        Ok(setup)
    }
}

impl fmt::Display for ChessPosition {
    fn fmt(&self, formatter: &mut fmt::Formatter) -> fmt::Result {
        formatter.write_str(&rows_text(|square| Some(self.piece_at(square)?.sided_letter(self.side_at(square)?))))?;
        formatter.write_str([" w ", " b "][self.side().index()])?;
        write_castling(self, formatter)?;
        match self.en_passant {
            Some(square) => write!(formatter, " {square}")?,
            None => formatter.write_str(" -")?,
        }
        write!(formatter, " {} {}", self.clock(), self.full_move)
    }
}

fn wrong(what: &str, found: &str, expected: &str) -> PositionError {
    PositionError(format!("{what}: found '{}'; expected {expected}", excerpt(found)))
}

fn read_board(text: &str, setup: &mut ChessSetup) -> Result<(), PositionError> {
    let ranks: Vec<&str> = text.split('/').take(9).collect();
    if ranks.len() != 8 {
        return Err(wrong("board", text, "8 ranks with / between them"));
    }
    for (rank, row) in (0..8).rev().zip(ranks) {
        let bad = |expected: &str| wrong(&format!("rank {} of the board", rank + 1), row, expected);
        let mut file = 0;
        for letter in row.chars() {
            if let '1'..='8' = letter {
                file += letter as u8 - b'0';
            } else {
                let piece =
                    Piece::from_letter(letter).ok_or_else(|| bad("the letters PNBRQK, pnbrqk and digits 1 to 8"))?;
                let side = side_of_letter(letter);
                if file < 8 {
                    setup.board[Square::at(file, rank).index()] = Some((side, piece));
                }
                file += 1;
            }
            if file > 8 {
                return Err(bad("8 squares"));
            }
        }
        if file != 8 {
            return Err(bad("8 squares"));
        }
    }
    Ok(())
}

/// White has capital letters.
fn side_of_letter(letter: char) -> Side {
    if letter.is_ascii_uppercase() { Side::First } else { Side::Second }
}

/// The rooks that the castling field stands for.
fn read_castling(text: &str, setup: &ChessSetup) -> Result<Bitset, PositionError> {
    let mut rooks = Bitset::EMPTY;
    if text == "-" {
        return Ok(rooks);
    }
    for letter in text.chars() {
        let side = side_of_letter(letter);
        let file = match letter.to_ascii_uppercase() {
            'K' => outermost(setup, side, true)?,
            'Q' => outermost(setup, side, false)?,
            file @ 'A'..='H' => file as u8 - b'A',
            _ => return Err(wrong("castling field", text, "letters of KQkq or A-H, a-h, or -")),
        };
        let rook = Square::at(file, back_rank(side)).set();
        if (rooks & rook).any() {
            return Err(wrong("castling field", text, "every right once"));
        }
        rooks |= rook;
    }
    Ok(rooks)
}

/// The file of a side's outermost rook on the `kingside`, or on the queenside of its king.
fn outermost(setup: &ChessSetup, side: Side, kingside: bool) -> Result<u8, PositionError> {
    let has = |file: &u8, piece| setup.board[Square::at(*file, back_rank(side)).index()] == Some((side, piece));
    let rook = |file: &u8| has(file, Piece::Rook);
    let found = (0..8)
        .find(|file| has(file, Piece::King))
        .and_then(|king| if kingside { (king + 1..8).rev().find(rook) } else { (0..king).find(rook) });
    found.ok_or_else(|| {
        PositionError(format!(
            "castling right without pieces: {} needs its king on the back rank and a rook {} of it",
            side_name(side),
            if kingside { "right" } else { "left" },
        ))
    })
}

/// Reads a counter from 0 to 9999. The longest possible game has 5,899 moves.
fn read_counter(what: &str, text: &str) -> Result<u16, PositionError> {
    let digits = text.len() <= 4 && text.bytes().all(|byte| byte.is_ascii_digit());
    digits.then(|| text.parse().ok()).flatten().ok_or_else(|| wrong(what, text, "a number from 0 to 9999"))
}

fn write_castling(position: &ChessPosition, formatter: &mut fmt::Formatter) -> fmt::Result {
    if position.castling().is_empty() {
        return formatter.write_char('-');
    }
    for side in Side::BOTH {
        let king = position.king(side);
        let rooks = position.kind(Piece::Rook) & position.of(side) & rank_set(back_rank(side));
        let entitled: Vec<Square> = squares(position.castling() & rooks).collect();
        for &rook in entitled.iter().rev() {
            let (letter, is_outermost) = if rook > king {
                ('K', squares(rooks).all(|other| other <= rook))
            } else {
                ('Q', squares(rooks).all(|other| other >= rook))
            };
            let letter = if is_outermost { letter } else { (b'A' + rook.file()) as char };
            formatter.write_char(match side {
                Side::First => letter,
                Side::Second => letter.to_ascii_lowercase(),
            })?;
        }
    }
    Ok(())
}
