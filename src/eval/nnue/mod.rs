//! Evaluation by an efficiently updatable neural network (NNUE: Nasu 2018).
//!
//! A position has one set of binary features for each side's perspective, such as "this piece on that square". The
//! weights of the active features add up to the accumulator of the side. A move changes few features, so that the
//! accumulators can be updated incrementally. Both accumulators, that of the side to move first, are clipped, squared
//! and multiplied by the output weights. There is one set of these for every output bucket, which is chosen by the
//! phase of the game. `docs/training.md` describes how networks are trained.

pub mod accumulators;
mod file;
mod layers;
mod network;
pub mod simd;

pub use accumulators::Accumulators;
pub use network::{MAX_NEURONS, MAX_OUTPUT_WEIGHT, MAX_SCALE, Network};

use crate::board::Bitset;
use crate::game::Side;
use crate::system::data_file::DataFile;

/// The first bytes of a network file.
pub const MAGIC: &[u8] = b"KEMPNNUE";

/// The largest number of active features of a side: one for every square of the largest board.
pub const MAX_ACTIVE_FEATURES: usize = 64;

/// The input features of the networks of a game.
pub trait Features<G>: Send + Sync + 'static {
    /// The network file of the program.
    const EMBEDDED: DataFile;
    /// The name of the feature set in network files.
    const NAME: &'static str;
    /// The number of features of a side.
    const COUNT: usize;
    /// The number of sets of output weights.
    const OUTPUT_BUCKETS: usize;
    /// The score of the network that is shown as one pawn or man.
    const PAWN_VALUE: i32 = 100;

    /// The board as sets of squares. An empty square is in none of them.
    type Board: AsRef<[Bitset]> + Copy + Default + Send;
    /// How a side maps pieces and squares to features.
    type Perspective: Copy + PartialEq + Send;

    /// The file of the program for the game of a position.
    fn embedded_file(_position: &G) -> DataFile {
        Self::EMBEDDED
    }

    /// The board of a position.
    fn board(position: &G) -> Self::Board;
    /// The piece on a square that is not empty, as a number for kind and side.
    fn piece(board: &Self::Board, square: u8) -> usize;
    /// The perspective of a side.
    fn perspective(position: &G, side: Side) -> Self::Perspective;
    /// The index of the feature for a piece on a square, less than [`COUNT`](Features::COUNT).
    fn feature_index(perspective: Self::Perspective, piece: usize, square: u8) -> usize;
    /// The output bucket of a position, less than [`OUTPUT_BUCKETS`](Features::OUTPUT_BUCKETS).
    fn output_bucket(position: &G) -> usize;

    /// The indices of the active features of a side.
    #[inline]
    fn active_features(position: &G, side: Side) -> impl Iterator<Item = usize> {
        let perspective = Self::perspective(position, side);
        let board = Self::board(position);
        occupied(&board)
            .into_iter()
            .map(move |square| Self::feature_index(perspective, Self::piece(&board, square), square))
    }
}

/// The squares on which two boards differ.
#[inline]
fn differing_squares(one: &impl AsRef<[Bitset]>, other: &impl AsRef<[Bitset]>) -> Bitset {
    one.as_ref().iter().zip(other.as_ref()).fold(Bitset::EMPTY, |all, (&one, &other)| all | one ^ other)
}

/// The squares that are not empty.
#[inline]
fn occupied(board: &impl AsRef<[Bitset]>) -> Bitset {
    board.as_ref().iter().fold(Bitset::EMPTY, |all, &set| all | set)
}

/// The input features of a game as a value: what a network needs to know of [`Features`].
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct FeatureSet {
    /// [`Features::NAME`].
    pub name: &'static str,
    /// [`Features::COUNT`].
    pub count: usize,
    /// [`Features::OUTPUT_BUCKETS`].
    pub output_buckets: usize,
}

impl FeatureSet {
    /// The set of the features `F`.
    pub const fn of<G, F: Features<G>>() -> FeatureSet {
        FeatureSet { name: F::NAME, count: F::COUNT, output_buckets: F::OUTPUT_BUCKETS }
    }
}

/// For games without networks.
impl<G> Features<G> for () {
    const EMBEDDED: DataFile = DataFile::embedded("", b"");
    const NAME: &'static str = "nothing";
    const COUNT: usize = 0;
    const OUTPUT_BUCKETS: usize = 1;

    type Board = [Bitset; 0];
    type Perspective = ();

    fn board(_: &G) -> [Bitset; 0] {
        []
    }

    fn piece(_: &[Bitset; 0], _: u8) -> usize {
        unreachable!("there are no pieces")
    }

    fn perspective(_: &G, _: Side) {}

    fn feature_index((): (), _: usize, _: u8) -> usize {
        unreachable!("there are no pieces")
    }

    fn output_bucket(_: &G) -> usize {
        0
    }
}
