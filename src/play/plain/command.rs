//! The commands of a game by lines of text.

use crate::play::texts::wrapped;

/// A command, and the form and the text of its help.
pub const COMMANDS: [(&str, &str); 26] = [
    ("help", "this list"),
    ("board", "the board"),
    ("pieces", "the pieces of each side, for screen readers"),
    ("moves", "the legal moves"),
    ("list", "the moves of the game, with the pieces of each side after them"),
    ("hint", "a move that the program recommends, and why"),
    ("now", "the machine stops thinking and moves"),
    ("undo", "take back your last move"),
    ("redo", "play again what was taken back"),
    ("go", "let a waiting machine make its move"),
    ("statistics", "the last search: depth, nodes, time, principal variation"),
    ("new", "a new game with the same players"),
    ("swap", "a new game; the players change sides"),
    ("game NAME", "a new game of another kind"),
    ("ballot", "a new game from an opening that is drawn by lot"),
    ("position TEXT", "a new game from a position"),
    ("random BOUNDS", "a new game with random heaps, within bounds such as heaps=3..5 size=1..20 misere"),
    (
        "place SIZE",
        "a new game of northcott on a board such as 8x5, 8x5 misere or 8x5 normal; each side places its men in secret",
    ),
    ("level N", "the machines think to this depth, 1 to 10 (also movetime=MS, nodes=N, clock)"),
    ("first PLAYER", "who moves first: person, best, search, theory, random, or alpha-beta depth=4 ..."),
    ("second PLAYER", "who moves second"),
    ("rules", "what the game is about, and its rules by number"),
    ("save FILE", "write the game (.pgn, .pdn) or the position (.fen); 'save FILE replace' replaces a file"),
    ("load FILE", "go on with a game or position of a file"),
    ("resign", "give up"),
    ("quit", "end; the game is kept and offered at the next start"),
];

/// A line that is not a move.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PlainCommand<'a> {
    /// The first word of an entry of [`COMMANDS`].
    pub name: &'static str,
    /// What follows it.
    pub argument: &'a str,
}

impl<'a> PlainCommand<'a> {
    /// Reads a command in any case; `None` if the line is none. Commands without argument must stand alone.
    pub fn read(line: &'a str) -> Option<PlainCommand<'a>> {
        let line = line.trim();
        let (word, argument) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
        let argument = argument.trim();
        COMMANDS.iter().find_map(|(form, _)| {
            let (name, takes_argument) = match form.split_once(' ') {
                Some((name, _)) => (name, true),
                None => (*form, false),
            };
            let fits = name.eq_ignore_ascii_case(word) && (takes_argument || argument.is_empty());
            fits.then_some(PlainCommand { name, argument })
        })
    }
}

/// The help text: commands and their meanings in two columns, wrapped at `width` characters.
pub fn help(width: usize) -> String {
    const INDENT: usize = 17;
    let mut text = "Type a move, in any notation of the game, or one of\n".to_owned();
    for (form, meaning) in COMMANDS {
        let mut form = format!("  {form}");
        for line in wrapped(meaning, width - INDENT) {
            text += &format!("{form:<INDENT$}{line}\n");
            form.clear();
        }
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn commands_are_read_in_any_case_and_moves_are_none() {
        let read = |line| PlainCommand::read(line).map(|it| (it.name, it.argument));
        assert_eq!(read(" Hint "), Some(("hint", "")));
        assert_eq!(read("SAVE a b.pgn"), Some(("save", "a b.pgn")));
        assert_eq!(read("save"), Some(("save", "")));
        for none in ["e4", "", "hint please", "take 4 from heap 2"] {
            assert_eq!(read(none), None, "{none}");
        }
        let help = help(78);
        assert!(help.lines().all(|line| line.chars().count() <= 78));
        for (form, _) in COMMANDS {
            assert!(help.contains(&format!("\n  {form} ")), "{form}");
        }
    }
}
