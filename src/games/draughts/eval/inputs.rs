//! The input features of the networks for English draughts.

use super::BITS;
use crate::board::Bitset;
use crate::eval::nnue::{Features, embed};
use crate::game::Side;
use crate::games::draughts::{DraughtsPosition, English};

/// Features: own and opponent's men and kings on each square. The board is turned such that own men move from
/// low bits to high ones.
pub enum EnglishFeatures {}

/// Kinds of pieces of a side: men and kings.
const KINDS: usize = 2;

/// Number of pieces for one output bucket.
const PIECES_OF_STAGE: usize = 4;

impl Features<DraughtsPosition<English>> for EnglishFeatures {
    const EMBEDDED: &'static [u8] = embed!("../../../../eval/english.nnue");
    const NAME: &'static str = "english: men and kings on squares";
    const COUNT: usize = 2 * KINDS * BITS;
    const OUTPUT_BUCKETS: usize = 24 / PIECES_OF_STAGE;

    type Board = [Bitset; 3];
    type Perspective = Side;

    /// The pieces of the first side, of the second side, and the kings of both.
    #[inline]
    fn board(position: &DraughtsPosition<English>) -> [Bitset; 3] {
        let [first, second] = Side::BOTH.map(|side| position.pieces(side));
        [first, second, position.kings]
    }

    #[inline]
    fn piece(&[first, second, kings]: &[Bitset; 3], bit: u8) -> Option<usize> {
        let piece = |side: usize| side * KINDS + usize::from(kings.has(bit));
        match (first.has(bit), second.has(bit)) {
            (true, _) => Some(piece(0)),
            (_, true) => Some(piece(1)),
            _ => None,
        }
    }

    #[inline]
    fn perspective(_: &DraughtsPosition<English>, side: Side) -> Side {
        side
    }

    #[inline]
    fn feature_index(view: Side, piece: usize, bit: u8) -> usize {
        let bit = usize::from(bit);
        match view {
            Side::First => piece * BITS + bit,
            Side::Second => (piece + KINDS) % (2 * KINDS) * BITS + BITS - 1 - bit,
        }
    }

    #[inline]
    fn output_bucket(position: &DraughtsPosition<English>) -> usize {
        (position.occupied().count() as usize - 1) / PIECES_OF_STAGE
    }
}
