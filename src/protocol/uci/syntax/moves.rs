//! Lists of moves.

use super::SyntaxError;
use crate::notation::excerpt;
use vampirc_uci::{UciMessage, UciMove, parse_one};

/// Reads the moves of `command`, and returns them in lower case.
///
/// # Errors
/// A word does not have the form of a move.
pub(super) fn read_moves(command: &'static str, words: &[&str]) -> Result<Vec<String>, SyntaxError> {
    /// The parser's memory grows with the text that it is given.
    const CHUNK: usize = 256;
    let mut moves = Vec::with_capacity(words.len());
    for chunk in words.chunks(CHUNK) {
        let parsed = match parse_one(&format!("position startpos moves {}", chunk.join(" "))) {
            UciMessage::Position { moves, .. } => moves,
            _ => Vec::new(),
        };
        let complete = |&(mv, word): &(&UciMove, &&str)| is_complete(mv, word);
        let count = parsed.iter().zip(chunk).take_while(complete).count();
        moves.extend(chunk[..count].iter().map(|word| word.to_ascii_lowercase()));
        if let Some(word) = chunk.get(count) {
            return Err(SyntaxError {
                command,
                found: format!("'{}' as move {}", excerpt(word), moves.len() + 1),
                expected: "a move such as e2e4, e1g1 or e7e8q",
            });
        }
    }
    Ok(moves)
}

/// Whether the parser has read the whole word: of `e7e8x` it reads `e7e8` and drops the rest.
fn is_complete(mv: &UciMove, word: &str) -> bool {
    word.len() == 4 + usize::from(mv.promotion.is_some())
}
