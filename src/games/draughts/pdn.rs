//! Moves in PDN and Hub notation: `11-15`, `11x18`, `10x17x26`.
//!
//! Captures are read in both notations. They cannot be confused: PDN 3.0 gives the squares where the piece lands, all
//! or some of them, which are empty. The Hub protocol (Scan) gives the start and target square and then the captured
//! pieces in any order.

use super::illegal_move;
use super::moves::DraughtsMove;
use super::position::DraughtsPosition;
use super::variant::DraughtsVariant;
use super::written_move::{MoveFit, WrittenMove};
use crate::game::Game;
use crate::notation::{MoveError, MoveStyle, excerpt};

/// Reads a legal move.
pub fn parse<V: DraughtsVariant>(
    position: &DraughtsPosition<V>,
    text: &str,
) -> Result<DraughtsMove, MoveError> {
    let written = WrittenMove::read(text).ok_or_else(|| MoveError::Syntax {
        found: excerpt(text),
        expected: "numbers of squares, as 11-15 or 11x18",
    })?;
    let fitting = fitting(position, &written);
    match fitting[..] {
        [mv] => Ok(mv),
        [] => Err(MoveError::Illegal {
            found: excerpt(text),
            reason: illegal_move::broken_rule(position, &written),
        }),
        _ => {
            let shown = fitting
                .iter()
                .map(|&mv| show(position, mv, MoveStyle::Long));
            Err(MoveError::Ambiguous {
                found: excerpt(text),
                candidates: shown.collect::<Vec<_>>().join(" or "),
            })
        }
    }
}

/// Writes a legal move: in short style in PDN, with intermediate squares only if the move would be ambiguous without
/// them; in other styles in Hub notation, with all captured pieces.
pub fn show<V: DraughtsVariant>(
    position: &DraughtsPosition<V>,
    mv: DraughtsMove,
    style: MoveStyle,
) -> String {
    if !mv.captures() {
        return joined(position.variant(), [mv.from, mv.to], "-");
    }
    let ends = [mv.from, mv.to];
    if style != MoveStyle::Short {
        return joined(position.variant(), ends.into_iter().chain(mv.captured), "x");
    }
    let alike = |legal: &DraughtsMove| [legal.from, legal.to] == ends;
    if position.moves().into_iter().filter(alike).count() == 1 {
        return joined(position.variant(), ends, "x");
    }
    let paths = position.paths_of(mv);
    let squares = paths.first().map_or(&ends[..], |path| &path.squares[..]);
    joined(position.variant(), squares.iter().copied(), "x")
}

/// The legal moves that match the text best.
fn fitting<V: DraughtsVariant>(
    position: &DraughtsPosition<V>,
    written: &WrittenMove,
) -> Vec<DraughtsMove> {
    let mut best = (MoveFit::Partial, Vec::new());
    for mv in position.moves() {
        let fit = if mv.captures() {
            fit_of_capture(position, written, mv)
        } else if !written.captures
            && written.numbers == [mv.from, mv.to].map(|bit| position.variant().number(bit))
        {
            MoveFit::Full
        } else {
            MoveFit::None
        };
        if fit > best.0 {
            best = (fit, vec![mv]);
        } else if fit == best.0 {
            best.1.push(mv);
        }
    }
    best.1
}

fn fit_of_capture<V: DraughtsVariant>(
    position: &DraughtsPosition<V>,
    written: &WrittenMove,
    mv: DraughtsMove,
) -> MoveFit {
    let paths = position.paths_of(mv);
    let fits = paths
        .iter()
        .map(|path| written.fit(position.variant(), path));
    fits.max().unwrap_or(MoveFit::None)
}

fn joined(
    variant: impl DraughtsVariant,
    squares: impl IntoIterator<Item = u8>,
    separator: &str,
) -> String {
    let numbers = squares
        .into_iter()
        .map(|bit| variant.number(bit).to_string());
    numbers.collect::<Vec<_>>().join(separator)
}
