//! Suggestions for a command line with a word in the wrong place.

use super::Cli;
use crate::games::{DEFAULT_GAME, GameInfo, game_info, games};
use crate::notation::Notation;
use clap::builder::{PathBufValueParser, TypedValueParser};
use clap::error::{ContextKind, ContextValue};
use clap::{Command, CommandFactory};
use std::num::{IntErrorKind, ParseIntError};
use std::path::{Path, PathBuf};

/// Adds the command line that was probably meant to an error of `clap`.
pub fn add_suggestion(mut error: clap::Error, arguments: &[String]) -> clap::Error {
    let kinds = [ContextKind::InvalidSubcommand, ContextKind::InvalidArg];
    let word = kinds.iter().find_map(|&kind| match error.get(kind) {
        Some(ContextValue::String(word)) => Some(word.as_str()),
        _ => None,
    });
    let index = word.and_then(|word| arguments.iter().position(|argument| argument == word));
    if let Some(meant) = index.and_then(|index| corrected(arguments, index)) {
        let tips = vec![format!("try '{meant}'").into()];
        error.insert(ContextKind::Suggested, ContextValue::StyledStrs(tips));
    }
    error
}

/// Says what is expected in place of a text that is no number.
pub fn with_expected_number(error: clap::Error) -> clap::Error {
    let source = std::error::Error::source(&error).and_then(|source| source.downcast_ref::<ParseIntError>());
    let Some(source) = source.filter(|it| *it.kind() == IntErrorKind::InvalidDigit) else { return error };
    let text = error.to_string().replace(&source.to_string(), "expected a whole number without a sign");
    clap::Error::raw(error.kind(), text.trim_start_matches("error: "))
}

/// Parses a file name; refuses a name that does not exist and looks like the value of an option.
pub fn existing_file() -> impl TypedValueParser<Value = PathBuf> {
    let taken = |name: &str| ["game", "fen", "moves"].contains(&name);
    PathBufValueParser::new().try_map(move |path| {
        let name = path.to_str().filter(|_| !path.exists());
        match name.and_then(|name| option(&[name.to_owned()], 0, &taken)) {
            Some(option) => Err(format!("there is no such file; try {option}")),
            None => Ok(path),
        }
    })
}

/// The corrected command line; the word at `index` is wrong.
fn corrected(arguments: &[String], index: usize) -> Option<String> {
    let root = Cli::command();
    let (mut command, mut called) = (&root, "kempelen".to_owned());
    for name in arguments {
        let Some(next) = command.find_subcommand(name) else { break };
        command = next;
        called = format!("{called} {name}");
    }
    if command.get_name() == root.get_name() {
        return with_command(&root, arguments, index);
    }
    let option = option(arguments, index, &|name| has_option(command, name))?;
    Some(format!("{called} {option}"))
}

/// The corrected command line that does not begin with a command: the command follows later, or `analyse` was meant.
fn with_command(root: &Command, arguments: &[String], index: usize) -> Option<String> {
    let mut rest = arguments[index..].to_vec();
    let is_command = |name: &String| root.find_subcommand(name).is_some();
    let later = rest.iter().position(is_command);
    let name = later.map_or("analyse".to_owned(), |later| rest.remove(later));
    let command = root.find_subcommand(&name)?;
    let has = |name: &str| has_option(command, name);
    let word = &arguments[index];
    if word.strip_prefix("--").is_some_and(has) || Path::new(word).is_file() {
        return Some(format!("kempelen {name} {}", quoted(&rest)));
    }
    Some(format!("kempelen {name} {}", option(arguments, index, &has)?))
}

fn has_option(command: &Command, name: &str) -> bool {
    command.get_arguments().any(|argument| argument.get_long() == Some(name))
}

/// The option whose value is the word at `index`, if the command has it.
fn option(arguments: &[String], index: usize, has: &dyn Fn(&str) -> bool) -> Option<String> {
    let word = &arguments[index];
    if let Some(game) = game_info(word) {
        return has("game").then(|| format!("--game {}", game.name));
    }
    // A number may be the position of a tree, too, but nobody means that.
    if word.parse::<i64>().is_ok() {
        return (has("depth") && !word.starts_with('-')).then(|| format!("--depth {word}"));
    }
    let Some(game) = games().find(|game| game.start().parse_move(word).is_ok()) else {
        let (game, fen) = position_around(arguments, index)?;
        return has("fen").then(|| format!("{}--fen \"{fen}\"", of_game(game)));
    };
    let is_value = |word: &&String| !word.starts_with('-');
    let moves: Vec<String> = arguments[index..].iter().take_while(is_value).cloned().collect();
    has("moves").then(|| format!("{}--moves {}", of_game(game), quoted(&moves)))
}

/// The option that names a game; empty for the default game.
fn of_game(game: &GameInfo) -> String {
    if game.name == DEFAULT_GAME { String::new() } else { format!("--game {} ", game.name) }
}

/// The position that the word at `index` is, or is a field of where the quotes are missing.
fn position_around(arguments: &[String], index: usize) -> Option<(&'static GameInfo, String)> {
    /// The greatest number of fields of a position in FEN.
    const FIELDS: usize = 6;
    let first = index.saturating_sub(FIELDS - 1);
    let mut spans = (first..=index).flat_map(|start| {
        let longest = arguments.len().min(start + FIELDS);
        (index + 1..=longest).rev().map(move |end| start..end)
    });
    spans.find_map(|span| {
        let text = arguments[span].join(" ");
        Some((game_of(&text)?, text))
    })
}

/// The game of a position. Text that looks like a wrong chess position counts as one: the command explains what is wrong.
fn game_of(position: &str) -> Option<&'static GameInfo> {
    let game = games().find(|game| game.start().parse_position(position).is_ok());
    let board = position.split(' ').next().unwrap_or_default();
    let of_a_board = |c: char| c.is_ascii_digit() || "pnbrqkPNBRQK/".contains(c);
    let like_chess = board.matches('/').count() == 7 && board.chars().all(of_a_board);
    game.or_else(|| like_chess.then(|| game_info(DEFAULT_GAME))?)
}

/// The words with quotes for a shell.
fn quoted(words: &[String]) -> String {
    let quoted = |word: &String| if word.contains(' ') { format!("\"{word}\"") } else { word.clone() };
    words.iter().map(quoted).collect::<Vec<_>>().join(" ")
}
