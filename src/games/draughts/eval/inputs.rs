//! The input features of the networks for the draughts family.

use super::embedded;
use crate::board::Bitset;
use crate::eval::nnue::Features;
use crate::game::Side;
use crate::games::draughts::variant::VariantKind;
use crate::games::draughts::{DraughtsPosition, DraughtsVariant, Geometry};
use crate::system::data_file::DataFile;
use std::marker::PhantomData;

/// Features: own and opponent's men and kings on each square. The board is turned such that own men move from
/// low bits to high ones.
pub struct SquareFeatures<V>(PhantomData<V>);

/// How a side sees the board.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct SideView {
    side: Side,
    /// Its men move from high bits to low ones.
    turned: bool,
}

/// Kinds of pieces of a side: men and kings.
const KINDS: usize = 2;

/// Number of pieces for one output bucket.
const PIECES_OF_STAGE: usize = 4;

/// The most pieces of both sides on the board, of the games that people play.
const fn most_pieces<V: DraughtsVariant>() -> usize {
    let width = V::Board::WIDTH as usize;
    2 * width * (width - 1)
}

impl<V: DraughtsVariant> Features<DraughtsPosition<V>> for SquareFeatures<V> {
    const EMBEDDED: DataFile = embedded::first_game(V::KIND).evaluation.file();
    const NAME: &'static str = match V::KIND {
        VariantKind::English => "english: men and kings on squares",
        VariantKind::ShortKings8x8 | VariantKind::FlyingKings8x8 => "draughts 8x8: men and kings on squares",
        VariantKind::FlyingKings10x10 => "draughts 10x10: men and kings on squares",
    };
    const COUNT: usize = 2 * KINDS * V::Board::BITS as usize;
    const OUTPUT_BUCKETS: usize = most_pieces::<V>() / PIECES_OF_STAGE;

    fn embedded_file(position: &DraughtsPosition<V>) -> DataFile {
        embedded::evaluation(V::KIND, position.rules()).file()
    }

    type Board = [Bitset; 3];
    type Perspective = SideView;

    /// The pieces of the first side, of the second side, and the kings of both.
    #[inline]
    fn board(position: &DraughtsPosition<V>) -> [Bitset; 3] {
        let [first, second] = Side::each(|side| position.pieces(side));
        [first, second, position.kings]
    }

    #[inline]
    fn piece(&[_, second, kings]: &[Bitset; 3], bit: u8) -> usize {
        usize::from(second.has(bit)) * KINDS + usize::from(kings.has(bit))
    }

    #[inline]
    fn perspective(position: &DraughtsPosition<V>, side: Side) -> SideView {
        SideView { side, turned: !position.moves_down(side) }
    }

    #[inline]
    fn feature_index(view: SideView, piece: usize, bit: u8) -> usize {
        let (bit, bits) = (usize::from(bit), usize::from(V::Board::BITS));
        let bit = if view.turned { bits - 1 - bit } else { bit };
        match view.side {
            Side::First => piece * bits + bit,
            Side::Second => (piece + KINDS) % (2 * KINDS) * bits + bit,
        }
    }

    #[inline]
    fn output_bucket(position: &DraughtsPosition<V>) -> usize {
        let stage = (position.occupied().count() as usize - 1) / PIECES_OF_STAGE;
        stage.min(Self::OUTPUT_BUCKETS - 1)
    }
}
