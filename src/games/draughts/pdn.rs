//! Moves as people and programs write them: `11-15`, `11x18`, `10x17x26`.
//!
//! A capture is read in both ways in use, and they cannot be confused. PDN 3.0 names the squares
//! where the piece lands, all or some of them; these are empty. The Hub protocol (Scan) names the
//! first and the last square, then the captured ones in any order; these are not.

use super::explain;
use super::geometry::Geometry;
use super::moves::Move;
use super::paths::Path;
use super::position::Position;
use super::variant::Variant;
use crate::board::Bitset;
use crate::game::Game;
use crate::notation::{MoveError, MoveStyle, excerpt};

/// Reads a legal move.
pub fn parse<V: Variant>(position: &Position<V>, text: &str) -> Result<Move, MoveError> {
    let asked = Asked::read(text).ok_or_else(|| MoveError::Syntax {
        found: excerpt(text),
        expected: "numbers of squares, as 11-15 or 11x18",
    })?;
    let fitting = fitting(position, &asked);
    match fitting[..] {
        [mv] => Ok(mv),
        [] => Err(MoveError::Illegal {
            found: excerpt(text),
            reason: explain::broken_rule(position, &asked),
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

/// Writes a legal move: in short style the squares between only where they are needed, otherwise
/// with all captured squares.
pub fn show<V: Variant>(position: &Position<V>, mv: Move, style: MoveStyle) -> String {
    if !mv.captures() {
        return joined::<V>([mv.from, mv.to], "-");
    }
    let ends = [mv.from, mv.to];
    if style != MoveStyle::Short {
        return joined::<V>(ends.into_iter().chain(mv.captured), "x");
    }
    let alike = |legal: &Move| [legal.from, legal.to] == ends;
    if position.moves().into_iter().filter(alike).count() == 1 {
        return joined::<V>(ends, "x");
    }
    let paths = position.paths_from(mv.from, position.kings.has(mv.from));
    let path = paths.iter().find(|path| path.complete && path.end() == mv);
    let squares = path.map_or(&ends[..], |path| &path.squares[..]);
    joined::<V>(squares.iter().copied(), "x")
}

/// A move as the text has it: some squares and what stands between them.
pub(super) struct Asked {
    /// The numbers of the squares, two at least; 255 for a number that is too large.
    pub(super) numbers: Vec<u8>,
    /// Whether the text says that the move captures.
    pub(super) captures: bool,
}

/// How well a path fits what is asked.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Fit {
    /// Another move is meant.
    No,
    /// The ends agree, and the squares between are some of those of the path.
    Partly,
    /// Every square of the path is there, or every captured one.
    Wholly,
}

impl Asked {
    fn read(text: &str) -> Option<Asked> {
        let text = text.trim();
        let captures = !text.contains('-');
        let separators: &[char] = if captures { &['x', 'X', ':'] } else { &['-'] };
        let mut numbers = Vec::new();
        for digits in text.split(separators) {
            let is_number = !digits.is_empty() && digits.bytes().all(|c| c.is_ascii_digit());
            numbers.push(is_number.then(|| digits.parse().unwrap_or(u8::MAX))?);
        }
        let well_formed = numbers.len() == 2 || captures && numbers.len() > 2;
        well_formed.then_some(Asked { numbers, captures })
    }

    /// How well this path fits.
    pub(super) fn fit<G: Geometry>(&self, path: &Path) -> Fit {
        let squares: Vec<u8> = path.squares.iter().map(|&bit| G::number(bit)).collect();
        if self.numbers == squares || self.names_captured::<G>(&path.end()) {
            return Fit::Wholly;
        }
        let (first, last) = (squares[0], squares[squares.len() - 1]);
        let [from, ref between @ .., to] = self.numbers[..] else {
            return Fit::No;
        };
        let mut rest = squares[1..squares.len() - 1].iter();
        let in_order = between
            .iter()
            .all(|number| rest.any(|square| square == number));
        match (from, to) == (first, last) && in_order {
            true => Fit::Partly,
            false => Fit::No,
        }
    }

    /// Whether the squares are those of the Hub's notation for this capture.
    fn names_captured<G: Geometry>(&self, mv: &Move) -> bool {
        let [from, to, ref captured @ ..] = self.numbers[..] else {
            return false;
        };
        let on_board = |number: &&u8| (1..=G::SQUARES).contains(*number);
        let set = (captured.iter().filter(on_board)).fold(Bitset::EMPTY, |set, &number| {
            set | Bitset::of(G::bit(number))
        });
        (from, to) == (G::number(mv.from), G::number(mv.to))
            && set == mv.captured
            && captured.len() == mv.captured.count() as usize
    }
}

/// The legal moves that fit best.
fn fitting<V: Variant>(position: &Position<V>, asked: &Asked) -> Vec<Move> {
    let mut best = (Fit::Partly, Vec::new());
    for mv in position.moves() {
        let fit = match mv.captures() {
            true => fit_of_capture(position, asked, mv),
            false => {
                let squares = [mv.from, mv.to].map(V::Board::number);
                match !asked.captures && asked.numbers == squares {
                    true => Fit::Wholly,
                    false => Fit::No,
                }
            }
        };
        if fit > best.0 {
            best = (fit, vec![mv]);
        } else if fit == best.0 {
            best.1.push(mv);
        }
    }
    best.1
}

fn fit_of_capture<V: Variant>(position: &Position<V>, asked: &Asked, mv: Move) -> Fit {
    let paths = position.paths_from(mv.from, position.kings.has(mv.from));
    let same = paths
        .iter()
        .filter(|path| path.complete && path.end() == mv);
    same.map(|path| asked.fit::<V::Board>(path))
        .max()
        .unwrap_or(Fit::No)
}

fn joined<V: Variant>(squares: impl IntoIterator<Item = u8>, separator: &str) -> String {
    let numbers = squares
        .into_iter()
        .map(|bit| V::Board::number(bit).to_string());
    numbers.collect::<Vec<_>>().join(separator)
}
