//! Positions from clients that number the squares differently.

use std::borrow::Cow;

/// How a client numbers the squares in positions. Moves always have the numbers of PDN.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum SquareNumbering {
    /// The numbers of PDN.
    #[default]
    Standard,
    /// The numbers of pydraughts 0.6.7 for English draughts: the side that moves first is White and
    /// at the bottom. That is the board rotated by 180 degrees, with the colours exchanged. The moves
    /// of pydraughts have the numbers of PDN in both directions.
    Pydraughts,
}

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

    /// Converts a position string of Hub to the numbers of PDN. Other text stays as it is: a FEN has
    /// the numbers of PDN, and an error about anything else should quote what was sent.
    ///
    /// # Errors
    /// With the standard numbering, it is the initial position as pydraughts writes it.
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
