//! Positions in the notation of the Hub protocol: `W` or `B` for the side to move, then one character for every
//! playing square in the order of their numbers: `w` and `b` are men, `W` and `B` kings, `e` is an empty square.

use super::colour::Colour;
use super::fen::letter;
use super::geometry::Geometry;
use super::position::{DraughtsCounters, DraughtsPosition, DraughtsSetup};
use super::variant::DraughtsVariant;
use crate::board::Bitset;
use crate::notation::{PositionError, excerpt};

/// Reads a position. The clock of the draw rule starts at 0.
pub fn parse<V: DraughtsVariant>(variant: V, text: &str) -> Result<DraughtsPosition<V>, PositionError> {
    let mut characters = text.chars();
    let to_move = match characters.next() {
        Some('W') => Colour::White,
        Some('B') => Colour::Black,
        _ => {
            let found = excerpt(text);
            return Err(error(format!("'{found}' for a position; expected 'W' or 'B' first")));
        }
    };
    let (found, squares) = (text.chars().count() - 1, V::Board::SQUARES);
    if found != usize::from(squares) {
        return Err(error(format!("{found} squares; expected {squares}")));
    }
    let (mut men, mut kings) = ([Bitset::EMPTY; 2], [Bitset::EMPTY; 2]);
    for (number, character) in (1..=squares).zip(characters) {
        let square = Bitset::of(variant.bit(number));
        match character {
            'w' => men[Colour::White as usize] |= square,
            'b' => men[Colour::Black as usize] |= square,
            'W' => kings[Colour::White as usize] |= square,
            'B' => kings[Colour::Black as usize] |= square,
            'e' => {}
            _ => {
                let found = excerpt(&character.to_string());
                return Err(error(format!("'{found}' on square {number}; expected w b W B e")));
            }
        }
    }
    let setup = DraughtsSetup { to_move, men, kings, counters: DraughtsCounters::default() };
    DraughtsPosition::new(variant, &setup).map_err(|cause| error(cause.to_string()))
}

/// Writes a position.
pub fn show<V: DraughtsVariant>(position: &DraughtsPosition<V>) -> String {
    let setup = position.setup();
    let character = |number| {
        let bit = position.variant().bit(number);
        let pieces = [(setup.men, ['w', 'b']), (setup.kings, ['W', 'B'])];
        let found = pieces.into_iter().find_map(|(sets, letters)| {
            let colour = sets.iter().position(|set| set.has(bit))?;
            Some(letters[colour])
        });
        found.unwrap_or('e')
    };
    let squares = (1..=V::Board::SQUARES).map(character);
    [letter(setup.to_move)].into_iter().chain(squares).collect()
}

fn error(message: String) -> PositionError {
    PositionError(format!("{message}, in a hub position"))
}
