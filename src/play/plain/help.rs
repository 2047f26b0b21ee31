//! The help of games by lines of text.

use super::LINE_WIDTH;
use crate::play::action::ACTIONS;
use crate::play::texts;

/// The help: words and their meanings in two columns.
pub fn help() -> String {
    const INDENT: usize = 17;
    let mut text = "Type a move, in any notation of the game, or one of\n".to_owned();
    for entry in ACTIONS.iter().filter(|entry| !entry.form.is_empty()) {
        let mut form = format!("  {}", entry.form);
        for line in texts::wrapped(entry.help, LINE_WIDTH - INDENT) {
            text += &format!("{form:<INDENT$}{line}\n");
            form.clear();
        }
    }
    text
}

/// The help for puzzles.
pub const PUZZLE_HELP: &str = "\
Type a move, in any notation of the game, or one of
  help             this list
  hint             the piece that moves; the second time the move
  next             the next puzzle
  resign           give up: the solution
  board            the board
  pieces           the pieces of each side, for screen readers
  moves            the legal moves
  list             the moves that were played
  rules            what the game is about, and its rules by number
  save FILE        write the moves (.pgn, .pdn) or the position (.fen)
  quit             end";

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_help_has_short_lines_and_all_words() {
        let help = help();
        assert!(help.lines().all(|line| line.chars().count() <= LINE_WIDTH));
        for entry in ACTIONS.iter().filter(|entry| !entry.form.is_empty()) {
            assert!(help.contains(&format!("\n  {} ", entry.form)), "{}", entry.form);
        }
    }
}
