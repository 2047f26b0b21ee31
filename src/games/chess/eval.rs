//! The hand-crafted evaluation of chess: piece-square tables and counted terms.

mod features;
mod file;
pub mod scale;
pub mod terms;

use super::{ChessPosition, Piece};
use crate::board::Bitset;
use crate::board::square::squares;
use crate::eval::either;
use crate::eval::hand_crafted::{self, HandCraftedWeights};
use crate::eval::tapered::{self, TaperedScore, TermSums};
use crate::eval::{Model, ModelError, Term, read_once};
use crate::game::Side;
use crate::system::data_file::{DataFile, embedded_file};
pub use features::ChessFeatures;
use once_cell::sync::OnceCell;
use serde::Deserialize;
use std::ops::Add;
use std::sync::Arc;
use terms::TermWeights;

/// Evaluates positions by [`ChessWeights`].
pub type ChessHandCrafted = hand_crafted::HandCraftedEvaluator<ChessWeights>;

/// What positions are evaluated by: [`ChessWeights`] or a network.
pub type ChessModel = either::EitherModel<ChessWeights, ChessPosition, ChessFeatures>;

/// How the phase of the game is determined. A file of the simple evaluation chooses one of the last two.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug, Deserialize)]
#[serde(rename_all = "lowercase")]
enum PhaseRule {
    /// It falls from [`MAX_PHASE`] to 0 with every piece that is captured.
    #[serde(skip)]
    Gradual,
    /// It switches to the endgame when no side has a queen with a rook, or with two minor pieces (the rule of
    /// `eval/simay.toml`).
    #[default]
    Switched,
    /// It falls as in [`Gradual`](PhaseRule::Gradual), but all endings count fully.
    Interpolated,
}

/// The value of every piece on every square, and the weights of the terms, as seen by White.
#[derive(Debug)]
pub struct ChessWeights {
    /// By side, piece and square. The values of Black are negative.
    pieces: [[[TaperedScore; 64]; 6]; 2],
    phase_rule: PhaseRule,
    /// `None` if the evaluation consists of piece-square tables alone.
    terms: Option<Box<TermWeights>>,
    /// How many percent of the score remain, by the [discounts](scale::DISCOUNTS); `None` for one that does not count.
    discounts: [Option<i32>; scale::DISCOUNTS.len()],
}

impl Model for ChessWeights {
    const EMBEDDED: DataFile = embedded_file!("eval/default.toml");

    fn embedded() -> Result<Arc<ChessWeights>, ModelError> {
        static WEIGHTS: OnceCell<Arc<ChessWeights>> = OnceCell::new();
        read_once(&WEIGHTS)
    }

    fn read(bytes: &[u8]) -> Result<ChessWeights, ModelError> {
        file::read(bytes)
    }
}

impl ChessWeights {
    /// From the piece-square tables of White, a1 first.
    fn new(tables: &[[TaperedScore; 64]; 6], phase_rule: PhaseRule, terms: TermWeights) -> ChessWeights {
        let black = |table: &[TaperedScore; 64]| std::array::from_fn(|square| -table[square ^ 56]);
        ChessWeights {
            pieces: [*tables, tables.each_ref().map(black)],
            phase_rule,
            terms: terms.named.contains(&true).then(|| Box::new(terms)),
            discounts: [None; scale::DISCOUNTS.len()],
        }
    }

    /// The interpolation of the sum of a position.
    #[inline]
    fn interpolation(&self, position: &ChessPosition, sum: TaperedScore) -> Interpolation {
        let (phase, endgame_scale) = match self.phase_rule {
            PhaseRule::Switched if is_endgame(position) => (0, scale::FULL_SCALE),
            PhaseRule::Switched => (MAX_PHASE, scale::FULL_SCALE),
            PhaseRule::Gradual => {
                let strong = if sum.endgame() > 0 { Side::First } else { Side::Second };
                (game_phase(position), scale::endgame_scale(position, strong))
            }
            PhaseRule::Interpolated => (game_phase(position), scale::FULL_SCALE),
        };
        Interpolation { phase, endgame_scale }
    }

    /// What each discount that the file names leaves of a score as seen by White, one after the other.
    #[inline]
    fn discounted(&self, position: &ChessPosition, mut score: i32) -> impl Iterator<Item = (&'static str, i32)> {
        let strong = if score > 0 { Side::First } else { Side::Second };
        self.discounts.into_iter().zip(scale::DISCOUNTS).filter_map(move |(percent, (name, applies))| {
            let percent = percent?;
            if applies(position, strong) {
                score = score * percent / 100;
            }
            Some((name, score))
        })
    }
}

impl HandCraftedWeights<ChessPosition> for ChessWeights {
    fn sides(position: &ChessPosition) -> [Bitset; 2] {
        Side::each(|side| position.of(side))
    }

    fn sum(&self, position: &ChessPosition, set: Bitset) -> TaperedScore {
        let value = |square| {
            let piece = position.piece_at(square)?;
            Some(self.pieces[position.side_at(square)?.index()][piece.index()][square.index()])
        };
        squares(set).filter_map(value).fold(TaperedScore::default(), Add::add)
    }

    fn score(&self, position: &ChessPosition, mut sum: TaperedScore) -> i32 {
        if let Some(terms) = &self.terms {
            terms::visit(position, terms.groups, |index, count| {
                sum = sum + terms.weights[index] * count;
            });
            if terms.groups.has_optional() {
                sum = sum + optional_terms(terms, position);
            }
        }
        let score = self.interpolation(position, sum).score(sum);
        let score = self.discounted(position, score).last().map_or(score, |(_, score)| score);
        position.side().relative(score)
    }

    fn explain(&self, position: &ChessPosition) -> Vec<Term> {
        let sums = self.term_sums(position);
        let total = sums.iter().flat_map(|&(_, sums)| sums).fold(TaperedScore::default(), Add::add);
        let interpolation = self.interpolation(position, total);
        let mut terms = tapered::interpolate_terms(sums, |sum| interpolation.score(sum));
        let mut score = interpolation.score(total);
        for (name, remaining) in self.discounted(position, score) {
            let change = remaining - score;
            terms.push(Term { name, values: [change.min(0), -change.max(0)] });
            score = remaining;
        }
        terms
    }
}

/// The sum of the terms that most evaluations do without.
#[inline(never)]
fn optional_terms(terms: &TermWeights, position: &ChessPosition) -> TaperedScore {
    let mut sum = TaperedScore::default();
    terms::visit_optional(position, terms.groups, &mut |index, count| {
        sum = sum + terms.weights[index] * count;
    });
    sum
}

/// The phase while all pieces are on the board.
const MAX_PHASE: i32 = 24;

/// Interpolates between the middlegame and the endgame half of a score.
#[derive(Clone, Copy, Debug)]
struct Interpolation {
    /// The weight of the middlegame, from 0 to [`MAX_PHASE`]; the rest is the weight of the endgame.
    phase: i32,
    /// The factor of the endgame half, in [`FULL_SCALE`](scale::FULL_SCALE)ths.
    endgame_scale: i32,
}

impl Interpolation {
    #[inline]
    fn score(self, sum: TaperedScore) -> i32 {
        let end = sum.endgame() * self.endgame_scale / scale::FULL_SCALE;
        (sum.middlegame() * self.phase + end * (MAX_PHASE - self.phase)) / MAX_PHASE
    }
}

/// The phase of the game: 24 while all pieces are on the board, 0 when only pawns and kings are left.
pub fn game_phase(position: &ChessPosition) -> i32 {
    let count = |piece| position.kind(piece).count() as i32;
    let minors = count(Piece::Knight) + count(Piece::Bishop);
    (minors + 2 * count(Piece::Rook) + 4 * count(Piece::Queen)).min(MAX_PHASE)
}

fn is_endgame(position: &ChessPosition) -> bool {
    let queens = position.kind(Piece::Queen);
    let rooks = position.kind(Piece::Rook);
    let minors = position.kind(Piece::Knight) | position.kind(Piece::Bishop);
    Side::BOTH.into_iter().all(|side| {
        let own = position.of(side);
        (own & queens).is_empty() || (own & rooks).is_empty() && !(own & minors).several()
    })
}

impl ChessWeights {
    /// The sums of the piece-square tables by kind of piece, then of the counted terms that the file names.
    fn term_sums(&self, position: &ChessPosition) -> Vec<TermSums> {
        let of_kind = |piece| {
            let set = |side| position.kind(piece) & position.of(side);
            Side::each(|side| self.sum(position, set(side)))
        };
        let mut sums: Vec<TermSums> = file::PIECES.into_iter().zip(Piece::ALL.map(of_kind)).collect();
        if let Some(terms) = &self.terms {
            let counted = tapered::sum_terms(&terms::LAYOUT, &terms.weights, |mut listener| {
                terms::visit(position, terms.groups, &mut listener);
                terms::visit_optional(position, terms.groups, &mut listener);
            });
            let named = counted.into_iter().zip(terms.named);
            sums.extend(named.filter_map(|(sums, named)| named.then_some(sums)));
        }
        sums
    }
}
