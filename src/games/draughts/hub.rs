//! Positions in the notation of the Hub protocol: `W` or `B` for the side to move, then one character for every
//! playing square in the order of their numbers: `w` and `b` are men, `W` and `B` kings, `e` is an empty square.

use super::DraughtsVariant;
use super::fen::{colour, letter, lettered_piece, piece_letter};
use super::position::{DraughtsPosition, DraughtsSetup};
use super::squares::Squares;
use crate::board::Bitset;
use crate::notation::{PositionError, excerpt};

/// Reads a position. The clock of the draw rule starts at 0.
pub fn parse<V: DraughtsVariant>(variant: V, text: &str) -> Result<DraughtsPosition<V>, PositionError> {
    DraughtsPosition::new(variant, &parse_setup(text, variant.squares())?).map_err(error)
}

/// Reads the parts of a position, without a check that it is legal.
fn parse_setup(text: &str, squares: Squares) -> Result<DraughtsSetup, PositionError> {
    let wrong_start = || error(format!("found '{}'; expected 'W' or 'B' first", excerpt(text)));
    let to_move = text.get(..1).and_then(colour).ok_or_else(wrong_start)?;
    let characters = text.chars().skip(1);
    let (found, expected) = (characters.clone().count(), squares.size.squares());
    if found != usize::from(expected) {
        return Err(error(format!("{found} squares; expected {expected}")));
    }
    let mut setup = DraughtsSetup::empty(to_move);
    for (number, character) in (1..=expected).zip(characters) {
        match lettered_piece(character) {
            Some((colour, king)) => *setup.set_mut(colour, king) |= Bitset::of(squares.bit(number)),
            None if character == 'e' => {}
            None => {
                let found = excerpt(&character.to_string());
                return Err(error(format!("'{found}' on square {number}; expected w b W B e")));
            }
        }
    }
    Ok(setup)
}

/// Writes a position.
pub fn show<V: DraughtsVariant>(position: &DraughtsPosition<V>) -> String {
    show_setup(&position.setup(), position.variant().squares())
}

fn show_setup(setup: &DraughtsSetup, squares: Squares) -> String {
    let character = |number| {
        let piece = setup.piece_on(squares.bit(number));
        piece.map_or('e', |(colour, king)| piece_letter(colour, king))
    };
    [letter(setup.to_move)].into_iter().chain((1..=squares.size.squares()).map(character)).collect()
}

fn error(message: String) -> PositionError {
    PositionError(format!("{message}, in a hub position"))
}
