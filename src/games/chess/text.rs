//! Chess as text: the notation of positions and moves, in every style.

use super::generate::castling_destinations;
use super::illegal_move::{rule_numbered, rule_with_text};
use super::san::San;
use super::setup::side_name;
use super::{ChessMove, ChessPosition, Piece};
use crate::board::square::{Square, squares};
use crate::game::Game;
use crate::notation::{MoveError, MoveRule, MoveStyle, Notation, PositionError, excerpt};

impl Notation for ChessPosition {
    fn parse(text: &str) -> Result<ChessPosition, PositionError> {
        text.parse()
    }

    fn show(&self) -> String {
        self.to_string()
    }

    fn parse_move(&self, text: &str) -> Result<ChessMove, MoveError> {
        let text = text.trim();
        if let Some(steps) = Coordinates::read(text) {
            return self.meant_by_coordinates(steps, text);
        }
        match San::read(text) {
            Some(san) => self.meant_by_san(san, text),
            None => Err(MoveError::Syntax {
                found: excerpt(text),
                expected: "a move such as e2e4, e7e8q, Nf3, exd5, e8=Q or O-O",
            }),
        }
    }

    fn show_move(&self, mv: ChessMove, style: MoveStyle) -> String {
        let by_king = match style {
            MoveStyle::Short => return self.san(mv),
            MoveStyle::Long => true,
            MoveStyle::LongCastlingByRook => false,
        };
        let (from, to) = (mv.from(), mv.to());
        let usual = from.file() == 4 && (to.file() == 0 || to.file() == 7);
        let castles = self.us().has(to.number());
        match by_king && usual && castles {
            true => format!("{from}{}", castling_destinations(from, to).0),
            false => format!("{mv:?}"),
        }
    }
}

/// A move by the squares it leaves and reaches.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Coordinates {
    from: Square,
    to: Square,
    promotion: Option<Piece>,
}

impl Coordinates {
    /// Reads `e2e4`, `E2-E4`, `e7xd8q`, `e7e8=Q`. Both squares are in small letters or both in
    /// capitals, since `B2c3` is a bishop's move.
    fn read(text: &str) -> Option<Coordinates> {
        let (from, rest) = text.split_at_checked(2)?;
        let rest = rest.strip_prefix(['-', 'x', ':']).unwrap_or(rest);
        let (to, promotion) = rest.split_at_checked(2)?;
        let capital = |name: &str| name.starts_with(|letter: char| letter.is_ascii_uppercase());
        if capital(from) != capital(to) {
            return None;
        }
        let promotion = promotion.strip_prefix('=').unwrap_or(promotion);
        let mut letters = promotion.chars();
        let promotion = match (letters.next(), letters.next()) {
            (None, _) => None,
            (Some(letter), None) => Some(Piece::from_letter(letter)?),
            _ => return None,
        };
        Some(Coordinates {
            from: Square::named(&from.to_ascii_lowercase())?,
            to: Square::named(&to.to_ascii_lowercase())?,
            promotion,
        })
    }
}

impl ChessPosition {
    fn meant_by_coordinates(&self, steps: Coordinates, text: &str) -> Result<ChessMove, MoveError> {
        let Coordinates {
            from,
            to,
            promotion,
        } = steps;
        let to = self.castling_towards(from, to).unwrap_or(to);
        let mv = match promotion {
            Some(Piece::Pawn | Piece::King) => return Err(illegal(text, rule_numbered(7))),
            Some(piece) => ChessMove::promoting(from, to, piece),
            None => ChessMove::new(from, to),
        };
        match self.is_legal(mv) {
            true => Ok(mv),
            false => Err(illegal(text, self.broken_rule(from, to, promotion))),
        }
    }

    fn meant_by_san(&self, san: San, text: &str) -> Result<ChessMove, MoveError> {
        let mut fitting = self.moves();
        fitting.retain(|&mv| san.fits(self, mv));
        match fitting[..] {
            [mv] => Ok(mv),
            [] => Err(illegal(text, self.rule_broken_by(san))),
            _ => {
                let shown = fitting
                    .iter()
                    .map(|&mv| self.show_move(mv, MoveStyle::Long));
                Err(MoveError::Ambiguous {
                    found: excerpt(text),
                    candidates: shown.collect::<Vec<_>>().join(", "),
                })
            }
        }
    }

    /// What speaks against the piece that comes nearest to making the move.
    fn rule_broken_by(&self, san: San) -> MoveRule {
        /// From the least to the most advanced objection.
        const ORDER: [u8; 8] = [1, 2, 3, 6, 5, 7, 4, 8];
        if !self.has_moves() {
            return rule_numbered(8);
        }
        let San::Plain {
            piece,
            to,
            promotion,
            ..
        } = san
        else {
            return rule_numbered(5);
        };
        let (side, piece) = (side_name(self.side()), piece.name());
        let nearest = squares(self.us())
            .filter(|&from| san.starts_from(self, from))
            .map(|from| self.broken_rule(from, to, promotion))
            .max_by_key(|rule| ORDER.iter().position(|&number| number == rule.number));
        match nearest {
            Some(rule) if rule.number == 2 => {
                rule_with_text(2, format!("no {side} {piece} can go there"))
            }
            Some(rule) => rule,
            None => rule_with_text(1, format!("there is no such {side} {piece}")),
        }
    }
}

fn illegal(text: &str, reason: MoveRule) -> MoveError {
    MoveError::Illegal {
        found: excerpt(text),
        reason,
    }
}
