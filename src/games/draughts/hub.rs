//! Positions in the notation of the Hub protocol: `W` or `B` for the side to move, then one character for every
//! playing square in the order of their numbers: `w` and `b` are men, `W` and `B` kings, `e` is an empty square.

use super::fen::letter;
use super::position::{DraughtsCounters, DraughtsPosition, DraughtsSetup};
use super::squares::Squares;
use super::{Colour, DraughtsVariant};
use crate::board::Bitset;
use crate::notation::{PositionError, excerpt};

/// The characters of White's men, Black's men, White's kings and Black's kings.
const PIECES: [char; 4] = ['w', 'b', 'W', 'B'];

/// Reads a position. The clock of the draw rule starts at 0.
pub fn parse<V: DraughtsVariant>(variant: V, text: &str) -> Result<DraughtsPosition<V>, PositionError> {
    DraughtsPosition::new(variant, &parse_setup(text, variant.squares())?).map_err(|cause| error(cause.to_string()))
}

/// Reads the parts of a position, without a check that it is legal.
fn parse_setup(text: &str, squares: Squares) -> Result<DraughtsSetup, PositionError> {
    let mut characters = text.chars();
    let to_move = match characters.next() {
        Some('W') => Colour::White,
        Some('B') => Colour::Black,
        _ => return Err(error(format!("'{}' for a position; expected 'W' or 'B' first", excerpt(text)))),
    };
    let (found, expected) = (text.chars().count() - 1, squares.size.squares());
    if found != usize::from(expected) {
        return Err(error(format!("{found} squares; expected {expected}")));
    }
    let mut sets = [[Bitset::EMPTY; 2]; 2];
    for (number, character) in (1..=expected).zip(characters) {
        let square = Bitset::of(squares.bit(number));
        match PIECES.iter().position(|&piece| piece == character) {
            Some(kind) => sets.as_flattened_mut()[kind] |= square,
            None if character == 'e' => {}
            None => {
                let found = excerpt(&character.to_string());
                return Err(error(format!("'{found}' on square {number}; expected w b W B e")));
            }
        }
    }
    let [men, kings] = sets;
    Ok(DraughtsSetup { to_move, men, kings, counters: DraughtsCounters::default() })
}

/// Writes a position.
pub fn show<V: DraughtsVariant>(position: &DraughtsPosition<V>) -> String {
    show_setup(&position.setup(), position.variant().squares())
}

fn show_setup(setup: &DraughtsSetup, squares: Squares) -> String {
    let character = |number| {
        let bit = squares.bit(number);
        let kind = [setup.men, setup.kings].as_flattened().iter().position(|set| set.has(bit));
        kind.map_or('e', |kind| PIECES[kind])
    };
    [letter(setup.to_move)].into_iter().chain((1..=squares.size.squares()).map(character)).collect()
}

fn error(message: String) -> PositionError {
    PositionError(format!("{message}, in a hub position"))
}
