//! Positions in the FEN of PDN 3.0: `W:WK4,31,32:B1-12`.
//!
//! The side to move is followed by the square numbers of each colour. `K` marks kings, and a range stands for
//! all squares from its first number to its last. A final dot is accepted. As on lidraughts.org, the field `H`
//! holds the clock of the draw rule in plies. The field `F`, the move number, is accepted and ignored. Positions
//! of Frisian draughts end there in `+0+228`: Black has moved no king in a row, White has moved the king on square 28 twice.
//!
//! Two fields are our own. `L` holds the clock of the draw rules for few pieces in plies. `RW28x2` says that White has
//! moved the king on square 28 twice in a row; games that do not limit this ignore it. Counters of 0 are not written.

use super::king_run::{KingRun, MAX_KING_RUN};
use super::position::{DraughtsPosition, DraughtsSetup};
use super::squares::Squares;
use super::{Colour, DraughtsVariant};
use crate::board::Bitset;
use crate::notation::{PositionError, excerpt};
use std::fmt::Write;
use std::mem::replace;

/// Reads a position.
pub fn parse<V: DraughtsVariant>(variant: V, text: &str) -> Result<DraughtsPosition<V>, PositionError> {
    DraughtsPosition::new(variant, &parse_setup(text, variant.squares())?).map_err(error)
}

/// Reads the parts of a position, without a check that it is legal.
pub(super) fn parse_setup(text: &str, squares: Squares) -> Result<DraughtsSetup, PositionError> {
    let text = text.trim();
    let mut fields = text.strip_suffix('.').unwrap_or(text).split(':');
    let first = fields.next().unwrap_or_default();
    let to_move = colour(first).ok_or_else(|| wrong("side to move is", first, "'W' or 'B'"))?;
    let (mut setup, mut listed) = (DraughtsSetup::empty(to_move), [false; 2]);
    for field in fields {
        let (letter, rest) = field.split_at(field.chars().next().map_or(0, char::len_utf8));
        match (letter, colour(letter)) {
            (_, Some(colour)) => {
                if replace(&mut listed[colour as usize], true) {
                    return Err(error(format!("a second list of {colour} squares; expected one")));
                }
                add_pieces(&mut setup, colour, rest, squares)?;
            }
            ("H", None) => setup.counters.clock = number(rest, "a clock")?,
            ("L", None) => setup.counters.few_pieces = number(rest, "a clock")?,
            ("R", None) => {
                let (colour, run) = king_run(rest, squares)?;
                setup.counters.king_runs[colour as usize] = run;
            }
            ("+", None) => setup.counters.king_runs = king_runs(rest, &setup.kings, squares)?,
            ("F", None) => _ = number(rest, "a move number")?,
            _ => return Err(wrong("field", field, "squares after 'W' or 'B', or a clock after 'H'")),
        }
    }
    let unlisted = [Colour::White, Colour::Black].into_iter().find(|&colour| !listed[colour as usize]);
    let missing = |colour| error(format!("no list of {colour} squares; expected ':{}' and numbers", letter(colour)));
    unlisted.map_or(Ok(setup), |colour| Err(missing(colour)))
}

/// Writes a position.
pub fn show<V: DraughtsVariant>(position: &DraughtsPosition<V>) -> String {
    show_setup(&position.setup(), position.variant().squares())
}

fn show_setup(setup: &DraughtsSetup, squares: Squares) -> String {
    let mut text = letter(setup.to_move).to_string();
    for colour in [Colour::White, Colour::Black] {
        let (men, kings) = (setup.men[colour as usize], setup.kings[colour as usize]);
        text.push(':');
        text.push(letter(colour));
        for (index, square) in (men | kings).enumerate() {
            let comma = if index > 0 { "," } else { "" };
            let king = if kings.has(square) { "K" } else { "" };
            let number = squares.number(square);
            write!(text, "{comma}{king}{number}").expect("a string can always grow");
        }
    }
    let counters = setup.counters;
    for (letter, count) in [('H', counters.clock), ('L', counters.few_pieces)] {
        if count > 0 {
            write!(text, ":{letter}{count}").expect("a string can always grow");
        }
    }
    for colour in [Colour::White, Colour::Black] {
        let run = counters.king_runs[colour as usize];
        if run.moves() > 0 {
            let (letter, number) = (letter(colour), squares.number(run.square()));
            write!(text, ":R{letter}{number}x{}", run.moves()).expect("a string can always grow");
        }
    }
    text
}

/// The letter of a colour, in FEN and in the Hub notation.
pub(super) const fn letter(colour: Colour) -> char {
    match colour {
        Colour::White => 'W',
        Colour::Black => 'B',
    }
}

/// The letter of a man or a king: `w b W B`.
pub(super) const fn piece_letter(colour: Colour, king: bool) -> char {
    let capital = letter(colour);
    if king { capital } else { capital.to_ascii_lowercase() }
}

/// The colour of the piece with a [letter](piece_letter), and whether it is a king.
pub(super) fn lettered_piece(letter: char) -> Option<(Colour, bool)> {
    let colour = colour(letter.to_ascii_uppercase().encode_utf8(&mut [0; 4]))?;
    Some((colour, letter.is_ascii_uppercase()))
}

/// The colour with a [letter].
pub(super) fn colour(text: &str) -> Option<Colour> {
    match text {
        "W" => Some(Colour::White),
        "B" => Some(Colour::Black),
        _ => None,
    }
}

fn add_pieces(setup: &mut DraughtsSetup, colour: Colour, list: &str, squares: Squares) -> Result<(), PositionError> {
    for item in list.split(',').filter(|_| !list.is_empty()) {
        let (first, last) = item.split_once('-').unwrap_or((item, item));
        let king = first.starts_with('K');
        let [first, last] = [first, last].map(|it| square(it, squares));
        let range = first?..=last?;
        if range.is_empty() {
            return Err(error(format!("range '{}' runs backwards; expected low-high", excerpt(item))));
        }
        for number in range {
            let square = Bitset::of(squares.bit(number));
            if ((setup.men[colour as usize] | setup.kings[colour as usize]) & square).any() {
                return Err(error(format!("square {number} listed twice; expected once")));
            }
            *setup.set_mut(colour, king) |= square;
        }
    }
    Ok(())
}

/// Reads the number of a square from its number or its file and rank.
fn square(text: &str, squares: Squares) -> Result<u8, PositionError> {
    let name = text.strip_prefix('K').unwrap_or(text);
    let bit = squares.read(name).flatten();
    bit.map(|bit| squares.number(bit)).ok_or_else(|| {
        let last = squares.size.squares();
        wrong("square", text, &format!("a number from 1 to {last}, or file and rank as in c3"))
    })
}

/// Reads the colour of a king, its square, and the number of its moves in a row.
fn king_run(text: &str, squares: Squares) -> Result<(Colour, KingRun), PositionError> {
    let read = || {
        let colour = colour(text.get(..1)?)?;
        let (number, moves) = text[1..].split_once('x')?;
        let moves = moves.parse().ok().filter(|moves| *moves <= MAX_KING_RUN)?;
        Some((colour, number, moves))
    };
    let expected = || format!("a colour, a square and up to {MAX_KING_RUN} moves, as W28x2");
    let (colour, number, moves) = read().ok_or_else(|| wrong("moves in a row of", text, &expected()))?;
    let square = squares.bit(square(number, squares)?);
    Ok((colour, KingRun::new(square, moves)))
}

/// Reads the moves in a row of Black's and White's kings as lidraughts.org writes them, `0+228`: a number of moves, and two
/// digits for the square. A number without a square, or with the square of a king that has been captured, is ignored.
fn king_runs(text: &str, kings: &[Bitset; 2], squares: Squares) -> Result<[KingRun; 2], PositionError> {
    let run = |text: &str, colour: Colour| {
        let (moves, square) = text.split_at_checked(1)?;
        let moves = moves.parse().ok().filter(|moves| *moves <= MAX_KING_RUN)?;
        let king = squares.read(square).flatten().filter(|&bit| kings[colour as usize].has(bit));
        Some(king.map_or_else(KingRun::default, |bit| KingRun::new(bit, moves)))
    };
    let (black, white) = text.split_once('+').unwrap_or_default();
    let runs = run(white, Colour::White).zip(run(black, Colour::Black)).map(<[KingRun; 2]>::from);
    runs.ok_or_else(|| wrong("moves in a row of", text, "those of Black and of White, as 0+228"))
}

fn number(text: &str, meaning: &str) -> Result<u16, PositionError> {
    text.parse().map_err(|_| wrong(&format!("{meaning} of"), text, "a number below 65536"))
}

fn wrong(what: &str, found: &str, expected: &str) -> PositionError {
    error(format!("{what} '{}'; expected {expected}", excerpt(found)))
}

fn error(message: String) -> PositionError {
    PositionError(format!("{message}, in a draughts FEN"))
}
