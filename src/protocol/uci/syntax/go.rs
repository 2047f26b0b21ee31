//! The arguments of `go`, in any order. UCI and UGI differ in their keywords.

use super::moves::read_moves;
use super::{GoCommand, SyntaxError};
use crate::notation::excerpt;
use Argument::{Flag, Moves, Number};

const COMMAND: &str = "go";

/// A keyword of `go`, and what follows it.
pub(in crate::protocol) type GoKeyword = (&'static str, Argument);

/// Reads the arguments of `go`, which begin with `keywords`. If one is given twice, the last one counts. One that is
/// not understood is left out, since the client waits for a best move in any case.
pub(in crate::protocol) fn read_go(text: &str, keywords: &[GoKeyword]) -> GoCommand {
    let words: Vec<&str> = text.split_whitespace().collect();
    let mut go = GoCommand::default();
    let mut rest = words.as_slice();
    while let Some((word, after)) = rest.split_first() {
        let (used, result) = read_argument(&mut go, keywords, word, after);
        rest = &after[used..];
        if let Err(problem) = result {
            go.problem.get_or_insert(problem);
        }
    }
    go
}

/// Reads the argument that begins with `word`; returns how many of the following words belong to it.
fn read_argument(
    go: &mut GoCommand,
    keywords: &[GoKeyword],
    word: &str,
    after: &[&str],
) -> (usize, Result<(), SyntaxError>) {
    let find_keyword = |word: &str| {
        let mut all = keywords.iter();
        all.find(|(keyword, _)| keyword.eq_ignore_ascii_case(word))
    };
    let Some(&(keyword, argument)) = find_keyword(word) else {
        let unknown = SyntaxError {
            command: COMMAND,
            found: format!("'{}'", excerpt(word)),
            expected: "a part such as 'depth 8'",
        };
        return (0, Err(unknown));
    };
    let is_keyword = |word: &&str| find_keyword(word).is_some();
    match argument {
        Flag(set) => {
            set(go);
            (0, Ok(()))
        }
        Moves => {
            let count = after.iter().take_while(|word| !is_keyword(word)).count();
            (count, read_searchmoves(go, &after[..count]))
        }
        Number(set) => {
            let word = after.first().copied().unwrap_or_default();
            // A keyword in the place of the number begins the next argument.
            let used = usize::from(!word.is_empty() && !is_keyword(&word));
            let error = |expected| Err(SyntaxError::after(COMMAND, keyword, word, expected));
            let result = match read_number(word) {
                None => error("a whole number"),
                Some(depth) if keyword == "perft" && depth > MAX_PERFT => error("a depth of at most 20"),
                Some(number) => {
                    set(go, number);
                    Ok(())
                }
            };
            (used, result)
        }
    }
}

/// What follows a keyword of `go`.
#[derive(Clone, Copy)]
pub(in crate::protocol) enum Argument {
    /// Nothing.
    Flag(fn(&mut GoCommand)),
    /// A list of moves.
    Moves,
    /// A whole number, which the function brings into the range of the field.
    Number(fn(&mut GoCommand, i64)),
}

/// A deeper perft would not end.
const MAX_PERFT: i64 = 20;

/// The longest time, about thirty years: sums of times do not overflow.
const MAX_MILLISECONDS: i64 = 999_999_999_999;

/// The keywords of UCI.
pub(super) const KEYWORDS: &[GoKeyword] = &[
    ("searchmoves", Moves),
    ("ponder", Flag(|go| go.ponder = true)),
    ("infinite", Flag(|go| go.infinite = true)),
    ("wtime", Number(|go, time| go.wtime = Some(clock(time)))),
    ("btime", Number(|go, time| go.btime = Some(clock(time)))),
    ("winc", Number(|go, time| go.winc = Some(span(time)))),
    ("binc", Number(|go, time| go.binc = Some(span(time)))),
    ("movestogo", Number(|go, moves| go.movestogo = Some(byte(moves)))),
    ("depth", Number(|go, depth| go.depth = Some(byte(depth)))),
    ("nodes", Number(|go, nodes| go.nodes = Some(nodes.max(0) as u64))),
    ("mate", Number(|go, moves| go.mate = Some(byte(moves)))),
    ("movetime", Number(|go, time| go.movetime = Some(span(time)))),
    ("perft", Number(|go, depth| go.perft = Some(byte(depth)))),
];

/// What follows a keyword of UCI; this is the same in protocols that have another word for it.
pub(in crate::protocol) fn argument(uci: &str) -> Argument {
    KEYWORDS.iter().find(|(keyword, _)| *keyword == uci).expect("a keyword of UCI").1
}

fn clock(milliseconds: i64) -> i64 {
    milliseconds.clamp(-MAX_MILLISECONDS, MAX_MILLISECONDS)
}

fn span(milliseconds: i64) -> u64 {
    clock(milliseconds).max(0) as u64
}

fn byte(number: i64) -> u8 {
    number.clamp(0, u8::MAX.into()) as u8
}

/// A whole number. One beyond the range of `i64` becomes the nearest that it has, and the fraction
/// of `300.5`, as scripts write it, is cut off.
fn read_number(word: &str) -> Option<i64> {
    let rounded = || {
        let number: f64 = word.parse().ok()?;
        number.is_finite().then_some(number as i64)
    };
    word.parse().ok().or_else(rounded)
}

/// Reads the moves of `searchmoves`; those beside a wrong one count. The parser does not know the
/// null move.
fn read_searchmoves(go: &mut GoCommand, words: &[&str]) -> Result<(), SyntaxError> {
    const NULL_MOVE: &str = "0000";
    let (nulls, moves): (Vec<&str>, Vec<&str>) = words.iter().partition(|&&word| word == NULL_MOVE);
    go.searchmoves.extend(nulls.first().map(|&word| word.to_owned()));
    let all = read_moves(COMMAND, &moves);
    if all.is_err() {
        go.searchmoves.extend(moves.iter().flat_map(|&word| read_moves(COMMAND, &[word])).flatten());
    }
    go.searchmoves.extend(all?);
    Ok(())
}
