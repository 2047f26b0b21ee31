//! Reads and writes chess positions and moves in every style.

use super::generate::castling_destinations;
use super::illegal_move::rule_numbered;
use super::san::San;
use super::setup::side_name;
use super::{ChessMove, ChessPosition, ChessSetup, Piece};
use crate::board::square::{Square, squares};
use crate::game::{Game, Side};
use crate::notation::{MoveError, MoveRule, MoveStyle, Notation, PositionError, excerpt};

impl ChessPosition {
    /// Reads a position in FEN or X-FEN, and checks that it is legal.
    pub fn parse(text: &str) -> Result<ChessPosition, PositionError> {
        text.parse::<ChessSetup>()?.position().map_err(PositionError)
    }
}

impl Notation for ChessPosition {
    fn parse_position(&self, text: &str) -> Result<Self, PositionError> {
        Self::parse(text)
    }

    fn show(&self) -> String {
        self.to_string()
    }

    fn is_chess960(&self) -> bool {
        let is_usual = |side, rook: Square| self.king(side).file() == 4 && matches!(rook.file(), 0 | 7);
        let rooks = |side| squares(self.castling() & self.of(side));
        Side::BOTH.into_iter().any(|side| rooks(side).any(|rook| !is_usual(side, rook)))
    }

    /// If SAN is no legal move as it stands, its letters may be in the other case: `nf3`, `E4`. But `B` is always a bishop: an illegal
    /// `Bxc3` is not the move of a pawn.
    fn parse_move(&self, text: &str) -> Result<ChessMove, MoveError> {
        let text = text.trim();
        if let Some(coordinates) = read_coordinates(text) {
            return self.move_by_coordinates(coordinates, text);
        }
        self.parse_san(text).or_else(|error| {
            let lower = text.to_ascii_lowercase();
            let mut with_piece = lower.clone();
            with_piece.get_mut(..1).unwrap_or_default().make_ascii_uppercase();
            let as_pawn = if text.starts_with('B') { None } else { self.parse_san(&lower).ok() };
            as_pawn.map_or_else(|| self.parse_san(&with_piece), Ok).map_err(|_| error)
        })
    }

    fn show_move(&self, mv: ChessMove, style: MoveStyle) -> String {
        let by_king = match style {
            MoveStyle::Short => return self.san(mv),
            MoveStyle::Long => true,
            MoveStyle::LongCastlingByRook => false,
        };
        let (from, to) = (mv.from(), mv.to());
        let usual = from.file() == 4 && (to.file() == 0 || to.file() == 7);
        if by_king && usual && self.us.has(to.number()) {
            format!("{from}{}", castling_destinations(from, to).0)
        } else {
            format!("{mv:?}")
        }
    }
}

/// A move in coordinate notation: the squares from and to, and the promotion piece.
type Coordinates = (Square, Square, Option<Piece>);

impl ChessPosition {
    fn parse_san(&self, text: &str) -> Result<ChessMove, MoveError> {
        match San::read(text) {
            Some(san) => self.move_by_san(san, text),
            None => Err(MoveError::Syntax {
                found: excerpt(text),
                expected: "a move such as e2e4, e7e8q, Nf3, exd5, e8=Q or O-O",
            }),
        }
    }

    fn move_by_coordinates(&self, (from, to, promotion): Coordinates, text: &str) -> Result<ChessMove, MoveError> {
        let to = self.castling_towards(from, to).unwrap_or(to);
        let mv = match promotion {
            Some(Piece::Pawn | Piece::King) => return Err(illegal(text, rule_numbered(7))),
            Some(piece) => ChessMove::promoting(from, to, piece),
            None => ChessMove::new(from, to),
        };
        if self.is_legal(mv) { Ok(mv) } else { Err(illegal(text, self.broken_rule(from, to, promotion))) }
    }

    fn move_by_san(&self, san: San, text: &str) -> Result<ChessMove, MoveError> {
        let mut matching = self.moves();
        matching.retain(|&mv| san.matches(self, mv));
        match matching[..] {
            [mv] => Ok(mv),
            [] => Err(illegal(text, self.rule_broken_by(san))),
            _ => {
                let shown = matching.iter().map(|&mv| self.show_move(mv, MoveStyle::Long));
                Err(MoveError::Ambiguous { found: excerpt(text), candidates: shown.collect::<Vec<_>>().join(", ") })
            }
        }
    }

    /// The rule that the move breaks. If several pieces could be meant, the one that comes nearest to a legal move
    /// counts.
    fn rule_broken_by(&self, san: San) -> MoveRule {
        /// Rules by how near a move that breaks them is to a legal one, the farthest first.
        const ORDER: [u8; 8] = [1, 2, 3, 6, 5, 7, 4, 8];
        if !self.has_moves() {
            return rule_numbered(8);
        }
        let San::Plain { piece, to, promotion, .. } = san else { return rule_numbered(5) };
        let side = side_name(self.side());
        let nearest = squares(self.us)
            .filter(|&from| san.starts_from(self, from))
            .map(|from| self.broken_rule(from, to, promotion))
            .max_by_key(|rule| ORDER.iter().position(|&number| number == rule.number));
        match nearest {
            Some(rule) if rule.number == 2 && piece == Piece::King => {
                MoveRule::new(2, format!("the {side} king cannot go there"))
            }
            Some(rule) if rule.number == 2 => MoveRule::new(2, format!("no {side} {} can go there", piece.name())),
            Some(rule) => rule,
            None => MoveRule::new(1, format!("there is no such {side} {}", piece.name())),
        }
    }
}

fn illegal(text: &str, reason: MoveRule) -> MoveError {
    MoveError::Illegal { found: excerpt(text), reason }
}

/// Reads `e2e4`, `E2-E4`, `e7xd8q`, `e7e8=Q`. Both squares have to be in small letters, or both in
/// capitals, since `B2c3` is a bishop move.
fn read_coordinates(text: &str) -> Option<Coordinates> {
    let (from, rest) = text.split_at_checked(2)?;
    let (to, promotion) = rest.strip_prefix(['-', 'x', ':']).unwrap_or(rest).split_at_checked(2)?;
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
    let square = |name: &str| Square::named(&name.to_ascii_lowercase());
    Some((square(from)?, square(to)?, promotion))
}
