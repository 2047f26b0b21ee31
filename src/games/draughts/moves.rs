//! Moves and their 16-bit codes.

use super::geometry::Geometry;
use crate::board::Bitset;

/// An upper bound of the number of legal moves in a position. Random positions full of kings have less than a
/// third of it.
pub const MAX_MOVES: usize = 128;

/// A move. Captures of the same pieces from and to the same squares are one move, whatever the order of the jumps.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct DraughtsMove {
    /// The squares of the captured pieces; empty if the move is no capture.
    pub captured: Bitset,
    /// The bit of the square that the piece leaves.
    pub from: u8,
    /// The bit of the square where the piece ends. A capture may end where it began.
    pub to: u8,
}

impl DraughtsMove {
    /// Whether the move is a capture.
    #[inline]
    pub const fn captures(self) -> bool {
        self.captured.any()
    }

    /// A code that is unique among all moves on a board of 32 squares without flying kings.
    ///
    /// The code of a capture consists of its start square and the set of captured pieces. A jump goes two rows and two
    /// columns far, so a piece can only capture on rows and columns of the other parity than its own, and not on the
    /// edge. These are 3 x 3 squares, hence nine bits. The target follows from the set: each captured piece is jumped
    /// once, so the target is the only square besides the start that an odd number of jumps touch (or the start
    /// itself, if there is no such square).
    pub fn code<G: Geometry>(self) -> u16 {
        const {
            assert!(
                G::WIDTH == 4,
                "wider boards and longer leaps need another code"
            )
        };
        let from = u16::from(self.from);
        if self.captures() {
            CAPTURE | from << 9 | captured_bits::<G>(self)
        } else {
            from << 6 | u16::from(self.to)
        }
    }
}

/// The bit that is set in the codes of captures.
const CAPTURE: u16 = 1 << 15;

/// The captured pieces as nine bits, three for each of the three rows where they can stand.
fn captured_bits<G: Geometry>(mv: DraughtsMove) -> u16 {
    let upper_row = mv.from % G::PERIOD < G::WIDTH;
    let start = if upper_row { G::WIDTH + 1 } else { G::PERIOD };
    let set = mv.captured >> start;
    debug_assert!(set.0 & !(7 | 7 << 9 | 7 << 18) == 0);
    (set.0 & 7 | set.0 >> 6 & 7 << 3 | set.0 >> 12 & 7 << 6) as u16
}
