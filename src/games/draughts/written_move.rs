//! A move as somebody has written it, and how well it fits a legal one.

use super::geometry::Geometry;
use super::moves::DraughtsMove;
use super::paths::Path;
use crate::board::Bitset;

/// A move as the text has it: some squares and what stands between them.
pub(super) struct WrittenMove {
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

impl WrittenMove {
    /// Reads a move; `None` if the text is no move at all.
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
        if (from, to) == (first, last) && in_order {
            Fit::Partly
        } else {
            Fit::No
        }
    }

    /// Whether the squares are those of the Hub's notation for this capture.
    fn names_captured<G: Geometry>(&self, mv: &DraughtsMove) -> bool {
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
