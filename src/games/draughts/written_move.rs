//! A move as text, and how well it matches a legal move.

use super::geometry::Geometry;
use super::moves::DraughtsMove;
use super::paths::Path;
use super::variant::DraughtsVariant;
use crate::board::Bitset;

/// A move as written: square numbers, and whether it is a capture.
pub(super) struct WrittenMove {
    /// The square numbers, at least two; 255 stands for a number that is too large.
    pub(super) numbers: Vec<u8>,
    /// Whether the text marks the move as a capture.
    pub(super) captures: bool,
}

/// How well a written move matches the path of a capture.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum MoveFit {
    /// It is another move.
    None,
    /// The start and target squares agree, and the squares between are some of those of the path.
    Partial,
    /// It has every square of the path, or every captured piece.
    Full,
}

impl WrittenMove {
    /// Reads a move; `None` if the text does not have the form of a move.
    pub(super) fn read(text: &str) -> Option<WrittenMove> {
        let text = text.trim();
        let captures = !text.contains('-');
        let separators: &[char] = if captures { &['x', 'X', ':'] } else { &['-'] };
        let mut numbers = Vec::new();
        for digits in text.split(separators) {
            let is_number = !digits.is_empty() && digits.bytes().all(|c| c.is_ascii_digit());
            numbers.push(is_number.then(|| digits.parse().unwrap_or(u8::MAX))?);
        }
        let well_formed = numbers.len() == 2 || captures && numbers.len() > 2;
        well_formed.then_some(WrittenMove { numbers, captures })
    }

    /// How well this written move matches a path.
    pub(super) fn fit<V: DraughtsVariant>(&self, variant: V, path: &Path) -> MoveFit {
        let squares: Vec<u8> = path
            .squares
            .iter()
            .map(|&bit| variant.number(bit))
            .collect();
        if self.numbers == squares || self.names_captured(variant, &path.end()) {
            return MoveFit::Full;
        }
        let (first, last) = (squares[0], squares[squares.len() - 1]);
        let [from, ref between @ .., to] = self.numbers[..] else {
            return MoveFit::None;
        };
        let mut rest = squares[1..squares.len() - 1].iter();
        let in_order = between
            .iter()
            .all(|number| rest.any(|square| square == number));
        if (from, to) == (first, last) && in_order {
            MoveFit::Partial
        } else {
            MoveFit::None
        }
    }

    /// Whether the squares are the Hub notation of this capture.
    fn names_captured<V: DraughtsVariant>(&self, variant: V, mv: &DraughtsMove) -> bool {
        let [from, to, ref captured @ ..] = self.numbers[..] else {
            return false;
        };
        let on_board = |number: &&u8| (1..=V::Board::SQUARES).contains(*number);
        let set = (captured.iter().filter(on_board)).fold(Bitset::EMPTY, |set, &number| {
            set | Bitset::of(variant.bit(number))
        });
        (from, to) == (variant.number(mv.from), variant.number(mv.to))
            && set == mv.captured
            && captured.len() == mv.captured.count() as usize
    }
}
