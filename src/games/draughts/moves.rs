//! Moves and their 16-bit codes.

use super::{DraughtsVariant, Geometry};
use crate::board::Bitset;
use crate::game::GOLDEN_STEP;

/// A move. Captures of the same pieces from and to the same squares are one move, whatever the order of the jumps.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct DraughtsMove {
    /// The squares of the captured pieces; empty if the move is no capture.
    pub captured: Bitset,
    /// The bit of the square that the piece leaves.
    pub from: u8,
    /// The bit of the square where the piece ends. A capture may end where it began.
    pub to: u8,
    /// Whether the piece was a man and became a king on the way. A man that ends on its king row becomes one too.
    pub promoted: bool,
}

impl DraughtsMove {
    /// Whether the move is a capture.
    #[inline]
    pub const fn captures(self) -> bool {
        self.captured.any()
    }

    /// A move without capture.
    #[inline]
    pub(super) const fn step(from: u8, to: u8) -> DraughtsMove {
        DraughtsMove { captured: Bitset::EMPTY, from, to, promoted: false }
    }

    /// A code. Without flying kings, on a board of 32 squares, it is [unique](unique_code).
    #[inline]
    pub fn code<V: DraughtsVariant>(self) -> u16 {
        if Self::has_unique_code::<V>() {
            return unique_code::<V::Board>(self);
        }
        // The squares, and four bits of a hash of the captured pieces.
        let hash = self.captured.0.wrapping_mul(GOLDEN_STEP) >> 60;
        u16::from(self.from) << 10 | u16::from(self.to) << 4 | hash as u16
    }

    /// Whether all moves of a position have different codes.
    pub const fn has_unique_code<V: DraughtsVariant>() -> bool {
        V::Board::WIDTH == 4 && !V::FLYING_KINGS
    }
}

/// The code of a capture consists of its start square and the set of captured pieces. A jump goes two rows and two
/// columns far, so a piece can only capture on rows and columns of the other parity than its own, and not on the
/// edge. These are 3 x 3 squares, hence nine bits. The target follows from the set: each captured piece is jumped
/// once, so the target is the only square besides the start that an odd number of jumps touch (or the start
/// itself, if there is no such square).
fn unique_code<G: Geometry>(mv: DraughtsMove) -> u16 {
    let from = u16::from(mv.from);
    if mv.captures() { CAPTURE | from << 9 | captured_bits::<G>(mv) } else { from << 6 | u16::from(mv.to) }
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
