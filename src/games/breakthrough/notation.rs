//! Positions and moves of Breakthrough as text.
//!
//! A position is written as in chess: the rows from the eighth to the first, with `P` for a pawn of White and `p`
//! for one of Black, then the side to move. Further fields, which other programs write (`- - 0 1`), are
//! ignored. A move is written `a2a3`, or `a2xb3` for a capture in short style.

use super::position::{Breakthrough, BreakthroughMove, forward};
use crate::board::{Bitset, Square};
use crate::game::{Game, Side};
use crate::notation::{MoveError, MoveRule, MoveStyle, Notation, PositionError, excerpt, rows_text};

const RULES: [&str; 5] = [
    "the side to move must have a pawn on the first square",
    "a pawn moves one square forward, straight or diagonally",
    "a pawn does not move to a square of its own side",
    "a pawn captures diagonally only",
    "the game is over when a pawn is on the far row or a side has no pawns",
];

/// The pawns of White and of Black.
pub(super) const LETTERS: [char; 2] = ['P', 'p'];

impl Breakthrough {
    /// Reads a position and checks that it is legal.
    pub fn parse(text: &str) -> Result<Self, PositionError> {
        let fields: Vec<&str> = text.split_whitespace().collect();
        let [board, side, ref rest @ ..] = fields[..] else {
            return Err(PositionError("expected the board and the side to move, w or b".into()));
        };
        let side = match side {
            "w" => Side::First,
            "b" => Side::Second,
            _ => {
                return Err(PositionError(format!("found '{}' as the side to move, expected w or b", excerpt(side))));
            }
        };
        if rest.len() > 4 {
            return Err(PositionError(format!("found {} fields, expected at most 6", fields.len())));
        }
        Breakthrough::checked(parse_board(board)?, side)
    }

    /// As [`new`](Breakthrough::new), with a reason if no game leads to the position.
    pub(super) fn checked(pawns: [Bitset; 2], side: Side) -> Result<Self, PositionError> {
        Breakthrough::new(pawns, side).ok_or_else(|| {
            PositionError(
                "no game leads to this position: expected at most 16 pawns a side, a pawn of the \
                 side that has moved, and at most one pawn on the far row, its own"
                    .into(),
            )
        })
    }
}

impl Notation for Breakthrough {
    fn parse_position(&self, text: &str) -> Result<Self, PositionError> {
        Self::parse(text)
    }

    fn show(&self) -> String {
        let rows = rows_text(|square| Some(LETTERS[self.owner(square)?.index()]));
        format!("{rows} {}", ['w', 'b'][self.side_to_move().index()])
    }

    fn parse_move(&self, text: &str) -> Result<BreakthroughMove, MoveError> {
        let syntax = || MoveError::Syntax { found: excerpt(text), expected: "two squares such as a2a3 or a2xb3" };
        let ends = text.split_at_checked(2).ok_or_else(syntax)?;
        let (from, to) = (ends.0, ends.1.trim_start_matches(['x', '-']));
        let from = Square::named(from).ok_or_else(syntax)?;
        let mv = BreakthroughMove { from, to: Square::named(to).ok_or_else(syntax)? };
        match self.broken_rule(mv) {
            None => Ok(mv),
            Some(index) => {
                let reason = MoveRule::new(index as u8 + 1, RULES[index]);
                Err(MoveError::Illegal { found: excerpt(text), reason })
            }
        }
    }

    fn show_move(&self, mv: BreakthroughMove, style: MoveStyle) -> String {
        let captures = self.pawns(!self.side_to_move()).has(mv.to.number());
        let sign = if captures && style == MoveStyle::Short { "x" } else { "" };
        format!("{}{sign}{}", mv.from, mv.to)
    }
}

impl Breakthrough {
    /// The owner of the pawn on a square.
    pub(super) fn owner(&self, square: Square) -> Option<Side> {
        Side::BOTH.into_iter().find(|&side| self.pawns(side).has(square.number()))
    }

    /// The index of the first of [`RULES`] that a move breaks.
    fn broken_rule(&self, mv: BreakthroughMove) -> Option<usize> {
        if self.is_legal(mv) {
            return None;
        }
        let us = self.side_to_move();
        let (ours, to) = (self.pawns(us), mv.to.number());
        let ahead = [-1, 0, 1].map(|change| forward(us, change, mv.from.set()));
        Some(if self.outcome().is_some() {
            4
        } else if !ours.has(mv.from.number()) {
            0
        } else if !ahead.iter().any(|set| set.has(to)) {
            1
        } else if ours.has(to) {
            2
        } else {
            3
        })
    }
}

/// The pawns of White and of Black.
fn parse_board(text: &str) -> Result<[Bitset; 2], PositionError> {
    let rows: Vec<&str> = text.split('/').collect();
    if rows.len() != 8 {
        return Err(PositionError(format!("found {} rows, expected 8", rows.len())));
    }
    let mut pawns = [Bitset::EMPTY; 2];
    for (rank, row) in (0..8).rev().zip(rows) {
        let mut file = 0;
        for letter in row.chars() {
            let owner = LETTERS.iter().position(|&it| it == letter);
            if owner.is_none() && !('1'..='8').contains(&letter) {
                let (found, row) = (letter.escape_default(), rank + 1);
                let message = format!("found '{found}' in row {row}, expected P, p or a number of empty squares");
                return Err(PositionError(message));
            }
            if let Some(owner) = owner.filter(|_| file < 8) {
                pawns[owner] |= Square::at(file, rank).set();
            }
            file += letter.to_digit(10).unwrap_or(1) as u8;
            if file > 8 {
                break;
            }
        }
        if file != 8 {
            return Err(PositionError(format!("row {} does not have 8 squares", rank + 1)));
        }
    }
    Ok(pawns)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::StartPosition;

    #[test]
    fn further_fields_are_ignored() {
        let start = "pppppppp/pppppppp/8/8/8/8/PPPPPPPP/PPPPPPPP w - - 0 1";
        assert_eq!(Breakthrough::parse(start), Ok(Breakthrough::start()));
    }

    #[test]
    fn invalid_positions_have_specific_errors() {
        for (text, message) in [
            ("8/8", "expected the board and the side"),
            ("8/8 w", "found 2 rows"),
            ("8/8/8/8/8/8/8/7x w", "found 'x' in row 1"),
            ("8/8/8/8/8/8/8/9 w", "found '9' in row 1"),
            ("8/8/8/8/8/8/8/pppppppp1 w", "row 1 does not have 8"),
            ("p7/8/8/8/8/8/8/8 x", "found 'x' as the side"),
            ("8/8/8/8/8/8/8/P7 w", "no game leads"),
            ("P7/p7/8/8/8/8/8/8 w", "no game leads"),
        ] {
            let error = Breakthrough::parse(text).unwrap_err().to_string();
            assert!(error.contains(message), "{text}: {error}");
        }
    }

    #[test]
    fn illegal_moves_name_the_broken_rule() {
        let position = Breakthrough::parse("8/8/8/8/1pp5/PP6/8/8 w").unwrap();
        for (text, rule) in [("a4a5", 0), ("a3a5", 1), ("b3b4", 3), ("a3b3", 1)] {
            let error = position.parse_move(text).unwrap_err().to_string();
            assert!(error.ends_with(RULES[rule]), "{text}: {error}");
        }
        assert_eq!(position.show_move(position.parse_move("a3xb4").unwrap(), MoveStyle::Long), "a3b4");
        let error = Breakthrough::parse("P7/8/8/8/8/8/7p/8 b").unwrap().parse_move("h2h1").unwrap_err().to_string();
        assert!(error.ends_with(RULES[4]), "{error}");
    }
}
