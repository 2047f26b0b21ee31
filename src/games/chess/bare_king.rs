//! The static evaluation of a king that stands alone against pieces that can mate it.
//!
//! Such a game is won, and the only question is how to get on: the king is driven to the edge, or
//! into the corner that the bishop attacks where there is but a knight beside it, and the other
//! king comes near (the mop-up evaluation of Chess 4.5: Slate and Atkin 1977).

use super::{ChessPosition, EXCHANGE_VALUES, Piece};
use crate::board::square::{DARK_SQUARES, Square, squares};
use crate::game::{Game, Side};
use crate::search::Score;

/// More than any ending is worth that is not won yet, in hundredths.
const WON: i32 = 2000;
/// For every step of a pawn towards its promotion.
const STEP_PAWN: i32 = 10;

/// Whether a king stands alone against what can mate it.
#[inline]
pub(super) fn is_lost(position: &ChessPosition) -> bool {
    ending(position).is_some()
}

/// The value for the side to move, which is not in check, where a king [is lost](is_lost).
#[inline]
pub(super) fn value(position: &ChessPosition) -> Option<Score> {
    let (weak, mating) = ending(position)?;
    let worth = WON + material(position, !weak) + mating.progress(position, weak);
    Some(match () {
        () if position.side() != weak => Score::estimate(worth),
        () if position.has_moves() => Score::estimate(-worth),
        () => Score::DRAW,
    })
}

/// The side whose king stands alone, and where it can be mated.
#[inline]
fn ending(position: &ChessPosition) -> Option<(Side, Mating)> {
    let bare = |side: &Side| !position.of(*side).several();
    let weak = Side::BOTH.into_iter().find(bare)?;
    Some((weak, Mating::of(position, !weak)?))
}

/// Where the bare king can be mated.
enum Mating {
    /// On any edge.
    Anywhere,
    InDarkCorners,
    InLightCorners,
}

impl Mating {
    /// What the pieces of a side can do against a bare king, its pawns apart.
    fn of(position: &ChessPosition, strong: Side) -> Option<Mating> {
        let own = |piece| position.kind(piece) & position.of(strong);
        let bishops = own(Piece::Bishop);
        let [dark, light] = [DARK_SQUARES, !DARK_SQUARES].map(|squares| (bishops & squares).any());
        let heavy = (own(Piece::Queen) | own(Piece::Rook)).any();
        match () {
            () if heavy || (dark && light) => Some(Mating::Anywhere),
            () if own(Piece::Knight).is_empty() || bishops.is_empty() => None,
            () if dark => Some(Mating::InDarkCorners),
            () => Some(Mating::InLightCorners),
        }
    }

    /// How near the mate is, in hundredths. The steps are small: they only show the way.
    fn progress(&self, position: &ChessPosition, weak: Side) -> i32 {
        let king = position.king(weak);
        let centre = from_centre(king);
        let apart = steps(king, position.king(!weak));
        // In the corners 7, and 0 on the diagonal between the other two.
        let corner = match self {
            Mating::Anywhere => return 20 * centre - 8 * apart,
            Mating::InDarkCorners => (7 - file(king) - rank(king)).abs(),
            Mating::InLightCorners => (rank(king) - file(king)).abs(),
        };
        let minors = position.kind(Piece::Bishop) | position.kind(Piece::Knight);
        let farther: i32 = squares(minors).map(|minor| steps(king, minor)).sum();
        30 * corner + 15 * centre - 16 * apart - 4 * farther
    }
}

/// Steps from one square to another along files and ranks.
fn steps(from: Square, to: Square) -> i32 {
    (file(from) - file(to)).abs() + (rank(from) - rank(to)).abs()
}

/// Steps along files and ranks from the four squares in the centre.
fn from_centre(square: Square) -> i32 {
    let out = |line: i32| (3 - line).max(line - 4);
    out(file(square)) + out(rank(square))
}

/// What the side has beside its king, its pawns the more the farther they are.
fn material(position: &ChessPosition, side: Side) -> i32 {
    let own = |piece: Piece| position.kind(piece) & position.of(side);
    let pieces: i32 = Piece::ALL
        .iter()
        .map(|&piece| EXCHANGE_VALUES[piece.index()] * own(piece).count() as i32)
        .sum();
    let advance = |pawn: Square| match side {
        Side::First => rank(pawn),
        Side::Second => 7 - rank(pawn),
    };
    let pawns: i32 = squares(own(Piece::Pawn)).map(advance).sum();
    pieces + STEP_PAWN * pawns
}

fn file(square: Square) -> i32 {
    i32::from(square.file())
}

fn rank(square: Square) -> i32 {
    i32::from(square.rank())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::notation::Notation;

    fn value_of(fen: &str) -> Option<i32> {
        value(&ChessPosition::parse(fen).unwrap()).map(Score::value)
    }

    #[test]
    fn only_what_can_mate_a_bare_king_is_won() {
        for (material, won) in [
            ("Q7", true),
            ("R7", true),
            ("BB6", true),
            ("BN6", true),
            ("NP6", false),
            ("BP6", false),
            ("BPB5", false),
            ("NN6", false),
            ("P7", false),
            ("RP6", true),
        ] {
            let white = format!("8/7k/8/8/8/{material}/8/4K3");
            let found = [" w - - 0 1", " b - - 0 1"].map(|turn| value_of(&(white.clone() + turn)));
            assert_eq!(found.map(|it| it.is_some()), [won; 2], "{material}");
            assert!(
                !won || found[0] > Some(WON) && found[1] < Some(-WON),
                "{found:?}"
            );
        }
        assert_eq!(value_of("8/8/4k3/7p/8/R7/8/4K3 w - - 0 1"), None);
    }

    #[test]
    fn a_stalemate_is_none() {
        assert_eq!(value_of("k7/2Q5/8/8/8/8/8/4K3 b - - 0 1"), Some(0));
    }

    #[test]
    fn the_king_is_driven_into_the_corner_of_the_bishop() {
        let worth = |rows: &str| value_of(&format!("{rows} w - - 0 1"));
        let [light, dark] = ["8/8/8/4K3/3B4/5N2/8", "8/8/8/1B2K3/8/5N2/8"];
        let corners = |rest: &str| ["k7", "7k"].map(|corner| worth(&format!("{corner}/{rest}")));
        let [left, right] = corners(light);
        assert!(left > right, "{left:?} {right:?}");
        let [left, right] = corners(dark);
        assert!(left < right, "{left:?} {right:?}");
    }
}
