//! The notation of any game, for code on positions of any game.

use crate::game::{AnyMove, AnyPosition, Game};
use crate::notation::{MoveError, MoveStyle, Notation, PositionError};

/// Reads and writes positions and moves of one game, given as [`AnyPosition`]. Positions of other games must not be asked.
#[derive(Clone, Copy)]
pub struct AnyNotation {
    show: fn(&AnyPosition) -> String,
    show_move: fn(&AnyPosition, AnyMove) -> String,
    parse_position: fn(&AnyPosition, &str) -> Result<AnyPosition, PositionError>,
    parse_move: fn(&AnyPosition, &str) -> Result<AnyMove, MoveError>,
}

impl AnyNotation {
    /// The notation of the game `G`.
    pub fn new<G: Notation>() -> AnyNotation {
        AnyNotation {
            show: |position| inside::<G>(position).show(),
            show_move: |position, mv| {
                let own = inside::<G>(position);
                let mv = own.numbered_move(position.move_number(mv));
                mv.map_or_else(String::new, |mv| own.show_move(mv, MoveStyle::Long))
            },
            parse_position: |position, text| {
                let read = inside::<G>(position).parse_position(text);
                read.map(AnyPosition::new)
            },
            parse_move: |position, text| {
                let own = inside::<G>(position);
                let number = own.move_number(own.parse_move(text)?);
                position
                    .numbered_move(number)
                    .ok_or_else(|| MoveError::Syntax {
                        found: text.to_owned(),
                        expected: "a move with a number",
                    })
            },
        }
    }

    /// As [`Notation::show`].
    pub fn show(self, position: &AnyPosition) -> String {
        (self.show)(position)
    }

    /// As [`Notation::show_move`], in long style.
    pub fn show_move(self, position: &AnyPosition, mv: AnyMove) -> String {
        (self.show_move)(position, mv)
    }

    /// As [`Notation::parse_position`].
    ///
    /// # Errors
    /// The text is not a legal position.
    pub fn parse_position(
        self,
        position: &AnyPosition,
        text: &str,
    ) -> Result<AnyPosition, PositionError> {
        (self.parse_position)(position, text)
    }

    /// As [`Notation::parse_move`].
    ///
    /// # Errors
    /// The text is not a legal move.
    pub fn parse_move(self, position: &AnyPosition, text: &str) -> Result<AnyMove, MoveError> {
        (self.parse_move)(position, text)
    }
}

#[expect(clippy::expect_used, reason = "a contract of the type")]
fn inside<G: Game>(position: &AnyPosition) -> &G {
    let position = position.downcast_ref();
    position.expect("the position is one of this game")
}
