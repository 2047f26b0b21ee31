//! Evaluation by material, squares and counted terms.

mod features;
mod file;
mod parts;
pub mod scale;
pub mod terms;

use super::{ChessPosition, Piece};
use crate::board::Bitset;
use crate::board::square::squares;
use crate::eval::either;
use crate::eval::hand_crafted::{self, HandCraftedWeights};
use crate::eval::tapered::TaperedScore;
use crate::eval::{Model, ModelError, Term, read_once};
use crate::game::Side;
pub use features::ChessFeatures;
use once_cell::sync::OnceCell;
use std::ops::Add;
use std::sync::Arc;

/// Values positions by [`ChessWeights`].
pub type ChessHandCrafted = hand_crafted::HandCraftedEvaluator<ChessWeights>;

/// What positions are valued by: [`ChessWeights`] or a network.
pub type ChessModel = either::EitherModel<ChessWeights, ChessPosition, ChessFeatures>;

/// How the endgame comes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Phase {
    /// With every piece that goes.
    Gradual,
    /// At once: no queens, or every side with a queen has beside it at most one minor piece and
    /// no rook.
    Sudden,
}

/// What every piece is worth on every square, for White (a Black one counts the other way), and
/// what the terms are worth.
#[derive(Debug)]
pub struct ChessWeights {
    /// By side, piece and square.
    pieces: [[[TaperedScore; 64]; 6]; 2],
    phase: Phase,
    /// By the numbers of [`terms`]; none: the pieces are all that counts.
    terms: Option<Box<[TaperedScore; terms::COUNT]>>,
}

impl Model for ChessWeights {
    const EMBEDDED: &'static [u8] = include_bytes!("../../../eval/default.toml");

    fn embedded() -> Result<Arc<ChessWeights>, ModelError> {
        static WEIGHTS: OnceCell<Arc<ChessWeights>> = OnceCell::new();
        read_once(&WEIGHTS)
    }

    fn read(bytes: &[u8]) -> Result<ChessWeights, ModelError> {
        file::read(bytes)
    }
}

impl ChessWeights {
    /// From the tables of White's pieces, by the numbers of squares.
    fn new(
        tables: &[[TaperedScore; 64]; 6],
        phase: Phase,
        terms: Option<Box<[TaperedScore; terms::COUNT]>>,
    ) -> ChessWeights {
        let black = |table: &[TaperedScore; 64]| std::array::from_fn(|square| -table[square ^ 56]);
        ChessWeights {
            pieces: [*tables, tables.each_ref().map(black)],
            phase,
            terms,
        }
    }

    /// How the halves of the sum of a position are mixed.
    #[inline]
    fn mix(&self, position: &ChessPosition, sum: TaperedScore) -> Mix {
        let (middle, scale) = match self.phase {
            Phase::Sudden if endgame(position) => (0, scale::WHOLE),
            Phase::Sudden => (ALL, scale::WHOLE),
            Phase::Gradual => {
                let strong = if sum.endgame() > 0 {
                    Side::First
                } else {
                    Side::Second
                };
                (game_phase(position), scale::scale(position, strong))
            }
        };
        Mix { middle, scale }
    }
}

impl HandCraftedWeights<ChessPosition> for ChessWeights {
    fn sides(position: &ChessPosition) -> [Bitset; 2] {
        Side::BOTH.map(|side| position.of(side))
    }

    fn sum(&self, position: &ChessPosition, set: Bitset) -> TaperedScore {
        let worth = |square| {
            let piece = position.piece_at(square)?;
            let side = position.side_at(square)?;
            Some(self.pieces[side.index()][piece.index()][square.index()])
        };
        squares(set)
            .filter_map(worth)
            .fold(TaperedScore::default(), Add::add)
    }

    fn score(&self, position: &ChessPosition, mut sum: TaperedScore) -> i32 {
        if let Some(weights) = &self.terms {
            terms::visit(position, |index, count| sum = sum + weights[index] * count);
        }
        let score = self.mix(position, sum).of(sum);
        match position.side() {
            Side::First => score,
            Side::Second => -score,
        }
    }

    fn explain(&self, position: &ChessPosition) -> Vec<Term> {
        self.terms_of(position)
    }
}

/// The share of the middle game while all pieces are on the board.
const ALL: i32 = 24;

/// How the two halves of a sum become one number.
#[derive(Clone, Copy, Debug)]
struct Mix {
    /// The share of the middle game, of [`ALL`]; the rest is the endgame's.
    middle: i32,
    /// The part of the endgame's half that counts, in [`WHOLE`](scale::WHOLE)ths.
    scale: i32,
}

impl Mix {
    #[inline]
    fn of(self, sum: TaperedScore) -> i32 {
        let end = sum.endgame() * self.scale / scale::WHOLE;
        (sum.middlegame() * self.middle + end * (ALL - self.middle)) / ALL
    }
}

/// 24 while all pieces are on the board, 0 when only pawns and kings are left.
pub fn game_phase(position: &ChessPosition) -> i32 {
    let count = |piece| position.kind(piece).count() as i32;
    let minors = count(Piece::Knight) + count(Piece::Bishop);
    (minors + 2 * count(Piece::Rook) + 4 * count(Piece::Queen)).min(ALL)
}

fn endgame(position: &ChessPosition) -> bool {
    let queens = position.kind(Piece::Queen);
    let rooks = position.kind(Piece::Rook);
    let minors = position.kind(Piece::Knight) | position.kind(Piece::Bishop);
    Side::BOTH.into_iter().all(|side| {
        let own = position.of(side);
        (own & queens).is_empty() || (own & rooks).is_empty() && !(own & minors).several()
    })
}
