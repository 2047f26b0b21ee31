//! Evaluation by a small network that is updated move by move (NNUE: Nasu 2018).
//!
//! A position is seen by both sides. What a side sees are inputs, most of them zero: this piece on
//! that square. Their weights add up to the accumulator of the side, and since a move changes few
//! of them, so few are added and taken away. Both accumulators, that of the side to move first,
//! clipped and squared, are multiplied by the weights of the output, of which there is one set for
//! every stage of the game. `docs/training.md` tells where networks come from.

pub mod accumulators;
mod file;
mod layers;
mod network;
pub mod simd;

pub use accumulators::Accumulators;
pub use network::{MAX_NEURONS, MAX_OUTPUT_WEIGHT, MAX_SCALE, Network, NetworkParameters};

use crate::board::Bitset;
use crate::game::Side;

/// The first bytes of a file.
pub const MAGIC: &[u8] = b"KEMPNNUE";

/// More than the inputs that a side has in any position: a piece on every square of the largest board.
pub const MAX_ACTIVE_FEATURES: usize = 64;

/// The bytes of a file, by its path from the one that names it. They are a static: of what
/// constants point to, every unit of compilation may hold a copy of its own.
macro_rules! embed {
    ($path:literal) => {{
        static BYTES: [u8; include_bytes!($path).len()] = *include_bytes!($path);
        &BYTES
    }};
}
pub(crate) use embed;

/// What a network sees of the positions of a game.
pub trait Features<G>: Send + Sync + 'static {
    /// The network that is embedded in the binary.
    const EMBEDDED: &'static [u8];
    /// What files call it.
    const NAME: &'static str;
    /// How many inputs a side has.
    const COUNT: usize;
    /// How many stages of the game have an output of their own.
    const OUTPUT_BUCKETS: usize;

    /// Who stands where, told by sets of squares; all are empty where nobody stands.
    type Board: AsRef<[Bitset]> + Copy + Default + Send;
    /// How a side numbers what it sees.
    type Perspective: Copy + PartialEq + Send;

    /// The board of a position.
    fn board(position: &G) -> Self::Board;
    /// What stands on a square: the kinds of both sides are numbered.
    fn piece(board: &Self::Board, square: u8) -> Option<usize>;
    /// How a side looks at it.
    fn perspective(position: &G, side: Side) -> Self::Perspective;
    /// The number of a piece on a square.
    fn feature_index(view: Self::Perspective, piece: usize, square: u8) -> usize;
    /// The stage of the game, less than [`OUTPUT_BUCKETS`](Features::OUTPUT_BUCKETS).
    fn output_bucket(position: &G) -> usize;

    /// All that a side sees.
    #[inline]
    fn active_features(position: &G, side: Side) -> impl Iterator<Item = usize> {
        let view = Self::perspective(position, side);
        let board = Self::board(position);
        differing_squares(&Self::Board::default(), &board).filter_map(move |square| {
            let piece = Self::piece(&board, square)?;
            Some(Self::feature_index(view, piece, square))
        })
    }
}

/// The squares where boards are not the same.
#[inline]
fn differing_squares(one: &impl AsRef<[Bitset]>, other: &impl AsRef<[Bitset]>) -> Bitset {
    let sets = one.as_ref().iter().zip(other.as_ref());
    sets.fold(Bitset::EMPTY, |all, (&one, &other)| all | one ^ other)
}

/// There are no networks.
impl<G> Features<G> for () {
    const EMBEDDED: &'static [u8] = b"";
    const NAME: &'static str = "nothing";
    const COUNT: usize = 0;
    const OUTPUT_BUCKETS: usize = 1;

    type Board = [Bitset; 0];
    type Perspective = ();

    fn board(_: &G) -> [Bitset; 0] {
        []
    }

    fn piece(_: &[Bitset; 0], _: u8) -> Option<usize> {
        None
    }

    fn perspective(_: &G, _: Side) {}

    fn feature_index((): (), _: usize, _: u8) -> usize {
        unreachable!("there are no pieces")
    }

    fn output_bucket(_: &G) -> usize {
        0
    }
}
