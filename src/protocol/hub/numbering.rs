//! Clients that number the squares differently.

use std::borrow::Cow;

/// How a client numbers the squares. By the standard of Hub, they are numbered in reading order as White sees the board.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum SquareNumbering {
    /// The standard.
    #[default]
    Standard,
    /// That of pydraughts 0.6.7, which depends on the game.
    Pydraughts,
}

/// The games in whose positions pydraughts has the side that moves first as White and at the bottom: that is the board rotated
/// by 180 degrees, with the colours exchanged. Moves have the standard numbers.
const TURNED_POSITIONS: &[&str] = &["english"];

/// The games in whose moves pydraughts numbers the rows from the bottom. Positions have the standard numbers.
const MOVES_FROM_BELOW: &[&str] = &["russian", "brazilian"];

impl SquareNumbering {
    /// Every numbering, the default first.
    pub const ALL: [SquareNumbering; 2] = [SquareNumbering::Standard, SquareNumbering::Pydraughts];

    /// The value of the parameter `numbering`.
    pub const fn name(self) -> &'static str {
        match self {
            SquareNumbering::Standard => "standard",
            SquareNumbering::Pydraughts => "pydraughts",
        }
    }

    /// Converts a position string of Hub of the game called `game` to the standard. Other text stays as it is: a FEN has
    /// standard numbers, and an error about anything else should quote what was sent.
    ///
    /// # Errors
    /// With the standard numbering, it is the initial position as pydraughts writes it.
    pub fn position<'a>(self, game: &str, position: &'a str) -> Result<Cow<'a, str>, String> {
        let is_board = position.starts_with(['W', 'B']) && !position.contains(':');
        if !TURNED_POSITIONS.contains(&game) {
            return Ok(Cow::Borrowed(position));
        }
        match self {
            SquareNumbering::Pydraughts if is_board => Ok(Cow::Owned(turned(position))),
            SquareNumbering::Standard if position == PYDRAUGHTS_START => {
                Err("found the start of a game with White to move, as pydraughts writes it; \
                 expected set-param name=numbering value=pydraughts before it, or Black to move"
                    .to_owned())
            }
            _ => Ok(Cow::Borrowed(position)),
        }
    }

    /// Converts a move of the game called `game` to the standard, or from it: that is the same.
    pub fn mv<'a>(self, game: &str, mv: &'a str) -> Cow<'a, str> {
        if self == SquareNumbering::Standard || !MOVES_FROM_BELOW.contains(&game) {
            return Cow::Borrowed(mv);
        }
        Cow::Owned(mv.split_inclusive(|character: char| !character.is_ascii_digit()).map(from_below).collect())
    }
}

/// The square at the beginning of `text` with the rows of four squares counted from the other end of the board.
fn from_below(text: &str) -> String {
    let end = text.trim_end_matches(|character: char| !character.is_ascii_digit());
    match end.parse::<u32>() {
        Ok(number @ 1..=32) => {
            let (row, place) = ((number - 1) / 4, (number - 1) % 4);
            format!("{}{}", 4 * (7 - row) + place + 1, &text[end.len()..])
        }
        _ => text.to_owned(),
    }
}

/// The initial position with the other side to move, which occurs in no game.
const PYDRAUGHTS_START: &str = "Wbbbbbbbbbbbbeeeeeeeewwwwwwwwwwww";

/// The side to move and the squares from the last to the first, with the colours exchanged.
fn turned(position: &str) -> String {
    let mut characters = position.chars().map(|character| match character {
        'w' => 'b',
        'b' => 'w',
        'W' => 'B',
        'B' => 'W',
        other => other,
    });
    characters.next().into_iter().chain(characters.rev()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// `B:W18,24,27:B1,4,10`, as each of the two writes it.
    const STANDARD: &str = "Bbeebeeeeebeeeeeeeweeeeeweeweeeee";
    const TURNED: &str = "Weeeeebeebeeeeebeeeeeeeweeeeeweew";

    #[test]
    fn a_turned_board_is_turned_back() {
        let standard = |numbering: SquareNumbering, game, text| numbering.position(game, text).unwrap().into_owned();
        let [plain, pydraughts] = SquareNumbering::ALL;
        assert_eq!(standard(plain, "english", STANDARD), STANDARD);
        assert_eq!(standard(pydraughts, "english", TURNED), STANDARD);
        assert_eq!(standard(pydraughts, "english", STANDARD), TURNED);
        assert_eq!(standard(pydraughts, "italian", STANDARD), STANDARD);
    }

    #[test]
    fn the_start_of_pydraughts_is_known() {
        let start = turned("Bbbbbbbbbbbbbeeeeeeeewwwwwwwwwwww");
        assert_eq!(start, PYDRAUGHTS_START);
        let [plain, pydraughts] = SquareNumbering::ALL;
        let message = plain.position("english", &start).unwrap_err();
        assert!(message.contains("name=numbering value=pydraughts"), "{message}");
        assert!(pydraughts.position("english", &start).is_ok());
        assert!(plain.position("russian", &start).is_ok());
    }

    #[test]
    fn what_is_no_board_stays() {
        for text in ["", "W:W1:BK2", "xWb", "ébW"] {
            assert_eq!(SquareNumbering::Pydraughts.position("english", text).unwrap(), text);
        }
    }

    #[test]
    fn moves_of_russian_draughts_are_numbered_from_below() {
        let converted = |text| SquareNumbering::Pydraughts.mv("russian", text).into_owned();
        for (standard, pydraughts) in [("22-18", "10-14"), ("28x19x23", "8x15x11"), ("1x32", "29x4")] {
            assert_eq!(converted(standard), pydraughts);
            assert_eq!(converted(pydraughts), standard);
        }
        for same in ["", "x", "33-0", "é", "12-"] {
            let end = same.trim_end_matches(|c: char| !c.is_ascii_digit());
            assert_eq!(converted(same).len(), same.len(), "{end}");
        }
        assert_eq!(SquareNumbering::Pydraughts.mv("english", "22-18"), "22-18");
        assert_eq!(SquareNumbering::Standard.mv("russian", "22-18"), "22-18");
    }
}
