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
pub use network::{MOST_NEURONS, MOST_WEIGHT, Network, Parameters};

use crate::board::Bitset;
use crate::game::Side;

/// The first bytes of a file.
pub const MAGIC: &[u8] = b"KEMPNNUE";

/// More than the inputs that a side has in any position: a piece on every square of the largest board.
pub const MOST_INPUTS: usize = 64;

/// What a network sees of the positions of a game.
pub trait Features<G>: Send + Sync + 'static {
    /// The network that is embedded in the binary.
    const EMBEDDED: &'static [u8];
    /// What files call it.
    const NAME: &'static str;
    /// How many inputs a side has.
    const INPUTS: usize;
    /// How many stages of the game have an output of their own.
    const STAGES: usize;

    /// The pieces, a set of squares for each kind of each side.
    type Planes: AsRef<[Bitset]> + Copy + Send;
    /// How a side numbers what it sees.
    type View: Copy + PartialEq + Send;

    /// The pieces of a position.
    fn planes(position: &G) -> Self::Planes;
    /// How a side looks at it.
    fn view(position: &G, side: Side) -> Self::View;
    /// The number of a piece on a square.
    fn input(view: Self::View, plane: usize, square: u8) -> usize;
    /// The stage of the game, less than [`STAGES`](Features::STAGES).
    fn stage(position: &G) -> usize;

    /// All that a side sees.
    #[inline]
    fn inputs(position: &G, side: Side) -> impl Iterator<Item = usize> {
        let view = Self::view(position, side);
        let planes = Self::planes(position);
        (0..planes.as_ref().len()).flat_map(move |plane| {
            planes.as_ref()[plane].map(move |square| Self::input(view, plane, square))
        })
    }
}

/// There are no networks.
impl<G> Features<G> for () {
    const EMBEDDED: &'static [u8] = b"";
    const NAME: &'static str = "nothing";
    const INPUTS: usize = 0;
    const STAGES: usize = 1;

    type Planes = [Bitset; 0];
    type View = ();

    fn planes(_: &G) -> [Bitset; 0] {
        []
    }

    fn view(_: &G, _: Side) {}

    fn input((): (), _: usize, _: u8) -> usize {
        unreachable!("there are no planes")
    }

    fn stage(_: &G) -> usize {
        0
    }
}
