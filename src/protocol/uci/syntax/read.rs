//! A client's line to a command.

use super::go::{KEYWORDS, read_go};
use super::moves::read_moves;
use super::{SyntaxError, UciCommand};

/// Reads one line, in time proportional to its length. `Ok(None)` is a line that the protocol
/// wants ignored: it is empty, or its first word is not a command.
///
/// # Errors
/// The first word is a command, but its arguments are wrong.
pub fn read(line: &str) -> Result<Option<UciCommand>, SyntaxError> {
    let (word, rest) = split_word(line.trim());
    // What follows a command of one word is ignored.
    Ok(Some(match word.to_ascii_lowercase().as_str() {
        "uci" => UciCommand::Uci,
        "isready" => UciCommand::IsReady,
        "ucinewgame" => UciCommand::UciNewGame,
        "stop" => UciCommand::Stop,
        "ponderhit" => UciCommand::PonderHit,
        "quit" => UciCommand::Quit,
        "go" => UciCommand::Go(read_go(rest, KEYWORDS)),
        "position" => {
            let (start, moves) = split_position(rest, "a position in forsyth-edwards notation")?;
            UciCommand::Position { start, moves: read_moves(POSITION, &moves)? }
        }
        "setoption" => {
            let (name, value) = read_option(rest)?;
            UciCommand::SetOption { name, value }
        }
        "debug" => read_debug(rest)?,
        // No registration is needed, so its arguments are not read.
        "register" => UciCommand::Register,
        "d" => UciCommand::Draw,
        "eval" => UciCommand::Evaluate,
        _ => return Ok(None),
    }))
}

/// Whether a line that begins with `word` is a command, perhaps with wrong arguments.
pub fn is_command(word: &str) -> bool {
    !matches!(read(word), Ok(None))
}

/// The text of a line of bytes, without its line end, a byte order mark, and blanks around it.
///
/// Bytes that are not UTF-8 are taken as Latin-1, which Cute Chess writes.
pub fn decode(bytes: &[u8]) -> String {
    const BYTE_ORDER_MARK: &[u8] = b"\xEF\xBB\xBF";
    let bytes = bytes.strip_prefix(BYTE_ORDER_MARK).unwrap_or(bytes);
    match str::from_utf8(bytes) {
        Ok(text) => text.trim().to_owned(),
        Err(_) => bytes.iter().copied().map(char::from).collect::<String>().trim().to_owned(),
    }
}

fn read_debug(rest: &str) -> Result<UciCommand, SyntaxError> {
    let (switch, _) = split_word(rest);
    match switch.to_ascii_lowercase().as_str() {
        "on" => Ok(UciCommand::Debug(true)),
        "off" => Ok(UciCommand::Debug(false)),
        _ => Err(SyntaxError::after("debug", "debug", switch, "'on' or 'off'")),
    }
}

/// Reads the arguments of `setoption`: the name, and the value if there is one.
fn read_option(rest: &str) -> Result<(String, Option<String>), SyntaxError> {
    let error = |before, word, expected| SyntaxError::after("setoption", before, word, expected);
    let (keyword, mut rest) = split_word(rest);
    if !keyword.eq_ignore_ascii_case("name") {
        return Err(error("setoption", keyword, "'name' and the name of an option"));
    }
    let mut name = Vec::new();
    let mut value = None;
    while !rest.is_empty() && value.is_none() {
        let (word, after) = split_word(rest);
        if word.eq_ignore_ascii_case("value") {
            value = Some(after);
        } else {
            name.push(word);
        }
        rest = after;
    }
    if name.is_empty() {
        return Err(error("name", if value.is_some() { "value" } else { "" }, "the name of an option"));
    }
    let value = value.map(|value| if value == "<empty>" { "" } else { value });
    Ok((name.join(" "), value.map(str::to_owned)))
}

const POSITION: &str = "position";

/// Splits the arguments of `position` into the start and the words after `moves`; `expected` is what follows `fen`.
pub(in crate::protocol) fn split_position<'a>(
    rest: &'a str,
    expected: &'static str,
) -> Result<(Option<String>, Vec<&'a str>), SyntaxError> {
    let error = |before, word, expected| SyntaxError::after(POSITION, before, word, expected);
    let is_moves = |word: &str| word.eq_ignore_ascii_case("moves");
    let mut words = rest.split_whitespace();
    let kind = words.next().unwrap_or_default();
    let start = if kind.eq_ignore_ascii_case("startpos") {
        match words.next() {
            Some(word) if !is_moves(word) => return Err(error(kind, word, "'moves'")),
            _ => None,
        }
    } else if kind.eq_ignore_ascii_case("fen") {
        let fields: Vec<&str> = words.by_ref().take_while(|word| !is_moves(word)).collect();
        if fields.is_empty() {
            return Err(error(kind, "", expected));
        }
        Some(fields.join(" "))
    } else {
        return Err(error(POSITION, kind, "'startpos' or 'fen'"));
    };
    Ok((start, words.collect()))
}

/// Splits off the first word of a text that does not begin with a blank; the rest does not begin with one either.
pub fn split_word(text: &str) -> (&str, &str) {
    let (word, rest) = text.split_once(char::is_whitespace).unwrap_or((text, ""));
    (word, rest.trim_start())
}
