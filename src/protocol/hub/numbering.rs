//! Positions of clients that number squares in their own way.

use std::borrow::Cow;

/// How a client writes positions. Moves are those of PDN always.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum SquareNumbering {
    /// As PDN numbers the squares.
    #[default]
    Standard,
    /// As pydraughts 0.6.7 writes English positions: whoever moves first in the game is White, and
    /// stands at the bottom. That is the board turned by half a turn, with the colours changed.
    /// The moves of pydraughts, in both directions, have the numbers of PDN all the same.
    Pydraughts,
}

impl SquareNumbering {
    /// Every numbering, the default first.
    pub const ALL: [SquareNumbering; 2] = [SquareNumbering::Standard, SquareNumbering::Pydraughts];

    /// The name by which clients ask for it.
    pub const fn name(self) -> &'static str {
        match self {
            SquareNumbering::Standard => "standard",
            SquareNumbering::Pydraughts => "pydraughts",
        }
    }

    /// The standard position that a client with this numbering means. What is no position string
    /// of Hub stays as it is: a FEN has its own numbers, and of anything else the error should say
    /// what came.
    ///
    /// # Errors
    /// It is the start of a game as pydraughts writes it, and nobody said that pydraughts does.
    pub fn to_standard(self, position: &str) -> Result<Cow<'_, str>, String> {
        let is_board = position.starts_with(['W', 'B']) && !position.contains(':');
        match self {
            SquareNumbering::Pydraughts if is_board => Ok(Cow::Owned(turned(position))),
            SquareNumbering::Standard if position == PYDRAUGHTS_START => Err(
                "found the start of a game with White to move, as pydraughts writes it; \
                 expected set-param name=numbering value=pydraughts before it, or Black to move"
                    .to_owned(),
            ),
            _ => Ok(Cow::Borrowed(position)),
        }
    }
}

/// The start of a game, which no game comes back to with the other side to move.
const PYDRAUGHTS_START: &str = "Wbbbbbbbbbbbbeeeeeeeewwwwwwwwwwww";

/// The side to move, then the squares from the last to the first, with the colours changed.
fn turned(position: &str) -> String {
    let mut characters = position.chars().map(|character| match character {
        'w' => 'b',
        'b' => 'w',
        'W' => 'B',
        'B' => 'W',
        other => other,
    });
    let side = characters.next();
    side.into_iter().chain(characters.rev()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// `B:W18,24,27:B1,4,10`, as each of the two writes it.
    const STANDARD: &str = "Bbeebeeeeebeeeeeeeweeeeeweeweeeee";
    const TURNED: &str = "Weeeeebeebeeeeebeeeeeeeweeeeeweew";

    #[test]
    fn a_turned_board_is_turned_back() {
        let standard =
            |numbering: SquareNumbering, text| numbering.to_standard(text).unwrap().into_owned();
        assert_eq!(standard(SquareNumbering::Standard, STANDARD), STANDARD);
        assert_eq!(standard(SquareNumbering::Pydraughts, TURNED), STANDARD);
        assert_eq!(standard(SquareNumbering::Pydraughts, STANDARD), TURNED);
    }

    #[test]
    fn the_start_of_pydraughts_is_known() {
        let start = turned("Bbbbbbbbbbbbbeeeeeeeewwwwwwwwwwww");
        assert_eq!(start, PYDRAUGHTS_START);
        let message = SquareNumbering::Standard.to_standard(&start).unwrap_err();
        assert!(
            message.contains("name=numbering value=pydraughts"),
            "{message}"
        );
        assert!(SquareNumbering::Pydraughts.to_standard(&start).is_ok());
    }

    #[test]
    fn what_is_no_board_stays() {
        for text in ["", "W:W1:BK2", "xWb", "ébW"] {
            assert_eq!(SquareNumbering::Pydraughts.to_standard(text).unwrap(), text);
        }
    }
}
