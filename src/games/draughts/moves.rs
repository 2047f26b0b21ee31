//! A move, and the small number that stands for it in tables.

use super::geometry::Geometry;
use crate::board::Bitset;

/// The most legal moves a position can have, with room to spare: random positions full of kings
/// stay below a third of it.
pub const MAX_MOVES: usize = 128;

/// A move. Captures that agree in these three are one move, whatever the order of the jumps.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct DraughtsMove {
    /// The bits of the captured squares; empty for a move that captures nothing.
    pub captured: Bitset,
    /// The bit of the square that the piece leaves.
    pub from: u8,
    /// The bit of the square where it ends; a capture may end where it began.
    pub to: u8,
}

impl DraughtsMove {
    /// Whether the move captures.
    #[inline]
    pub const fn captures(self) -> bool {
        self.captured.any()
    }

    /// A number that no other move has, legal in the same position or not, among the moves of
    /// pieces that leap one square far on the board of 32 squares.
    ///
    /// For a capture the square it starts from and the captured set are enough. The piece goes
    /// two rows and two columns a jump, so it only ever meets the rows and columns of the other
    /// parity, and captures none on the edge: 3 x 3 squares, nine bits. They fix the end as well:
    /// the jumps are a trail that uses each of these squares once, so the end is the one place
    /// other than the start that an odd number of jumps touch (or the start, if there is none).
    pub fn code<G: Geometry>(self) -> u16 {
        const {
            assert!(
                G::WIDTH == 4,
                "wider boards and longer leaps need another code"
            )
        };
        let from = u16::from(self.from);
        if self.captures() {
            CAPTURE | from << 9 | nine::<G>(self)
        } else {
            from << 6 | u16::from(self.to)
        }
    }
}

/// The bit that tells the codes of captures from others.
const CAPTURE: u16 = 1 << 15;

/// The captured squares as nine bits, three for each of the three rows that they can lie in.
fn nine<G: Geometry>(mv: DraughtsMove) -> u16 {
    let upper_row = mv.from % G::PERIOD < G::WIDTH;
    let start = if upper_row { G::WIDTH + 1 } else { G::PERIOD };
    let set = mv.captured >> start;
    debug_assert!(set.0 & !(7 | 7 << 9 | 7 << 18) == 0);
    (set.0 & 7 | set.0 >> 6 & 7 << 3 | set.0 >> 12 & 7 << 6) as u16
}
