//! The parts of `go`, in any order.

use super::{Go, SyntaxError, read::read_moves};
use crate::notation::excerpt;
use vampirc_uci::{UciMessage, UciTimeControl, parse_one};

/// Reads what follows the word `go`. A part that is given twice counts as given last.
pub(super) fn read_go(text: &str) -> Result<Go, SyntaxError> {
    let words: Vec<&str> = text.split_whitespace().collect();
    let mut go = Go::default();
    let mut rest = words.as_slice();
    while let Some((word, after)) = rest.split_first() {
        rest = after;
        let Some((keyword, argument)) = keyword(word) else {
            go.ignored.get_or_insert_with(|| excerpt(word));
            continue;
        };
        match argument {
            Argument::Nothing => fold(&mut go, keyword)?,
            Argument::Moves => {
                let count = after
                    .iter()
                    .take_while(|word| self::keyword(word).is_none())
                    .count();
                read_searchmoves(&mut go, &after[..count])?;
                rest = &after[count..];
            }
            Argument::Number { least, most } => {
                let word = after.first().copied().unwrap_or_default();
                let number = read_number(word)
                    .ok_or_else(|| SyntaxError::after(COMMAND, keyword, word, "a whole number"))?;
                fold_number(&mut go, keyword, number.clamp(least, most))?;
                rest = &after[1..];
            }
        }
    }
    Ok(go)
}

const COMMAND: &str = "go";

/// What follows a keyword of `go`.
#[derive(Clone, Copy)]
enum Argument {
    Nothing,
    Moves,
    /// A whole number, to be brought into a range.
    Number {
        least: i64,
        most: i64,
    },
}

/// The largest number of as many digits as the crate reads.
const TWELVE_DIGITS: i64 = 999_999_999_999;

const CLOCK: Argument = Argument::Number {
    least: -TWELVE_DIGITS,
    most: TWELVE_DIGITS,
};
const SPAN: Argument = Argument::Number {
    least: 0,
    most: TWELVE_DIGITS,
};
const COUNT: Argument = Argument::Number {
    least: 0,
    most: i64::MAX,
};
/// The crate panics above it.
const BYTE: Argument = Argument::Number {
    least: 0,
    most: u8::MAX as i64,
};

const KEYWORDS: [(&str, Argument); 13] = [
    ("searchmoves", Argument::Moves),
    ("ponder", Argument::Nothing),
    ("wtime", CLOCK),
    ("btime", CLOCK),
    ("winc", SPAN),
    ("binc", SPAN),
    ("movestogo", BYTE),
    ("depth", BYTE),
    ("nodes", COUNT),
    ("mate", BYTE),
    ("movetime", SPAN),
    ("infinite", Argument::Nothing),
    ("perft", BYTE),
];

fn keyword(word: &str) -> Option<(&'static str, Argument)> {
    KEYWORDS
        .into_iter()
        .find(|(keyword, _)| keyword.eq_ignore_ascii_case(word))
}

/// A whole number; one that is too large becomes the largest, and of `300.5`, as scripts write it,
/// the fraction is left out.
fn read_number(word: &str) -> Option<i64> {
    let rounded = || {
        let number: f64 = word.parse().ok()?;
        number.is_finite().then_some(number as i64)
    };
    word.parse().ok().or_else(rounded)
}

/// Reads moves, among them perhaps the move that is none, which the crate does not know.
fn read_searchmoves(go: &mut Go, words: &[&str]) -> Result<(), SyntaxError> {
    const NO_MOVE: &str = "0000";
    let moves: Vec<&str> = words
        .iter()
        .copied()
        .filter(|&word| word != NO_MOVE)
        .collect();
    if moves.len() < words.len() {
        go.searchmoves.push(NO_MOVE.to_owned());
    }
    go.searchmoves.extend(read_moves(COMMAND, &moves)?);
    Ok(())
}

/// Folds a part with a number that is in the range of its keyword.
fn fold_number(go: &mut Go, keyword: &str, number: i64) -> Result<(), SyntaxError> {
    match keyword {
        "perft" => go.perft = u8::try_from(number).ok(),
        // The crate would cut the number after its twelfth digit.
        "nodes" if number > TWELVE_DIGITS => go.nodes = Some(unsigned(number)),
        _ => fold(go, &format!("{keyword} {number}"))?,
    }
    Ok(())
}

/// Folds one part into the whole, which otherwise stays as it is: the crate, given several parts
/// together, would let one overwrite another.
fn fold(go: &mut Go, part: &str) -> Result<(), SyntaxError> {
    let UciMessage::Go {
        time_control,
        search_control,
    } = parse_one(&format!("go {part}"))
    else {
        return Err(SyntaxError::after(
            COMMAND,
            COMMAND,
            part,
            "a part such as 'depth 8'",
        ));
    };
    match time_control {
        Some(UciTimeControl::Ponder) => go.ponder = true,
        Some(UciTimeControl::Infinite) => go.infinite = true,
        Some(UciTimeControl::MoveTime(time)) => {
            go.movetime = Some(unsigned(time.num_milliseconds()))
        }
        Some(UciTimeControl::TimeLeft {
            white_time,
            black_time,
            white_increment,
            black_increment,
            moves_to_go,
        }) => {
            go.wtime = white_time.map(|time| time.num_milliseconds()).or(go.wtime);
            go.btime = black_time.map(|time| time.num_milliseconds()).or(go.btime);
            go.winc = white_increment
                .map(|time| unsigned(time.num_milliseconds()))
                .or(go.winc);
            go.binc = black_increment
                .map(|time| unsigned(time.num_milliseconds()))
                .or(go.binc);
            go.movestogo = moves_to_go.or(go.movestogo);
        }
        None => (),
    }
    if let Some(search) = search_control {
        go.depth = search.depth.or(go.depth);
        go.nodes = search.nodes.or(go.nodes);
        go.mate = search.mate.or(go.mate);
    }
    Ok(())
}

fn unsigned(number: i64) -> u64 {
    u64::try_from(number).unwrap_or(0)
}
