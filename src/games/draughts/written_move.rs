//! A move as text, and the legal moves that it can mean.

use super::DraughtsMove;
use super::paths::{PathEnd, PathPattern};
use super::squares::{self, Squares};
use crate::board::Bitset;

/// A move as written.
#[derive(Debug)]
pub(super) struct WrittenMove {
    /// The squares where the piece can start: one, or those of a column in the short form `cd4`. Empty if the written square is
    /// not on the board.
    pub(super) from: Bitset,
    /// The bits of the squares after the start, at least one; `None` if one of them is not on the board.
    pub(super) squares: Option<Vec<u8>>,
    /// Whether it is written as a capture, with `x` or `:`. Other separators say nothing: some programs write captures with `-`.
    pub(super) captures: bool,
}

impl WrittenMove {
    /// Reads a move; `None` if the text does not have the form of a move.
    pub(super) fn read(squares: Squares, text: &str) -> Option<WrittenMove> {
        let text = text.trim().to_ascii_lowercase();
        let separator = text.find(['-', 'x', ':']).map(|at| text.as_bytes()[at]);
        let mut parts: Vec<&str> = match separator {
            // `1118` for `11-18`.
            None if text.len() == 4 && text.bytes().all(|byte| byte.is_ascii_digit()) => vec![&text[..2], &text[2..]],
            None => split_before_letters(&text),
            Some(b'-') => text.split('-').collect(),
            Some(_) => text.split(['x', ':']).collect(),
        };
        let first = parts.remove(0);
        let from = match (squares::file(first), first.len()) {
            (Some(column), 1) => squares.bits().filter(|&bit| squares.column(bit) == column).collect(),
            _ => squares.read(first)?.into_iter().collect(),
        };
        let squares: Vec<_> = parts.into_iter().map(|part| squares.read(part)).collect::<Option<_>>()?;
        let captures = matches!(separator, Some(b'x' | b':'));
        (!squares.is_empty()).then(|| WrittenMove { from, squares: squares.into_iter().collect(), captures })
    }

    /// The moves of `legal` that it can mean: those that fit best. `ends_of` is that of the
    /// [position](super::DraughtsPosition::ends_of).
    pub(super) fn meanings(
        &self,
        legal: &[DraughtsMove],
        ends_of: &dyn Fn(u8, PathPattern, Bitset) -> Vec<PathEnd>,
    ) -> Vec<DraughtsMove> {
        let Some(bits) = &self.squares else { return Vec::new() };
        let mut moves: Vec<_> = legal.iter().copied().filter(|mv| self.from.has(mv.from)).collect();
        let captures = moves.first().is_some_and(|mv| mv.captures());
        match bits[..] {
            [to] => {
                let allowed = captures || !self.captures;
                moves.retain(|mv| allowed && mv.to == to);
                // A single jump has no squares between that could tell it from a longer capture.
                let single = |mv: &DraughtsMove| mv.captured.count() == 1;
                if moves.len() > 1 && moves.iter().any(single) {
                    moves.retain(single);
                }
                moves
            }
            [ref between @ .., to] if captures => {
                let mut found = named_by_pieces(bits, &moves);
                moves.retain(|mv| mv.to == to);
                let starts: Bitset = moves.iter().map(|mv| mv.from).collect();
                let within = moves.iter().fold(Bitset::EMPTY, |set, mv| set | mv.captured);
                for pattern in PathPattern::readings(between, to) {
                    for PathEnd { mv, .. } in starts.flat_map(|from| ends_of(from, pattern, within)) {
                        if moves.contains(&mv) && !found.contains(&mv) {
                            found.push(mv);
                        }
                    }
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
