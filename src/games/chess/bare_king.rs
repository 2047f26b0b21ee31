//! The static evaluation of a bare king against material that can mate it.
//!
//! It leads the stronger side to the mate: it rewards a bare king near the edge, or with bishop and knight near a
//! corner of the bishop's colour, and a short distance between the kings (the mop-up evaluation of Chess 4.5:
//! Slate and Atkin 1977).

use super::{ChessPosition, EXCHANGE_VALUES, Piece};
use crate::board::square::{DARK_SQUARES, Square, squares};
use crate::game::{Game, Side};
use crate::search::Score;

/// The basis of the evaluation: more than any other endgame is worth, in hundredths.
const WON: i32 = 2000;
/// The value of every rank that a pawn has advanced, in hundredths.
const PAWN_ADVANCE: i32 = 10;

/// Whether a side has a bare king against material that can mate it.
#[inline]
pub(super) fn is_lost(position: &ChessPosition) -> bool {
    ending(position).is_some()
}

/// The evaluation for the side to move, which is not in check; `None` unless a bare king [is lost](is_lost).
#[inline]
pub(super) fn evaluate(position: &ChessPosition) -> Option<Score> {
    let (weak, region) = ending(position)?;
    let score = WON + material(position, !weak) + region.progress(position, weak);
    Some(if position.side() != weak {
        Score::estimate(score)
    } else if position.has_moves() {
        Score::estimate(-score)
    } else {
        Score::DRAW
    })
}

/// The side with the bare king, and where it can be mated.
#[inline]
fn ending(position: &ChessPosition) -> Option<(Side, MateRegion)> {
    let weak = Side::BOTH.into_iter().find(|side: &Side| !position.of(*side).several())?;
    Some((weak, MateRegion::of(position, !weak)?))
}

/// Where the bare king can be mated.
enum MateRegion {
    /// On every edge, corners included.
    AnyEdge,
    DarkCorners,
    LightCorners,
}

impl MateRegion {
    /// The region for the pieces of a side; pawns are ignored. `None` if they cannot mate.
    fn of(position: &ChessPosition, strong: Side) -> Option<MateRegion> {
        let own = |piece| position.kind(piece) & position.of(strong);
        let bishops = own(Piece::Bishop);
        let [dark, light] = [DARK_SQUARES, !DARK_SQUARES].map(|squares| (bishops & squares).any());
        if (own(Piece::Queen) | own(Piece::Rook)).any() || (dark && light) {
            Some(MateRegion::AnyEdge)
        } else if own(Piece::Knight).is_empty() || bishops.is_empty() {
            None
        } else if dark {
            Some(MateRegion::DarkCorners)
        } else {
            Some(MateRegion::LightCorners)
        }
    }

    /// How near the mate is, in hundredths.
    fn progress(&self, position: &ChessPosition, weak: Side) -> i32 {
        let king = position.king(weak);
        let centre = from_centre(king);
        let apart = steps(king, position.king(!weak));
        // 7 in the corners, 0 on the diagonal between the other two corners.
        let corner = match self {
            MateRegion::AnyEdge => return 20 * centre - 8 * apart,
            MateRegion::DarkCorners => (7 - file(king) - rank(king)).abs(),
            MateRegion::LightCorners => (rank(king) - file(king)).abs(),
        };
        let minors = position.kind(Piece::Bishop) | position.kind(Piece::Knight);
        let farther: i32 = squares(minors).map(|minor| steps(king, minor)).sum();
        30 * corner + 15 * centre - 16 * apart - 4 * farther
    }
}

/// The distance between two squares along files and ranks (Manhattan distance).
fn steps(from: Square, to: Square) -> i32 {
    (file(from) - file(to)).abs() + (rank(from) - rank(to)).abs()
}

/// The Manhattan distance to the nearest of the four squares in the centre.
fn from_centre(square: Square) -> i32 {
    let out = |line: i32| (3 - line).max(line - 4);
    out(file(square)) + out(rank(square))
}

/// The material of a side, in hundredths, with a bonus for advanced pawns.
fn material(position: &ChessPosition, side: Side) -> i32 {
    let own = |piece: Piece| position.kind(piece) & position.of(side);
    let pieces: i32 = Piece::ALL.iter().map(|&piece| EXCHANGE_VALUES[piece.index()] * own(piece).count() as i32).sum();
    let advance = |pawn: Square| match side {
        Side::First => rank(pawn),
        Side::Second => 7 - rank(pawn),
    };
    let pawns: i32 = squares(own(Piece::Pawn)).map(advance).sum();
    pieces + PAWN_ADVANCE * pawns
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

    fn evaluation_of(fen: &str) -> Option<i32> {
        evaluate(&ChessPosition::parse(fen).unwrap()).map(Score::value)
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
            let found = [" w - - 0 1", " b - - 0 1"].map(|turn| evaluation_of(&(white.clone() + turn)));
            assert_eq!(found.map(|it| it.is_some()), [won; 2], "{material}");
            assert!(!won || found[0] > Some(WON) && found[1] < Some(-WON), "{found:?}");
        }
        assert_eq!(evaluation_of("8/8/4k3/7p/8/R7/8/4K3 w - - 0 1"), None);
    }

    #[test]
    fn a_stalemate_is_none() {
        assert_eq!(evaluation_of("k7/2Q5/8/8/8/8/8/4K3 b - - 0 1"), Some(0));
    }

    #[test]
    fn the_king_is_driven_into_the_corner_of_the_bishop() {
        let evaluation = |rows: &str| evaluation_of(&format!("{rows} w - - 0 1"));
        let [light, dark] = ["8/8/8/4K3/3B4/5N2/8", "8/8/8/1B2K3/8/5N2/8"];
        let corners = |rest: &str| ["k7", "7k"].map(|corner| evaluation(&format!("{corner}/{rest}")));
        let [left, right] = corners(light);
        assert!(left > right, "{left:?} {right:?}");
        let [left, right] = corners(dark);
        assert!(left < right, "{left:?} {right:?}");
    }
}
