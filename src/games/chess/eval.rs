//! Evaluation by material, squares and counted terms.

mod file;
mod inputs;
mod parts;
pub mod scale;
pub mod terms;

use super::{Piece, Position};
use crate::board::Bitset;
use crate::board::square::squares;
use crate::eval::choice;
use crate::eval::hand_crafted::{self, Weighted};
use crate::eval::tapered::Pair;
use crate::eval::{Model, ModelError, Term, once};
use crate::game::Side;
pub use inputs::Inputs;
use once_cell::sync::OnceCell;
use std::ops::Add;
use std::sync::Arc;

/// Values positions by [`Weights`].
pub type HandCrafted = hand_crafted::HandCrafted<Weights>;

/// What positions are valued by: [`Weights`] or a network.
pub type Choice = choice::Choice<Weights, Position, Inputs>;

/// Values positions by what was chosen.
pub type Chosen = choice::Chosen<Weights, Position, Inputs>;

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
pub struct Weights {
    /// By side, piece and square.
    pieces: [[[Pair; 64]; 6]; 2],
    phase: Phase,
    /// By the numbers of [`terms`]; none: the pieces are all that counts.
    terms: Option<Box<[Pair; terms::COUNT]>>,
}

impl Model for Weights {
    const EMBEDDED: &'static [u8] = include_bytes!("../../../eval/default.toml");

    fn embedded() -> Result<Arc<Weights>, ModelError> {
        static WEIGHTS: OnceCell<Arc<Weights>> = OnceCell::new();
        once(&WEIGHTS)
    }

    fn read(bytes: &[u8]) -> Result<Weights, ModelError> {
        file::read(bytes)
    }
}

impl Weights {
    /// From the tables of White's pieces, by the numbers of squares.
    fn new(
        tables: &[[Pair; 64]; 6],
        phase: Phase,
        terms: Option<Box<[Pair; terms::COUNT]>>,
    ) -> Weights {
        let black = |table: &[Pair; 64]| std::array::from_fn(|square| -table[square ^ 56]);
        Weights {
            pieces: [*tables, tables.each_ref().map(black)],
            phase,
            terms,
        }
    }

    /// How the halves of the sum of a position are mixed.
    #[inline]
    fn mix(&self, position: &Position, sum: Pair) -> Mix {
        let (middle, scale) = match self.phase {
            Phase::Sudden if endgame(position) => (0, scale::WHOLE),
            Phase::Sudden => (ALL, scale::WHOLE),
            Phase::Gradual => {
                let strong = if sum.end() > 0 {
                    Side::First
                } else {
                    Side::Second
                };
                (gradual_phase(position), scale::scale(position, strong))
            }
        };
        Mix { middle, scale }
    }
}

impl Weighted<Position> for Weights {
    fn sides(position: &Position) -> [Bitset; 2] {
        Side::BOTH.map(|side| position.of(side))
    }

    fn sum(&self, position: &Position, set: Bitset) -> Pair {
        let worth = |square| {
            let piece = position.piece_at(square)?;
            let side = position.side_at(square)?;
            Some(self.pieces[side.index()][piece.index()][square.index()])
        };
        squares(set)
            .filter_map(worth)
            .fold(Pair::default(), Add::add)
    }

    fn score(&self, position: &Position, mut sum: Pair) -> i32 {
        if let Some(weights) = &self.terms {
            terms::visit(position, |index, count| sum = sum + weights[index] * count);
        }
        let score = self.mix(position, sum).of(sum);
        match position.side() {
            Side::First => score,
            Side::Second => -score,
        }
    }

    fn explain(&self, position: &Position) -> Vec<Term> {
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
    fn of(self, sum: Pair) -> i32 {
        let end = sum.end() * self.scale / scale::WHOLE;
        (sum.middle() * self.middle + end * (ALL - self.middle)) / ALL
    }
}

/// 24 while all pieces are on the board, 0 when only pawns and kings are left.
pub fn gradual_phase(position: &Position) -> i32 {
    let count = |piece| position.kind(piece).count() as i32;
    let minors = count(Piece::Knight) + count(Piece::Bishop);
    (minors + 2 * count(Piece::Rook) + 4 * count(Piece::Queen)).min(ALL)
}

fn endgame(position: &Position) -> bool {
    let queens = position.kind(Piece::Queen);
    let rooks = position.kind(Piece::Rook);
    let minors = position.kind(Piece::Knight) | position.kind(Piece::Bishop);
    Side::BOTH.into_iter().all(|side| {
        let own = position.of(side);
        (own & queens).is_empty() || (own & rooks).is_empty() && !(own & minors).several()
    })
}
