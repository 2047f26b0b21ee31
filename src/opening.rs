//! Opening books: the moves that theory plays in a position, for any game.

mod book_move;
mod polyglot;
mod text;
mod walk;

pub use book_move::BookMove;
pub use polyglot::{PolyglotBook, PolyglotError};
pub use text::to_text;
pub use walk::{BookEvent, walk_book};

use crate::game::Game;
use crate::notation::{MoveError, Notation, excerpt};
use book_move::merge_moves;
use thiserror::Error;

/// The moves of opening theory, by position.
///
/// Lines that reach one position by different orders of moves meet there, and the moves of all of
/// them are offered. A book holds numbers alone; it must be asked about the game it was read for.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct OpeningBook {
    /// Sorted, no two with the same key and code, and with weights of 16 bits.
    entries: Vec<BookMove>,
}

/// The greatest weight that a line of a text may have; a weight of more takes several lines.
const MAX_LINE_WEIGHT: u16 = 999;

/// Why a text is no opening book: the first line that cannot be read.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[error("line {line}: {reason}")]
pub struct OpeningBookError {
    /// The number of the line, counted from 1.
    pub line: usize,
    /// What is wrong with it.
    pub reason: BookLineError,
}

/// Why a line is no line of a book.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum BookLineError {
    /// There is no colon with a blank after it, or nothing before it.
    #[error("found '{0}'; expected the name of the opening, a colon, a blank and the moves")]
    Nameless(String),
    /// There is a name alone.
    #[error("no moves after '{0}:'; expected the moves from the start of the game")]
    Empty(String),
    /// A word that begins with a star is no weight, or something follows it.
    #[error("found '{0}'; expected a weight from '*1' to '*999' as the last word of the line")]
    Weight(String),
    /// A word is no legal move.
    #[error("move {ordinal}: {error}")]
    Move {
        /// Which move of the line, counted from 1.
        ordinal: usize,
        /// What is wrong with the move.
        error: MoveError,
    },
}

/// A book of whatever format, as an engine sees it.
pub trait BookLookup<G: Game>: Send + Sync {
    /// The moves it knows in `position`, all legal, with their weights, the greatest first: 0 for
    /// those that it only has an answer to.
    fn moves(&self, position: &G) -> Vec<(G::Move, u16)>;

    /// How much it holds.
    fn size(&self) -> BookSize;
}

/// How much a book holds.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct BookSize {
    /// Positions in which it knows a move.
    pub positions: usize,
    /// Moves, over all its positions.
    pub moves: usize,
}

impl<G: Game> BookLookup<G> for OpeningBook {
    fn moves(&self, position: &G) -> Vec<(G::Move, u16)> {
        OpeningBook::moves(self, position)
    }

    fn size(&self) -> BookSize {
        let same = |one: &BookMove, other: &BookMove| one.key == other.key;
        BookSize {
            positions: self.entries.chunk_by(same).count(),
            moves: self.entries.len(),
        }
    }
}

impl OpeningBook {
    /// Reads a book: one opening a line, `name: move move move`, from the start of the game.
    ///
    /// Empty lines and lines that begin with `#` are skipped, as are move numbers (`1.`). A move's
    /// weight in a position is the number of lines that play it there; a last word `*5` makes its
    /// line count as five. A move with `?` behind it is answered, but the line adds no weight to it.
    pub fn parse<G: Notation>(text: &str) -> Result<OpeningBook, OpeningBookError> {
        let mut entries = Vec::new();
        let mut path = LineReader::<G>::default();
        for (number, line) in (1..).zip(text.lines()) {
            let line = line.trim();
            if !line.is_empty() && !line.starts_with('#') {
                path.follow(line, &mut entries)
                    .map_err(|reason| OpeningBookError {
                        line: number,
                        reason,
                    })?;
            }
        }
        Ok(OpeningBook::new(entries))
    }

    /// A book of these moves, by the keys and codes of a game; the weights of equal ones add up.
    pub fn new(moves: Vec<BookMove>) -> OpeningBook {
        OpeningBook {
            entries: merge_moves(moves),
        }
    }

    /// All that several libraries know from the start of the game on; their weights add up.
    pub fn merge<G: Game>(libraries: &[&dyn BookLookup<G>]) -> OpeningBook {
        let mut moves = Vec::new();
        for library in libraries {
            walk_book(*library, |step| {
                if let BookEvent::Move {
                    position,
                    mv,
                    weight,
                } = step
                {
                    moves.push(BookMove {
                        key: position.key().0,
                        code: G::code(mv),
                        weight: weight.into(),
                    });
                }
            });
        }
        OpeningBook::new(moves)
    }

    /// The book's legal moves in `position` with their weights, the greatest weight first; 0 is
    /// the weight of moves that are only answered.
    pub fn moves<G: Game>(&self, position: &G) -> Vec<(G::Move, u16)> {
        let key = position.key().0;
        let first = self.entries.partition_point(|entry| entry.key < key);
        let mut moves: Vec<_> = self.entries[first..]
            .iter()
            .take_while(|entry| entry.key == key)
            .filter_map(|entry| Some((position.decode(entry.code)?, entry.weight as u16)))
            .collect();
        moves.sort_by_key(|&(_, weight)| std::cmp::Reverse(weight));
        moves
    }

    /// The number of moves that the book knows, over all its positions.
    pub fn len(&self) -> usize {
        self.entries.len()
    }

    /// Whether the book knows no move.
    pub fn is_empty(&self) -> bool {
        self.entries.is_empty()
    }
}

/// The line read last, so that the next one need not find the moves again that both begin with.
struct LineReader<'t, G> {
    steps: Vec<LineMove<'t, G>>,
}

/// A move of a line, with the position it leads to.
struct LineMove<'t, G> {
    word: &'t str,
    key: u64,
    code: u16,
    after: G,
}

impl<G> Default for LineReader<'_, G> {
    fn default() -> Self {
        LineReader { steps: Vec::new() }
    }
}

impl<'t, G: Notation> LineReader<'t, G> {
    /// Plays the moves of `line` and records them.
    fn follow(&mut self, line: &'t str, entries: &mut Vec<BookMove>) -> Result<(), BookLineError> {
        let (name, moves) = line
            .split_once(": ")
            .or_else(|| line.strip_suffix(':').map(|name| (name, "")))
            .filter(|(name, _)| !name.trim().is_empty())
            .ok_or_else(|| BookLineError::Nameless(excerpt(line)))?;
        let (moves, weight) = split_weight(moves)?;
        let mut ordinal = 0;
        for word in moves.split_whitespace().filter(|word| !is_number(word)) {
            let (word, weight) = match word.strip_suffix('?') {
                Some(answered) => (answered, 0),
                None => (word, weight),
            };
            let step = self.step(ordinal, word)?;
            entries.push(BookMove {
                key: step.key,
                code: step.code,
                weight: weight.into(),
            });
            ordinal += 1;
        }
        match ordinal {
            0 => Err(BookLineError::Empty(excerpt(name))),
            _ => Ok(()),
        }
    }

    /// The step number `index`, counted from 0, of a line that plays `word` there.
    fn step(&mut self, index: usize, word: &'t str) -> Result<&LineMove<'t, G>, BookLineError> {
        debug_assert!(index <= self.steps.len());
        if self.steps.get(index).is_none_or(|step| step.word != word) {
            self.steps.truncate(index);
            let before = match self.steps.last() {
                Some(step) => step.after.clone(),
                None => G::start(),
            };
            let mv = before
                .parse_move(word)
                .map_err(|error| BookLineError::Move {
                    ordinal: index + 1,
                    error,
                })?;
            self.steps.push(LineMove {
                word,
                key: before.key().0,
                code: G::code(mv),
                after: before.play(mv),
            });
        }
        Ok(&self.steps[index])
    }
}

/// The moves of a line without its weight, and the weight: 1 if none is given.
fn split_weight(moves: &str) -> Result<(&str, u16), BookLineError> {
    let Some(star) = moves.find('*') else {
        return Ok((moves, 1));
    };
    let (moves, word) = moves.split_at(star);
    match word[1..].parse() {
        Ok(weight @ 1..=MAX_LINE_WEIGHT) => Ok((moves, weight)),
        _ => Err(BookLineError::Weight(excerpt(word))),
    }
}

/// Whether a word only numbers the moves: `12.` or `12...`.
fn is_number(word: &str) -> bool {
    let digits = word.trim_end_matches('.');
    digits.len() < word.len() && digits.bytes().all(|byte| byte.is_ascii_digit())
}

/// One of `moves`, each as likely as its weight; none if all weights are zero.
pub fn choose_move<M: Copy>(moves: &[(M, u16)], random: u64) -> Option<M> {
    let total: u64 = moves.iter().map(|&(_, weight)| u64::from(weight)).sum();
    let mut ticket = ((u128::from(random) * u128::from(total)) >> 64) as u64;
    moves.iter().find_map(|&(mv, weight)| {
        let won = ticket < u64::from(weight);
        ticket = ticket.saturating_sub(u64::from(weight));
        won.then_some(mv)
    })
}

#[cfg(test)]
mod tests {
    use super::{choose_move, is_number, split_weight};

    #[test]
    fn a_move_is_chosen_as_often_as_its_weight_says() {
        let moves = [('a', 1), ('b', 0), ('c', 3)];
        let quarter = 1 << 62;
        let chosen: String = (0..4)
            .filter_map(|n| choose_move(&moves, n * quarter))
            .collect();
        assert_eq!(chosen, "accc");
        assert_eq!(choose_move(&moves, quarter - 1), Some('a'));
        assert_eq!(choose_move(&moves, u64::MAX), Some('c'));
        assert_eq!(choose_move(&[('a', 0)], u64::MAX), None);
        assert_eq!(choose_move::<char>(&[], 0), None);
    }

    #[test]
    fn a_weight_is_the_last_word() {
        assert_eq!(split_weight("e4 e5"), Ok(("e4 e5", 1)));
        assert_eq!(split_weight("e4 e5 *12"), Ok(("e4 e5 ", 12)));
        for wrong in [
            "e4 *0", "e4 *", "e4 *1000", "e4 *3 e5", "e4 **2", "*-1", "*é",
        ] {
            assert!(split_weight(wrong).is_err(), "{wrong}");
        }
    }

    #[test]
    fn numbers_are_told_from_moves() {
        assert!(["1.", "12...", "..."].into_iter().all(is_number));
        assert!(
            ["1", "11-15", "e4", "1.e4", ""]
                .into_iter()
                .all(|word| !is_number(word))
        );
    }
}
