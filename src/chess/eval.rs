//! Evaluation by material and squares.

use super::{Piece, Position};
use crate::board::Bitset;
use crate::board::square::squares;
use crate::eval::{Evaluator, Model, ModelError, weights};
use crate::game::Side;
use once_cell::sync::OnceCell;
use serde::Deserialize;
use std::sync::Arc;

/// The weights as people write them: `eval/simay.toml` explains each.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct WeightsFile {
    values: Values,
    squares: Squares,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Values {
    pawn: i16,
    knight: i16,
    bishop: i16,
    rook: i16,
    queen: i16,
}

/// Square tables as White sees them, the eighth rank first.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Squares {
    pawn: Table,
    knight: Table,
    bishop: Table,
    rook: Table,
    queen: Table,
    king_middlegame: Table,
    king_endgame: Table,
}

type Table = Vec<i16>;

/// What every piece is worth on every square, for White; a Black one counts the other way.
#[derive(Debug)]
pub struct Weights {
    /// By side, piece and square; for the king, its middle-game squares.
    pieces: [[[i32; 64]; 6]; 2],
    /// What a king's square is worth more in the endgame, by side.
    king_in_endgame: [[i32; 64]; 2],
}

impl Model for Weights {
    fn embedded() -> Result<Arc<Weights>, ModelError> {
        static EMBEDDED: OnceCell<Arc<Weights>> = OnceCell::new();
        let read = || Weights::read(include_bytes!("../../eval/simay.toml")).map(Arc::new);
        EMBEDDED.get_or_try_init(read).cloned()
    }

    fn read(bytes: &[u8]) -> Result<Weights, ModelError> {
        let WeightsFile { values, squares } = weights::read(bytes)?;
        let pieces = [
            side_tables("pawn", values.pawn, &squares.pawn)?,
            side_tables("knight", values.knight, &squares.knight)?,
            side_tables("bishop", values.bishop, &squares.bishop)?,
            side_tables("rook", values.rook, &squares.rook)?,
            side_tables("queen", values.queen, &squares.queen)?,
            side_tables("king_middlegame", 0, &squares.king_middlegame)?,
        ];
        let endgame = side_tables("king_endgame", 0, &squares.king_endgame)?;
        let less = |side: usize| {
            std::array::from_fn(|square| endgame[side][square] - pieces[5][side][square])
        };
        Ok(Weights {
            pieces: [0, 1].map(|side| pieces.map(|tables| tables[side])),
            king_in_endgame: [less(0), less(1)],
        })
    }
}

/// A table for either side, the value of the piece included, by the numbers of squares.
fn side_tables(name: &str, value: i16, table: &Table) -> Result<[[i32; 64]; 2], ModelError> {
    if table.len() != 64 {
        let found = table.len();
        return Err(ModelError(format!(
            "squares.{name}: found {found} numbers, expected 64"
        )));
    }
    let worth = |index: usize| i32::from(value) + i32::from(table[index]);
    // The file begins at a8, squares at a1: White's index is flipped, Black's then twice.
    let white = std::array::from_fn(|square| worth(square ^ 56));
    let black = std::array::from_fn(|square| -worth(square));
    Ok([white, black])
}

impl Weights {
    /// The sum over all pieces, for White.
    fn sum(&self, position: &Position) -> i32 {
        self.sum_of(position, position.occupied())
    }

    /// The sum over the pieces on some squares, for White.
    fn sum_of(&self, position: &Position, set: Bitset) -> i32 {
        let worth = |square| {
            let piece = position.piece_at(square)?;
            let side = position.side_at(square)?;
            Some(self.pieces[side.index()][piece.index()][square.index()])
        };
        squares(set).filter_map(worth).sum()
    }

    /// The value of the position for the side to move, from the sum over its pieces.
    fn score(&self, position: &Position, sum: i32) -> i32 {
        let mut score = sum;
        if endgame(position) {
            for side in Side::BOTH {
                let king = position.king(side).index();
                score += self.king_in_endgame[side.index()][king];
            }
        }
        match position.side() {
            Side::First => score,
            Side::Second => -score,
        }
    }
}

/// No queens, or every side with a queen has beside it at most one minor piece and no rook.
fn endgame(position: &Position) -> bool {
    let queens = position.kind(Piece::Queen);
    let rooks = position.kind(Piece::Rook);
    let minors = position.kind(Piece::Knight) | position.kind(Piece::Bishop);
    Side::BOTH.into_iter().all(|side| {
        let own = position.of(side);
        (own & queens).is_empty() || (own & rooks).is_empty() && !(own & minors).several()
    })
}

/// Keeps the sum over the pieces up to date, move by move.
pub struct Squarewise {
    weights: Arc<Weights>,
    sums: Vec<i32>,
}

impl Squarewise {
    /// An evaluator with these weights.
    pub fn new(weights: &Arc<Weights>) -> Squarewise {
        Squarewise {
            weights: Arc::clone(weights),
            sums: vec![0],
        }
    }

    fn sum(&self) -> i32 {
        *self
            .sums
            .last()
            .expect("the sum of the root is never popped")
    }
}

impl Evaluator<Position> for Squarewise {
    fn reset(&mut self, position: &Position) {
        self.sums.clear();
        self.sums.push(self.weights.sum(position));
    }

    fn push(&mut self, before: &Position, after: &Position) {
        let [first, second] = Side::BOTH.map(|side| before.of(side) ^ after.of(side));
        let changed = first | second;
        let weights = &self.weights;
        let gained = weights.sum_of(after, changed) - weights.sum_of(before, changed);
        self.sums.push(self.sum() + gained);
    }

    fn pop(&mut self) {
        self.sums.pop();
    }

    fn score(&mut self, position: &Position) -> i32 {
        debug_assert_eq!(self.sum(), self.weights.sum(position));
        self.weights.score(position, self.sum())
    }
}
