//! Scales down advantages that are hard or impossible to convert into a win.

use super::super::{ChessPosition, Piece};
use crate::board::square::DARK_SQUARES;
use crate::game::Side;

/// The factor of a normal endgame.
pub const FULL_SCALE: i32 = 16;

/// The factor of an endgame advantage of `strong`, in [`FULL_SCALE`]ths.
pub fn endgame_scale(position: &ChessPosition, strong: Side) -> i32 {
    if win_is_unlikely(position, strong) {
        return 2;
    }
    let pawns = position.kind(Piece::Pawn);
    let bishops = position.kind(Piece::Bishop);
    let others = position.occupied() & !pawns & !position.kind(Piece::King) & !bishops;
    let single = |side| (position.of(side) & bishops).count() == 1;
    let opposite_colours = (bishops & DARK_SQUARES).count() == 1;
    if others.is_empty() && single(strong) && single(!strong) && opposite_colours { FULL_SCALE / 2 } else { FULL_SCALE }
}

/// The reductions of a score by the material, with their names in the weights file. The file says how many percent of the
/// score remain. If several reductions apply, their percentages are multiplied.
pub const DISCOUNTS: [(&str, Discount); 2] =
    [("drawn_material", |position, _| position.is_hardly_winnable()), ("unlikely_win", win_is_unlikely)];

/// Whether the reduction applies in a position in which this side is ahead.
pub type Discount = fn(&ChessPosition, Side) -> bool;

/// Whether a win of `strong` is unlikely: it has no pawns, and is less than four pawns ahead in pieces. A rook or two
/// minor pieces against nothing win, an extra minor piece does not.
#[inline]
pub fn win_is_unlikely(position: &ChessPosition, strong: Side) -> bool {
    (position.of(strong) & position.kind(Piece::Pawn)).is_empty()
        && material(position, strong) - material(position, !strong) < 4
}

/// The material of a side without pawns, in pawns.
fn material(position: &ChessPosition, side: Side) -> i32 {
    let count = |piece| (position.of(side) & position.kind(piece)).count() as i32;
    3 * (count(Piece::Knight) + count(Piece::Bishop)) + 5 * count(Piece::Rook) + 9 * count(Piece::Queen)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn drawish_endings_count_less() {
        let first = |fen: &str| endgame_scale(&ChessPosition::parse(fen).unwrap(), Side::First);
        assert_eq!(first("4k3/8/8/8/8/8/3P4/R3K3 w - - 0 1"), FULL_SCALE);
        assert!(first("4k3/5r2/8/8/8/8/3B4/R3K3 w - - 0 1") < FULL_SCALE);
        assert!(first("4k3/5b2/8/8/8/8/3BP3/4K3 w - - 0 1") < FULL_SCALE);
        assert_eq!(first("4k3/4b3/8/8/8/8/3BP3/4K3 w - - 0 1"), FULL_SCALE);
    }
}
