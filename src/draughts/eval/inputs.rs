//! What networks see of a position of English draughts.

use super::BITS;
use crate::board::Bitset;
use crate::draughts::{English, Position};
use crate::eval::nnue::Features;
use crate::game::Side;

/// Men and kings on squares, own and the opponent's, on a board that is turned so that one's own
/// men move from low bits to high ones.
pub enum Inputs {}

/// The planes of a side.
const KINDS: usize = 2;

/// Pieces that make a stage.
const PIECES_OF_STAGE: usize = 4;

impl Features<Position<English>> for Inputs {
    const EMBEDDED: &'static [u8] = include_bytes!("../../../eval/english.nnue");
    const NAME: &'static str = "english: men and kings on squares";
    const INPUTS: usize = 2 * KINDS * BITS;
    const STAGES: usize = 24 / PIECES_OF_STAGE;

    type Planes = [Bitset; 2 * KINDS];
    type View = Side;

    #[inline]
    fn planes(position: &Position<English>) -> [Bitset; 2 * KINDS] {
        let [first, second] = Side::BOTH.map(|side| [position.men(side), position.kings(side)]);
        [first[0], first[1], second[0], second[1]]
    }

    #[inline]
    fn view(_: &Position<English>, side: Side) -> Side {
        side
    }

    #[inline]
    fn input(view: Side, plane: usize, bit: u8) -> usize {
        let bit = usize::from(bit);
        match view {
            Side::First => plane * BITS + bit,
            Side::Second => (plane + KINDS) % (2 * KINDS) * BITS + BITS - 1 - bit,
        }
    }

    #[inline]
    fn stage(position: &Position<English>) -> usize {
        (position.occupied().count() as usize - 1) / PIECES_OF_STAGE
    }
}
