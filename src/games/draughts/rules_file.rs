//! Games whose rules a file describes.
//!
//! A position refers to the rules of its game as long as the program runs, so the rules from files are never freed. They
//! are kept in a list: a file that is read again gives the same game, unless its text has changed.

mod contradictions;
mod draws;
pub(super) mod entry;
pub mod read;
pub mod words;

use super::family::{BUILT_IN_GAMES, DraughtsGame};
use super::position::{DraughtsPosition, DraughtsSetup};
use super::rules::DraughtsRules;
use super::{DraughtsVariant, DraughtsVisitor, fen};
use crate::game::Game;
use crate::games::entry::GameInfo;
use crate::notation::excerpt;
use crate::notation::toml_fields::TomlFields;
use crate::system::error_words::explain;
use crate::system::{regular_file, resolve};
use parking_lot::Mutex;
use read::RulesDescription;
use std::path::Path;

/// The end of the names of rules files.
const EXTENSION: &str = ".toml";

/// The largest rules file, in bytes.
const LARGEST: u64 = 1 << 16;

/// The most rules files, or versions of them, in a run of the program.
const MOST_FILES: usize = 1_000;

/// A file that was read.
struct ReadFile {
    /// Its name with its checksum.
    name: String,
    /// Whether the rules came as text, so that there is no file to read again.
    is_from_text: bool,
    text: String,
    /// What it describes.
    game: Result<&'static DraughtsGame, String>,
}

/// The files that were read.
static FILES: Mutex<Vec<ReadFile>> = Mutex::new(Vec::new());

/// Whether a name is that of a rules file: it ends in `.toml`, or in `.toml#` and a checksum.
pub fn is_rules_file(name: &str) -> bool {
    split_checksum(name).0.ends_with(EXTENSION)
}

/// Reads a game from the rules file called `name`. The name of the game is that of the file and the checksum of its text:
/// `my-rules.toml#1a2b3c4d`. The game is found again by this name as long as the file does not change.
///
/// # Errors
/// There is no such file, it has another checksum than the name, or its rules are wrong; the error names the line.
pub fn load(name: &str) -> Result<&'static GameInfo, String> {
    if let Some(game) = game_of_rules_text(name) {
        return Ok(game);
    }
    let (path, checksum) = split_checksum(name);
    let named = named_error(path);
    let text = read_text(path).map_err(&named)?;
    let found = checksum_of(&text);
    if let Some(expected) = checksum.filter(|&it| it != found) {
        return Err(named(format!("it has changed: found the checksum {found}, expected {expected}")));
    }
    Ok(&from_text(path, text).map_err(named)?.info)
}

/// Loads rules from text instead of from a file. Afterwards the game is found by its name with the checksum, without any file
/// access.
///
/// # Errors
/// The text exceeds the size limit, or a rule is invalid. The error names the line.
pub fn load_rules_text(path: &str, text: &str) -> Result<&'static GameInfo, String> {
    let named = named_error(path);
    if text.len() as u64 > LARGEST {
        return Err(named(format!("found {} bytes, expected at most {LARGEST}", text.len())));
    }
    let info = &from_text(path, text.to_owned()).map_err(named)?.info;
    FILES.lock().iter_mut().filter(|file| file.name == info.name).for_each(|file| file.is_from_text = true);
    Ok(info)
}

/// The game with this name and checksum, if its text was [loaded](load_rules_text).
pub fn game_of_rules_text(name: &str) -> Option<&'static GameInfo> {
    let files = FILES.lock();
    let file = files.iter().find(|file| file.is_from_text && file.name == name)?;
    file.game.as_ref().ok().map(|game| &game.info)
}

fn named_error(path: &str) -> impl Fn(String) -> String {
    move |error| format!("rules file '{}': {error}", excerpt(path))
}

/// The game of this name, if a file that was read describes it.
pub(super) fn described_game(name: &str) -> Option<&'static DraughtsGame> {
    FILES.lock().iter().find(|file| file.name == name)?.game.as_ref().ok().copied()
}

/// The game with these rules, if it is one of the table, or a file that was read describes it.
pub(super) fn game_with_rules(rules: &DraughtsRules) -> Option<&'static DraughtsGame> {
    let has_rules = |game: &&DraughtsGame| std::ptr::eq(game.rules, rules);
    let described = || FILES.lock().iter().filter_map(|file| file.game.as_ref().ok().copied()).find(has_rules);
    BUILT_IN_GAMES.iter().find(has_rules).or_else(described)
}

fn split_checksum(name: &str) -> (&str, Option<&str>) {
    match name.rsplit_once('#') {
        Some((path, checksum)) if path.ends_with(EXTENSION) => (path, Some(checksum)),
        _ => (name, None),
    }
}

fn read_text(path: &str) -> Result<String, String> {
    if path.contains(char::is_control) {
        return Err("found a control character in its name, expected none".to_owned());
    }
    let bytes = regular_file::read_up_to(&resolve(path), LARGEST).map_err(|error| explain(&error).to_string())?;
    String::from_utf8(bytes).map_err(|error| {
        let place = error.utf8_error().valid_up_to() + 1;
        format!("byte {place} is not UTF-8 text")
    })
}

fn checksum_of(text: &str) -> String {
    format!("{:08x}", crc32fast::hash(text.as_bytes()))
}

/// The game that the rules file called `path` describes, which has this text. It is made when it is first asked for.
///
/// # Errors
/// The rules are wrong; the error names the line.
pub fn from_text(path: &str, text: String) -> Result<&'static DraughtsGame, String> {
    let checksum = checksum_of(&text);
    let name = format!("{path}#{checksum}");
    let mut files = FILES.lock();
    if let Some(known) = files.iter().find(|known| known.name == name) {
        if known.text != text {
            return Err("another text has the same checksum; change a comment".to_owned());
        }
        return known.game.clone();
    }
    // Rules are never freed, so the limit comes before them.
    if files.len() >= MOST_FILES {
        return Err(format!("the program has read {MOST_FILES} rules files already; start it anew"));
    }
    let described = RulesDescription::read(&text)?;
    let game = described.into_game(&name, &text);
    files.push(ReadFile { name, is_from_text: false, text, game: game.clone() });
    game
}

impl RulesDescription {
    /// Reads the text of a rules file, which may be like a game of the table.
    ///
    /// # Errors
    /// A field is unknown or has a wrong value, or the rules contradict each other; the error names the line.
    pub fn read(text: &str) -> Result<RulesDescription, String> {
        Self::of(TomlFields::parse(text)?, &mut BUILT_IN_GAMES.iter().map(|game| (game.rules, game.kind)))
    }

    /// Makes the game from the description that was read from `text`. `name` is a path and a checksum: `my-rules.toml#1a2b3c4d`.
    ///
    /// The rules are leaked, because positions keep references to them. Unlike [`from_text`], this does not register the
    /// game, so that it cannot be looked up by name.
    ///
    /// # Errors
    /// The start position has no legal move, or the game is already over; the error names the line.
    pub fn into_game(self, name: &str, text: &str) -> Result<&'static DraughtsGame, String> {
        let (path, checksum) = split_checksum(name);
        let checksum = checksum.unwrap_or_default();
        let (kind, start_location) = (self.kind, self.start_location.clone());
        let rules_name = format!("{}-{checksum}", Path::new(path).file_stem().unwrap_or_default().to_string_lossy());
        let rules = self.leak(rules_name.leak(), text);
        let start = kind.visit(rules, StartText).map_err(|error| format!("{start_location}: {error}"))?;
        let like = rules.like;
        let about = format!("Draughts by the rules in {path}, which are like those of {like}");
        let info = GameInfo {
            about: about.leak(),
            described_by_file: true,
            bench: Box::leak(Box::new([&*start.leak()])),
            ..entry::info(name.to_owned().leak(), kind, rules)
        };
        Ok(Box::leak(Box::new(DraughtsGame { info, kind, rules })))
    }
}

/// The start position of a game as text, after a check that a game can begin there.
struct StartText;

impl DraughtsVisitor for StartText {
    type Output = Result<String, String>;

    fn visit<V: DraughtsVariant>(self, variant: V) -> Result<String, String> {
        let start = DraughtsPosition::new(variant, &DraughtsSetup::start_of(variant))?;
        if !start.has_moves() {
            let first = variant.rules().first;
            return Err(format!("{first} has no move, expected a game that begins"));
        }
        if start.outcome().is_some() {
            let reason = start.end_reason();
            return Err(format!("the game is over ({reason}), expected one that begins"));
        }
        Ok(fen::show(&start))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A file that names no rule but a draw has all others of the game that it is like.
    #[test]
    fn rules_that_a_file_does_not_name_are_those_of_the_game_that_it_is_like() {
        for game in BUILT_IN_GAMES.iter() {
            let described = RulesDescription::read(&format!("like = \"{}\"", game.rules.name)).unwrap();
            let [expected, found] = [game.rules, &described.rules].map(|rules| format!("{rules:?}"));
            assert_eq!(found, expected, "{}", game.rules.name);
        }
    }
}
