//! Opening books of any game: positions with weighted moves.

mod book_move;
mod names;
mod polyglot;
pub mod set_up;
mod text;
mod walk;

pub use book_move::BookMove;
pub use names::OpeningNames;
pub use polyglot::PolyglotBook;
pub use text::to_text;
pub use walk::{BookEvent, walk_book};

use crate::any_position::{AnyMove, AnyPosition, Erasable};
use crate::game::Game;
use crate::notation::{Notation, excerpt};
use book_move::merge_moves;

/// An opening book in the engine's own format, read from text.
///
/// Moves are stored by position: lines that transpose into the same position share its moves. The book stores only
/// keys and codes, so it must be used with the game for which it was read.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct OpeningBook {
    /// Sorted by key, then by descending weight, then by code, without duplicates. Weights fit into 16 bits.
    entries: Vec<BookMove>,
}

/// The greatest weight of a line of a text book. A greater weight needs several lines.
const MAX_LINE_WEIGHT: u16 = 999;

/// A book of any format. It must be asked for positions of its game only.
pub trait BookLookup: Send + Sync {
    /// The legal moves of the book in `position` with their weights, the greatest first. A move of weight 0 is not
    /// played, but the book has answers to it.
    fn moves(&self, position: &AnyPosition) -> Vec<(AnyMove, u16)>;

    /// The size of the book.
    fn size(&self) -> BookSize;
}

/// The size of a book.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct BookSize {
    /// The number of positions with moves.
    pub positions: usize,
    /// The number of moves in all positions.
    pub moves: usize,
}

impl BookLookup for OpeningBook {
    fn moves(&self, position: &AnyPosition) -> Vec<(AnyMove, u16)> {
        OpeningBook::moves(self, position)
    }

    fn size(&self) -> BookSize {
        let same = |one: &BookMove, other: &BookMove| one.key == other.key;
        BookSize { positions: self.entries.chunk_by(same).count(), moves: self.entries.len() }
    }
}

impl OpeningBook {
    /// Reads a book: one opening a line, `name: move move move`, from the position `start`.
    ///
    /// Empty lines, lines that begin with `#`, and move numbers (`1.`) are skipped. The weight of a move in a position is
    /// the number of lines in which it occurs there; a line with the last word `*5` counts as five lines. To a move
    /// that is followed by `?` the line adds no weight.
    ///
    /// # Errors
    /// The number of the first line that cannot be read, and what is wrong there.
    pub fn parse<G: Erasable>(start: &G, text: &str) -> Result<OpeningBook, String> {
        let mut entries = Vec::new();
        let mut reader = LineReader { start: AnyPosition::new(start.clone()), moves: Vec::new() };
        for (number, line) in (1..).zip(text.lines()) {
            // A file may begin with a byte order mark.
            let line = line.trim_start_matches('\u{feff}').trim();
            if !line.is_empty() && !line.starts_with('#') {
                reader.read(line, &mut entries).map_err(|reason| format!("line {number}: {reason}"))?;
            }
        }
        Ok(OpeningBook::new(entries))
    }

    /// A book of these moves, with the keys and move numbers of a game. The weights of equal moves add up.
    pub fn new(moves: Vec<BookMove>) -> OpeningBook {
        OpeningBook { entries: merge_moves(moves) }
    }

    /// A book of all moves that are reachable from `start` in some books. Weights of equal moves add up.
    pub fn merge(start: &AnyPosition, books: &[&dyn BookLookup]) -> OpeningBook {
        let mut moves = Vec::new();
        for book in books {
            walk_book(*book, start, &mut |step| {
                if let BookEvent::Move { position, mv, weight } = step {
                    moves.push(BookMove::new(position, mv, weight.into()));
                }
            });
        }
        OpeningBook::new(moves)
    }

    /// The legal moves in `position` with their weights, the greatest first. A move of weight 0 is not played, but the
    /// book has answers to it.
    pub fn moves<G: Game>(&self, position: &G) -> Vec<(G::Move, u16)> {
        let key = position.key().0;
        let first = self.entries.partition_point(|entry| entry.key < key);
        let here = self.entries[first..].iter().take_while(|entry| entry.key == key);
        here.filter_map(|entry| Some((position.numbered_move(entry.code)?, entry.weight as u16))).collect()
    }
}

/// Reads lines, and keeps the moves of the last one: the next line often begins with the same moves.
struct LineReader<'t> {
    start: AnyPosition,
    moves: Vec<LineMove<'t>>,
}

/// A move of a line, with the position after it.
struct LineMove<'t> {
    word: &'t str,
    /// Without a weight.
    book_move: BookMove,
    after: AnyPosition,
}

impl<'t> LineReader<'t> {
    /// Adds the moves of `line` to `entries`.
    fn read(&mut self, line: &'t str, entries: &mut Vec<BookMove>) -> Result<(), String> {
        for (index, (word, weight)) in line_moves(line)?.into_iter().enumerate() {
            entries.push(BookMove { weight: weight.into(), ..self.play(index, word)?.book_move });
        }
        Ok(())
    }

    /// The move `word` of a line at `index`, counted from 0.
    fn play(&mut self, index: usize, word: &'t str) -> Result<&LineMove<'t>, String> {
        debug_assert!(index <= self.moves.len());
        if self.moves.get(index).is_none_or(|known| known.word != word) {
            self.moves.truncate(index);
            let before = self.moves.last().map_or(&self.start, |last| &last.after);
            let mv = before.parse_move(word).map_err(|error| format!("move {}: {error}", index + 1))?;
            self.moves.push(LineMove { word, book_move: BookMove::new(before, mv, 0), after: before.play(mv) });
        }
        Ok(&self.moves[index])
    }
}

/// The moves of a line `name: move move move`, each with its weight: that of the line, or 0 if a `?` follows the move.
///
/// # Errors
/// There is no name or no move, or the weight of the line is wrong.
pub(crate) fn line_moves(line: &str) -> Result<Vec<(&str, u16)>, String> {
    let nameless = "expected the name of the opening, a colon, a blank and the moves";
    let (name, moves) = line
        .split_once(": ")
        .or_else(|| line.strip_suffix(':').map(|name| (name, "")))
        .filter(|(name, _)| !name.trim().is_empty())
        .ok_or_else(|| format!("found '{}'; {nameless}", excerpt(line)))?;
    let (moves, weight) = split_weight(moves)?;
    let words = moves.split_whitespace().filter(|word| !is_number(word));
    let moves: Vec<_> =
        words.map(|word| word.strip_suffix('?').map_or((word, weight), |answered| (answered, 0))).collect();
    if moves.is_empty() {
        let name = excerpt(name);
        return Err(format!("no moves after '{name}:'; expected the moves from the start of the game"));
    }
    Ok(moves)
}

/// Splits a line into its moves and its weight, 1 if none is given.
fn split_weight(moves: &str) -> Result<(&str, u16), String> {
    let Some(star) = moves.find('*') else { return Ok((moves, 1)) };
    let (moves, word) = moves.split_at(star);
    match word[1..].parse() {
        Ok(weight @ 1..=MAX_LINE_WEIGHT) => Ok((moves, weight)),
        _ => {
            let found = excerpt(word);
            Err(format!(
                "found '{found}'; expected a weight from '*1' to '*{MAX_LINE_WEIGHT}' as the last word of the line"
            ))
        }
    }
}

/// Whether a word is a move number: `12.` or `12...`.
fn is_number(word: &str) -> bool {
    let digits = word.trim_end_matches('.');
    digits.len() < word.len() && digits.bytes().all(|byte| byte.is_ascii_digit())
}

/// Chooses one of `moves` with a probability proportional to its weight; `None` if all weights are 0. `random` is a
/// random number of 64 bits.
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
        let chosen: String = (0..4).filter_map(|n| choose_move(&moves, n * quarter)).collect();
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
        for wrong in ["e4 *0", "e4 *", "e4 *1000", "e4 *3 e5", "e4 **2", "*-1", "*é"] {
            assert!(split_weight(wrong).is_err(), "{wrong}");
        }
    }

    #[test]
    fn numbers_are_told_from_moves() {
        assert!(["1.", "12...", "..."].into_iter().all(is_number));
        assert!(["1", "11-15", "e4", "1.e4", ""].into_iter().all(|word| !is_number(word)));
    }
}
