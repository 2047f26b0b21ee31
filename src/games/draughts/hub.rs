//! Positions in the notation of the Hub protocol: `W` or `B` for the side to move, then one character for every
//! playing square in the order of their numbers: `w` and `b` are men, `W` and `B` kings, `e` is an empty square.

use super::colour::Colour;
use super::fen::letter;
use super::position::{DraughtsCounters, DraughtsPosition, DraughtsSetup};
use super::squares::Squares;
use super::variant::DraughtsVariant;
use crate::board::Bitset;
use crate::notation::{PositionError, excerpt};

/// Reads a position. The clock of the draw rule starts at 0.
pub fn parse<V: DraughtsVariant>(variant: V, text: &str) -> Result<DraughtsPosition<V>, PositionError> {
    let setup = parse_setup(text, variant.squares())?;
    DraughtsPosition::new(variant, &setup).map_err(|cause| error(cause.to_string()))
}

/// Reads the parts of a position, without a check that it is legal.
fn parse_setup(text: &str, squares: Squares) -> Result<DraughtsSetup, PositionError> {
    let mut characters = text.chars();
    let to_move = match characters.next() {
        Some('W') => Colour::White,
        Some('B') => Colour::Black,
        _ => {
            let found = excerpt(text);
            return Err(error(format!("'{found}' for a position; expected 'W' or 'B' first")));
        }
    };
    let (found, expected) = (text.chars().count() - 1, squares.size.squares());
    if found != usize::from(expected) {
        return Err(error(format!("{found} squares; expected {expected}")));
    }
    let (mut men, mut kings) = ([Bitset::EMPTY; 2], [Bitset::EMPTY; 2]);
    for (number, character) in (1..=expected).zip(characters) {
        let square = Bitset::of(squares.bit(number));
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
    Ok(DraughtsSetup { to_move, men, kings, counters: DraughtsCounters::default() })
}

/// Writes a position.
pub fn show<V: DraughtsVariant>(position: &DraughtsPosition<V>) -> String {
    show_setup(&position.setup(), position.variant().squares())
}

fn show_setup(setup: &DraughtsSetup, squares: Squares) -> String {
    let character = |number| {
        let bit = squares.bit(number);
        let pieces = [(setup.men, ['w', 'b']), (setup.kings, ['W', 'B'])];
        let found = pieces.into_iter().find_map(|(sets, letters)| {
            let colour = sets.iter().position(|set| set.has(bit))?;
            Some(letters[colour])
        });
        found.unwrap_or('e')
    };
    let characters = (1..=squares.size.squares()).map(character);
    [letter(setup.to_move)].into_iter().chain(characters).collect()
}

fn error(message: String) -> PositionError {
    PositionError(format!("{message}, in a hub position"))
}
