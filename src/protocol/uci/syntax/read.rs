//! A client's line to a command.

use super::{Command, Start, SyntaxError, go::read_go};
use crate::notation::excerpt;
use vampirc_uci::{UciMessage, parse_one};

/// Reads one line. `Ok(None)` is a line to be ignored in silence: empty, or not of this protocol.
/// Takes time in proportion to the length of the line.
///
/// # Errors
/// The line begins like a command, but does not go on like it.
pub fn read(line: &str) -> Result<Option<Command>, SyntaxError> {
    let (word, rest) = cut(line.trim());
    match word.to_ascii_lowercase().as_str() {
        "go" => Ok(Some(Command::Go(read_go(rest)))),
        "position" => read_position(rest).map(Some),
        "setoption" => read_option(rest).map(Some),
        "debug" => read_debug(rest).map(Some),
        // The crate knows no `register` without a name, and none is needed.
        "register" => Ok(Some(Command::Register)),
        "d" => Ok(Some(Command::Draw)),
        "eval" => Ok(Some(Command::Evaluate)),
        _ => Ok(read_word(word)),
    }
}

/// The text of a line of bytes, without its line end, a byte order mark, and blanks around it.
///
/// Bytes that are not UTF-8 are taken as Latin-1, in which Cute Chess writes.
pub fn decode(bytes: &[u8]) -> String {
    const BYTE_ORDER_MARK: &[u8] = b"\xEF\xBB\xBF";
    let bytes = bytes.strip_prefix(BYTE_ORDER_MARK).unwrap_or(bytes);
    match str::from_utf8(bytes) {
        Ok(text) => text.trim().to_owned(),
        Err(_) => {
            let text: String = bytes.iter().copied().map(char::from).collect();
            text.trim().to_owned()
        }
    }
}

/// Reads the moves of `command`, in lower case.
pub(super) fn read_moves(
    command: &'static str,
    words: &[&str],
) -> Result<Vec<String>, SyntaxError> {
    /// The parser's memory grows with the text that it is given.
    const AT_ONCE: usize = 256;
    let mut moves = Vec::with_capacity(words.len());
    for chunk in words.chunks(AT_ONCE) {
        let understood = match parse_one(&format!("position startpos moves {}", chunk.join(" "))) {
            UciMessage::Position { moves, .. } => moves,
            _ => Vec::new(),
        };
        // The parser keeps what it can and drops the rest, also the rest of a word.
        let same = |(mv, word): &(_, &&str)| ToString::to_string(*mv).eq_ignore_ascii_case(word);
        let good = understood.iter().zip(chunk).take_while(same).count();
        moves.extend(chunk[..good].iter().map(|word| word.to_ascii_lowercase()));
        if let Some(word) = chunk.get(good) {
            return Err(SyntaxError {
                command,
                found: format!("'{}' as move {}", excerpt(word), moves.len() + 1),
                expected: "a move such as e2e4, e1g1 or e7e8q",
            });
        }
    }
    Ok(moves)
}

/// A command of one word; what follows it is ignored.
fn read_word(word: &str) -> Option<Command> {
    let message = parse_one(word);
    let command = match message {
        UciMessage::Uci => Command::Uci,
        UciMessage::IsReady => Command::IsReady,
        UciMessage::UciNewGame => Command::UciNewGame,
        UciMessage::Stop => Command::Stop,
        UciMessage::PonderHit => Command::PonderHit,
        UciMessage::Quit => Command::Quit,
        _ => return None,
    };
    echoes(&message, word).then_some(command)
}

fn read_debug(rest: &str) -> Result<Command, SyntaxError> {
    let (switch, _) = cut(rest);
    let text = format!("debug {switch}");
    let message = parse_one(&text);
    match message {
        UciMessage::Debug(on) if echoes(&message, &text) => Ok(Command::Debug(on)),
        _ => Err(SyntaxError::after(
            "debug",
            "debug",
            switch,
            "'on' or 'off'",
        )),
    }
}

fn read_option(rest: &str) -> Result<Command, SyntaxError> {
    const COMMAND: &str = "setoption";
    let (keyword, mut rest) = cut(rest);
    if !keyword.eq_ignore_ascii_case("name") {
        return Err(SyntaxError::after(
            COMMAND,
            COMMAND,
            keyword,
            "'name' and the name of an option",
        ));
    }
    let mut name = Vec::new();
    let mut value = None;
    while !rest.is_empty() && value.is_none() {
        let (word, after) = cut(rest);
        match word.eq_ignore_ascii_case("value") {
            true => value = Some(after),
            false => name.push(word),
        }
        rest = after;
    }
    if name.is_empty() {
        let word = if value.is_some() { "value" } else { "" };
        return Err(SyntaxError::after(
            COMMAND,
            "name",
            word,
            "the name of an option",
        ));
    }
    let name = name.join(" ");
    let text = match value {
        Some(value) if !value.is_empty() => format!("setoption name {name} value {value}"),
        _ => format!("setoption name {name}"),
    };
    match parse_one(&text) {
        UciMessage::SetOption {
            name: same,
            value: given,
        } if same == name && given.as_deref().unwrap_or_default() == value.unwrap_or_default() => {
            let value = value.map(|value| if value == "<empty>" { "" } else { value });
            Ok(Command::SetOption {
                name,
                value: value.map(str::to_owned),
            })
        }
        _ => Err(SyntaxError::after(
            COMMAND,
            "name",
            &name,
            "a name without words that begin with 'value', and a value on one line",
        )),
    }
}

fn read_position(rest: &str) -> Result<Command, SyntaxError> {
    const COMMAND: &str = "position";
    let is_moves = |word: &str| word.eq_ignore_ascii_case("moves");
    let mut words = rest.split_whitespace();
    let kind = words.next().unwrap_or_default();
    let start = if kind.eq_ignore_ascii_case("startpos") {
        match words.next() {
            Some(word) if !is_moves(word) => {
                return Err(SyntaxError::after(COMMAND, kind, word, "'moves'"));
            }
            _ => Start::Startpos,
        }
    } else if kind.eq_ignore_ascii_case("fen") {
        let fields: Vec<&str> = words.by_ref().take_while(|word| !is_moves(word)).collect();
        if fields.is_empty() {
            return Err(SyntaxError::after(
                COMMAND,
                kind,
                "",
                "a position in forsyth-edwards notation",
            ));
        }
        Start::Fen(fields.join(" "))
    } else {
        return Err(SyntaxError::after(
            COMMAND,
            COMMAND,
            kind,
            "'startpos' or 'fen'",
        ));
    };
    let moves = read_moves(COMMAND, &words.collect::<Vec<_>>())?;
    Ok(Command::Position { start, moves })
}

/// Whether nothing of `text` was lost when it was read as `message`.
fn echoes(message: &UciMessage, text: &str) -> bool {
    message.to_string().eq_ignore_ascii_case(text)
}

/// The first word of a text that does not begin with a blank, and the rest without blanks before it.
pub fn cut(text: &str) -> (&str, &str) {
    let (word, rest) = text.split_once(char::is_whitespace).unwrap_or((text, ""));
    (word, rest.trim_start())
}
