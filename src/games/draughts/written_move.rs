//! A move as text, and the legal moves that it can mean.

use super::path_pattern::{PathEnd, PathPattern};
use super::squares::{self, Squares};
use super::{DraughtsMove, DraughtsPosition, DraughtsVariant};
use crate::board::Bitset;

/// A move as written.
#[derive(Debug)]
pub(super) struct WrittenMove {
    /// Where the piece starts.
    pub(super) from: WrittenStart,
    /// The bits of the squares after the start, at least one; `None` for one that is not on the board.
    pub(super) squares: Vec<Option<u8>>,
    /// How the squares are separated.
    pub(super) kind: WrittenKind,
}

/// The start of a written move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum WrittenStart {
    /// The bit of a square; `None` if it is not on the board.
    Square(Option<u8>),
    /// Any square of a column, in the short form `cd4`.
    Column(u8),
}

/// What a text says about whether a move captures.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum WrittenKind {
    /// It does: `x` or `:`.
    Capture,
    /// It is written with `-`. Some programs write captures so, too.
    Hyphen,
    /// Nothing: `c3d4`.
    Unmarked,
}

impl WrittenMove {
    /// Reads a move; `None` if the text does not have the form of a move.
    pub(super) fn read(squares: Squares, text: &str) -> Option<WrittenMove> {
        let text = text.trim().to_ascii_lowercase();
        let kind = match text.find(['-', 'x', ':']) {
            None => WrittenKind::Unmarked,
            Some(at) if text[at..].starts_with('-') => WrittenKind::Hyphen,
            Some(_) => WrittenKind::Capture,
        };
        let mut parts: Vec<&str> = match kind {
            WrittenKind::Capture => text.split(['x', ':']).collect(),
            WrittenKind::Hyphen => text.split('-').collect(),
            WrittenKind::Unmarked => split_before_letters(&text),
        };
        if kind == WrittenKind::Hyphen && parts.len() != 2 {
            return None;
        }
        let first = parts.remove(0);
        let from = match (squares::file(first), first.len()) {
            (Some(column), 1) => WrittenStart::Column(column),
            _ => WrittenStart::Square(squares.read(first)?),
        };
        let squares: Vec<_> = parts.into_iter().map(|part| squares.read(part)).collect::<Option<_>>()?;
        let complete = !squares.is_empty();
        complete.then_some(WrittenMove { from, squares, kind })
    }

    /// The bits of the squares after the start; `None` if one of them is not on the board.
    pub(super) fn bits(&self) -> Option<Vec<u8>> {
        self.squares.iter().copied().collect()
    }

    /// Whether the piece on a square can be meant.
    pub(super) fn starts_at(&self, squares: Squares, bit: u8) -> bool {
        match self.from {
            WrittenStart::Square(square) => square == Some(bit),
            WrittenStart::Column(column) => squares.column(bit) == column,
        }
    }

    /// The moves of `legal` that it can mean: those that fit best.
    pub(super) fn meanings<V: DraughtsVariant>(
        &self,
        position: &DraughtsPosition<V>,
        legal: &[DraughtsMove],
    ) -> Vec<DraughtsMove> {
        let Some(bits) = self.bits() else { return Vec::new() };
        let squares = position.variant().squares();
        let mut moves: Vec<_> = legal.to_vec();
        moves.retain(|mv| self.starts_at(squares, mv.from));
        let captures = moves.first().is_some_and(|mv| mv.captures());
        match bits[..] {
            [to] => {
                let allowed = captures || self.kind != WrittenKind::Capture;
                moves.retain(|mv| allowed && mv.to == to);
                // A single jump has no squares between that could tell it from a longer capture.
                let single = |mv: &DraughtsMove| mv.captured.count() == 1;
                if moves.len() > 1 && moves.iter().any(single) {
                    moves.retain(single);
                }
                moves
            }
            [ref between @ .., to] if captures => {
                let mut found = named_by_pieces(&bits, &moves);
                moves.retain(|mv| mv.to == to);
                for pattern in PathPattern::readings(between, to) {
                    let fitting = of_pattern(position, &moves, pattern).into_iter();
                    found.extend(fitting.filter(|mv| !found.contains(mv)).collect::<Vec<_>>());
                    if !found.is_empty() {
                        break;
                    }
                }
                found
            }
            _ => Vec::new(),
        }
    }
}

/// Splits `c3d4` into `c3` and `d4`.
fn split_before_letters(text: &str) -> Vec<&str> {
    let mut starts: Vec<usize> = text.match_indices(|c: char| c.is_ascii_lowercase()).map(|(at, _)| at).collect();
    if starts.first() != Some(&0) {
        starts.insert(0, 0);
    }
    let ends = starts[1..].iter().copied().chain([text.len()]);
    starts.iter().zip(ends).map(|(&start, end)| &text[start..end]).collect()
}

/// The captures whose target and captured pieces are the squares, as the Hub protocol writes them.
fn named_by_pieces(bits: &[u8], moves: &[DraughtsMove]) -> Vec<DraughtsMove> {
    let (to, pieces) = (bits[0], &bits[1..]);
    let set: Bitset = pieces.iter().copied().collect();
    let named = |mv: &&DraughtsMove| mv.to == to && mv.captured == set && set.count() as usize == pieces.len();
    moves.iter().filter(named).copied().collect()
}

/// The captures that have a path of the pattern.
fn of_pattern<V: DraughtsVariant>(
    position: &DraughtsPosition<V>,
    moves: &[DraughtsMove],
    pattern: PathPattern,
) -> Vec<DraughtsMove> {
    let starts: Bitset = moves.iter().map(|mv| mv.from).collect();
    let within = moves.iter().fold(Bitset::EMPTY, |set, mv| set | mv.captured);
    let ends = starts.flat_map(|from| position.ends_of(from, pattern, within));
    let mut found = Vec::new();
    for PathEnd { mv, .. } in ends {
        if moves.contains(&mv) && !found.contains(&mv) {
            found.push(mv);
        }
    }
    found
}
