//! The parts of `go`, in any order.

use super::{Go, SyntaxError, read::read_moves};
use crate::notation::excerpt;
use vampirc_uci::{UciMessage, UciTimeControl, parse_one};

/// Reads what follows the word `go`. A part that is given twice counts as given last; a part that
/// means nothing is left out, as a search must have an answer in any case.
pub(super) fn read_go(text: &str) -> Go {
    let words: Vec<&str> = text.split_whitespace().collect();
    let mut go = Go::default();
    let mut rest = words.as_slice();
    while let Some((word, after)) = rest.split_first() {
        let (arguments, result) = read_part(&mut go, word, after);
        rest = &after[arguments..];
        if let Err(problem) = result {
            go.problem.get_or_insert(problem);
        }
    }
    go
}

/// Reads the part that begins with `word`; returns how many of the words after it belong to it.
fn read_part(go: &mut Go, word: &str, after: &[&str]) -> (usize, Result<(), SyntaxError>) {
    let Some((keyword, argument)) = keyword(word) else {
        let unknown = SyntaxError {
            command: COMMAND,
            found: format!("'{}'", excerpt(word)),
            expected: "a part such as 'depth 8'",
        };
        return (0, Err(unknown));
    };
    let is_keyword = |word: &&str| self::keyword(word).is_some();
    match argument {
        Argument::Nothing => (0, fold(go, keyword)),
        Argument::Moves => {
            let count = after.iter().take_while(|word| !is_keyword(word)).count();
            (count, read_searchmoves(go, &after[..count]))
        }
        Argument::Number { least, most } => {
            let word = after.first().copied().unwrap_or_default();
            // A keyword in the place of the number begins a part of its own.
            let own = usize::from(!word.is_empty() && !is_keyword(&word));
            let result = match read_number(word) {
                Some(number) => fold_number(go, keyword, number.clamp(least, most)),
                None => Err(SyntaxError::after(COMMAND, keyword, word, "a whole number")),
            };
            (own, result)
        }
    }
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

/// Nobody waits for the end of a deeper count.
const MOST_PERFT: i64 = 20;

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
    ("perft", COUNT),
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
    let all = read_moves(COMMAND, &moves);
    let all = all.inspect_err(|_| {
        // Those beside the wrong one count.
        let each = moves.iter().map(|&word| read_moves(COMMAND, &[word]));
        go.searchmoves.extend(each.flatten().flatten());
    });
    go.searchmoves.extend(all?);
    Ok(())
}

/// Folds a part with a number that is in the range of its keyword.
fn fold_number(go: &mut Go, keyword: &str, number: i64) -> Result<(), SyntaxError> {
    match keyword {
        "perft" if number > MOST_PERFT => {
            let word = number.to_string();
            const EXPECTED: &str = "a depth of at most 20";
            return Err(SyntaxError::after(COMMAND, keyword, &word, EXPECTED));
        }
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
