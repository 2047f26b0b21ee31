//! The input features of chess networks.

use crate::board::Bitset;
use crate::eval::nnue::Features;
use crate::game::Side;
use crate::games::chess::{ChessPosition, Piece};
use crate::system::data_file::{DataFile, data_file};

/// One feature for each piece on each square, own and opponent's. The board is flipped so that one's own first rank
/// is at the bottom, and mirrored so that one's own king is on the files a to d.
pub enum ChessFeatures {}

/// The number of kinds of pieces of a side.
const KINDS: usize = Piece::ALL.len();

const SQUARES: usize = 64;

/// How a side maps pieces and squares to features.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct ChessPerspective {
    /// Squares are flipped and mirrored by XOR with this number.
    flip: u8,
    /// The number of its own first kind of piece.
    own: u8,
}

impl Features<ChessPosition> for ChessFeatures {
    const EMBEDDED: DataFile = data_file!("eval/chess.nnue");
    const NAME: &'static str = "chess: pieces on squares, mirrored by the king";
    const COUNT: usize = 2 * KINDS * SQUARES;
    const OUTPUT_BUCKETS: usize = 8;
    /// At this evaluation half of the self-play games at 1+0.01 seconds are won.
    const PAWN_VALUE: i32 = 164;

    type Board = [Bitset; 5];
    type Perspective = ChessPerspective;

    /// The bit planes of the position, and the pieces of White and Black.
    #[inline]
    fn board(position: &ChessPosition) -> [Bitset; 5] {
        let [low, middle, high] = position.planes;
        let [first, second] = Side::each(|side| position.of(side));
        [low, middle, high, first, second]
    }

    #[inline]
    fn piece(&[low, middle, high, _, second]: &[Bitset; 5], square: u8) -> usize {
        let bit = |set: Bitset| (set.0 >> (square & 63) & 1) as usize;
        let code = bit(low) | bit(middle) << 1 | bit(high) << 2;
        code - 1 + KINDS * bit(second)
    }

    #[inline]
    fn perspective(position: &ChessPosition, side: Side) -> ChessPerspective {
        let [rank, own] = match side {
            Side::First => [0, 0],
            Side::Second => [56, KINDS as u8],
        };
        let right = position.king(side).number() & 4 != 0;
        ChessPerspective { flip: rank ^ if right { 7 } else { 0 }, own }
    }

    #[inline]
    fn feature_index(perspective: ChessPerspective, piece: usize, square: u8) -> usize {
        let sum = piece + usize::from(perspective.own);
        let piece = if sum < 2 * KINDS { sum } else { sum - 2 * KINDS };
        piece * SQUARES + usize::from(square ^ perspective.flip)
    }

    /// By the number of pieces, four to a bucket.
    #[inline]
    fn output_bucket(position: &ChessPosition) -> usize {
        (position.occupied().count() as usize - 1) / 4
    }
}
