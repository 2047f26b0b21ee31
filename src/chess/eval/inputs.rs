//! What networks see of a chess position.

use crate::board::Bitset;
use crate::chess::{Piece, Position};
use crate::eval::nnue::Features;
use crate::game::Side;

/// Pieces on squares, own and the opponent's, by a board that is turned so that one's own king
/// stands on the left half, and one's own first rank below.
pub enum Inputs {}

/// The squares of a plane.
const SQUARES: usize = 64;

/// How a side sees the board.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct View {
    /// What squares are turned by.
    turn: u8,
    /// The first plane of its own pieces.
    own: u8,
}

impl Features<Position> for Inputs {
    const EMBEDDED: &'static [u8] = include_bytes!("../../../eval/chess.nnue");
    const NAME: &'static str = "chess: pieces on squares, mirrored by the king";
    const INPUTS: usize = 12 * SQUARES;
    const STAGES: usize = 8;

    type Planes = [Bitset; 12];
    type View = View;

    #[inline]
    fn planes(position: &Position) -> [Bitset; 12] {
        let mut planes = [Bitset::EMPTY; 12];
        let [first, second] = Side::BOTH.map(|side| position.of(side));
        for piece in Piece::ALL {
            let kind = position.kind(piece);
            planes[piece.index()] = kind & first;
            planes[6 + piece.index()] = kind & second;
        }
        planes
    }

    #[inline]
    fn view(position: &Position, side: Side) -> View {
        let [rank, own] = match side {
            Side::First => [0, 0],
            Side::Second => [56, 6],
        };
        let right = position.king(side).number() & 4 != 0;
        View {
            turn: rank ^ if right { 7 } else { 0 },
            own,
        }
    }

    #[inline]
    fn input(view: View, plane: usize, square: u8) -> usize {
        let plane = (plane + usize::from(view.own)) % 12;
        plane * SQUARES + usize::from(square ^ view.turn)
    }

    /// By the number of pieces, four to a stage.
    #[inline]
    fn stage(position: &Position) -> usize {
        (position.occupied().count() as usize - 1) / 4
    }
}
