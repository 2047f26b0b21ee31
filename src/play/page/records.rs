//! Import and export of games and positions as text (PGN, PDN, FEN).

use super::{PageSession, Playing, to_json};
use crate::games::{DEFAULT_GAME, GameInfo, find_known_game, games};
use crate::notation::Notation;
use crate::notation::reader::{RecordError, RecordReader};
use crate::notation::record::GameRecord;
use crate::play::saved_game::{self, from_position, from_record};
use crate::play::session::SessionSettings;
use crate::play::{SidePlayer, start};
use anyhow::Context;
use serde::{Deserialize, Serialize};

/// Maximum number of titles in the list of games.
const MOST_TITLES: usize = 1_000;

/// What the page asks for.
#[derive(Deserialize, Debug)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub(super) enum RecordCommand {
    /// Detects the kind of a text.
    Recognise { text: String },
    /// Loads game `number` (from 1) of a text with records, or the position in a text. `name` is the file name for error
    /// messages.
    Load { name: String, text: String, number: usize },
    /// Exports the game record; the date is written as `2026.11.21`.
    Save { date: String },
}

/// What a text is.
#[derive(Serialize)]
#[serde(tag = "kind", rename_all = "snake_case")]
enum TextKind {
    /// The rules of a game.
    Rules,
    /// A position of a game.
    Position { game: &'static str },
    /// Games: the titles of the first ones, and how many there are, or were found until the page wanted to stop.
    Games { titles: Vec<String>, count: usize },
}

/// A record for a file.
#[derive(Serialize)]
struct SavedText {
    /// The file extension.
    extension: &'static str,
    text: String,
}

impl PageSession {
    /// Runs a command. `None`: the answer is the state of the game.
    pub(super) fn carry_out_record(&mut self, command: RecordCommand) -> Result<Option<String>, String> {
        match command {
            RecordCommand::Recognise { text } => {
                let own = find_known_game(&self.settings().game)?;
                let kind = if is_rules(&text) {
                    TextKind::Rules
                } else if let Some(game) = game_of_position(&text, own) {
                    TextKind::Position { game: game.name }
                } else {
                    self.list_games(&text)
                };
                Ok(Some(to_json(&kind)))
            }
            RecordCommand::Load { name, text, number } => {
                let settings = start::usual_start(&self.settings());
                let own = find_known_game(&settings.game)?;
                let saved = match game_of_position(&text, own) {
                    Some(game) => from_position(&text, start::other_game(&settings, game.name)?),
                    None => from_record(text.as_bytes(), number, settings),
                };
                let saved = saved.with_context(|| format!("'{name}'")).map_err(|error| format!("{error:#}"))?;
                self.playing = Some(Playing::new(saved.resume()?, &self.host));
                Ok(None)
            }
            RecordCommand::Save { date } => {
                let session = &self.playing()?.session;
                let extension = if session.game().hub_variant.is_some() { "pdn" } else { "pgn" };
                let text = saved_game::record(session, &date).to_string();
                Ok(Some(to_json(&SavedText { extension, text })))
            }
        }
    }

    /// The settings of the game that is played.
    fn settings(&self) -> SessionSettings {
        let usual = || SessionSettings::new(DEFAULT_GAME, ["First", "Second"].map(SidePlayer::person));
        self.playing.as_ref().map_or_else(usual, |playing| playing.session.settings().clone())
    }

    fn list_games(&self, text: &str) -> TextKind {
        let mut titles = Vec::new();
        let mut count = 0;
        for record in RecordReader::new(text.as_bytes()) {
            if titles.len() < MOST_TITLES {
                titles.push(title(&record));
            }
            count += 1;
            if self.host.wants_stop() {
                break;
            }
        }
        TextKind::Games { titles, count }
    }
}

/// What the list says of a record.
fn title(record: &Result<GameRecord, RecordError>) -> String {
    let record = match record {
        Ok(record) => record,
        Err(error) => return error.to_string(),
    };
    let tag = |name| record.tag(name).filter(|value| !["", "?", "????.??.??"].contains(value));
    let players = format!("{} - {}", tag("White").unwrap_or("?"), tag("Black").unwrap_or("?"));
    let parts = [Some(&*players), Some(record.result_text()), tag("Event"), tag("Round"), tag("Date")];
    parts.into_iter().flatten().collect::<Vec<_>>().join(", ")
}

/// Whether a text is a rules file: the first line that says something gives a field its value, or begins a table.
fn is_rules(text: &str) -> bool {
    let line = text.lines().map(str::trim).find(|line| !line.is_empty() && !line.starts_with('#')).unwrap_or_default();
    let is_name = |name: &str| !name.is_empty() && name.chars().all(|c| c.is_ascii_lowercase() || c == '_');
    let table = line.strip_prefix('[').and_then(|line| line.strip_suffix(']'));
    line.split_once('=').is_some_and(|(name, _)| is_name(name.trim())) || table.is_some_and(is_name)
}

/// The game of a position: `own`, or the first of the table that reads it; `None` if the text looks like a game. A line that
/// nobody can read counts as a wrong position of `own`.
fn game_of_position(text: &str, own: &'static GameInfo) -> Option<&'static GameInfo> {
    let mut lines = text.lines().map(str::trim).filter(|line| !line.is_empty());
    let (Some(line), None) = (lines.next(), lines.next()) else { return None };
    let is_number = |word: &str| word.split_once('.').is_some_and(|(number, _)| number.parse::<u32>().is_ok());
    if line.starts_with(['[', '{', ';', '%']) || line.split_whitespace().any(is_number) {
        return None;
    }
    let mut all = std::iter::once(own).chain(games());
    all.find(|game| game.start().parse_position(line).is_ok()).or(Some(own))
}

#[cfg(test)]
mod tests {
    use super::super::PageSession;
    use super::super::tests::{answer, begin, new_page};
    use crate::games::games;
    use serde_json::{Value, json};

    const PERSONS: [&str; 2] = ["person name=one", "person name=two"];

    fn load(page: &mut PageSession, text: &str, number: usize) -> Value {
        answer(page, json!({ "load": { "name": "game.pgn", "text": text, "number": number } }))
    }

    fn save(page: &mut PageSession) -> String {
        let saved = answer(page, json!({ "save": { "date": "2026.11.21" } }));
        saved["text"].as_str().unwrap().to_owned()
    }

    fn recognise(page: &mut PageSession, text: &str) -> Value {
        answer(page, json!({ "recognise": { "text": text } }))
    }

    #[test]
    fn a_saved_game_of_every_kind_is_loaded() {
        for game in games() {
            let (mut page, mut state) = begin(game.name, ["random name=one", "random name=two"]);
            for _ in 0..6 {
                state = answer(&mut page, json!("update"));
            }
            let text = save(&mut page);
            assert_eq!(recognise(&mut page, &text)["kind"], "games", "{text}");
            let mut other = new_page();
            let loaded = load(&mut other, &text, 1);
            for key in ["position", "names", "end"] {
                assert_eq!(loaded[key], state[key], "{key} of {text}");
            }
            for key in ["game", "moves", "position", "players", "clock"] {
                assert_eq!(loaded["snapshot"][key], state["snapshot"][key], "{key} of {text}");
            }
            assert_eq!(loaded["is_busy"], false, "{}", game.name);
            assert_eq!(save(&mut other), text);
        }
    }

    #[test]
    fn one_of_several_games_is_loaded_and_stepped_through() {
        let text =
            "[White \"A\"]\n[Black \"B\"]\n\n1. e4 e5 1-0\n\n[GameType \"21\"]\n\n1. 11-15 23-19 *\n\n[x \"]\n1. d4 (";
        let (mut page, _) = begin("nim", PERSONS);
        let list = recognise(&mut page, text);
        assert_eq!((&list["kind"], &list["count"]), (&json!("games"), &json!(3)));
        assert_eq!((&list["titles"][0], &list["titles"][1]), (&json!("A - B, 1-0"), &json!("? - ?, *")));
        assert!(list["titles"][2].as_str().unwrap().contains("expected"), "{list}");
        let chess = load(&mut page, text, 1);
        assert_eq!((&chess["snapshot"]["game"], &chess["snapshot"]["names"]), (&json!("chess"), &json!(["A", "B"])));
        assert!(chess["end"].is_string());
        let english = load(&mut page, text, 2);
        assert_eq!(
            (&english["snapshot"]["game"], &english["snapshot"]["moves"]),
            (&json!("english"), &json!(["11-15", "23-19"]))
        );
        assert_eq!(answer(&mut page, json!("take_back"))["snapshot"]["ply"], 1);
        assert!(load(&mut page, text, 3)["error"].as_str().unwrap().starts_with("'game.pgn': line "));
        assert!(load(&mut page, text, 4)["error"].as_str().unwrap().contains("found fewer games, expected at least 4"));
    }

    #[test]
    fn positions_are_those_of_the_game_or_of_the_first_that_reads_them() {
        let (mut page, _) = begin("russian", PERSONS);
        for (text, game) in [
            ("W:W22:B9", "russian"),
            ("8/8/8/8/8/8/4K3/4k2R w - - 0 1", "russian"),
            ("4k3/8/8/8/8/8/4K3/7R w - - 0 1\n", "chess"),
            ("nim 7,7 misere p1", "nim"),
            ("W:W50:B9", "international"),
            ("x../.o./... x", "tictactoe"),
        ] {
            assert_eq!(recognise(&mut page, text), json!({ "kind": "position", "game": game }), "{text}");
        }
        assert_eq!(load(&mut page, "nim 7,7 misere p1", 1)["position"], "nim 7,7 misere p1");
        assert_eq!(load(&mut page, "W:W50:B9", 1)["snapshot"]["game"], "international");
        assert_eq!(recognise(&mut page, "# my rules\nlike = \"russian\"\n")["kind"], "rules");
        assert_eq!(recognise(&mut page, "[draws]\nplies = 3\n")["kind"], "rules");
    }

    #[test]
    fn the_game_stays_if_another_one_is_refused() {
        let (mut page, _) = begin("chess", PERSONS);
        let before = answer(&mut page, json!({ "move": "e4" }));
        for text in
            ["", "8/8 w", "1. e4 e9", "[Variant \"go\"]\n1. e4", "[FEN \"8/8 w\"]\n1. e4", "[White \"x", "\u{0}"]
        {
            let error = load(&mut page, text, 1);
            let error = error["error"].as_str().unwrap_or_default();
            assert!(error.starts_with("'game.pgn': ") && error.lines().count() == 1, "{text:?}: {error}");
            assert_eq!(answer(&mut page, json!("put_down")), before, "{text:?}");
        }
    }

    #[test]
    fn a_game_that_never_ends_is_refused() {
        let (mut page, _) = begin("chess", PERSONS);
        let error = load(&mut page, &"1. Nf3 Nf6 2. Ng1 Ng8 ".repeat(10_000), 1);
        assert_eq!(error["error"], "'game.pgn': found a game of 40000 moves, expected at most 20000");
    }

    #[test]
    fn names_are_only_text() {
        let (mut page, _) = begin("chess", PERSONS);
        let name = "<img src=x onerror=alert(1)>";
        let text = format!("[White \"{name}\"]\n[Black \"a\\\"b\"]\n\n1. e4 *");
        let state = load(&mut page, &text, 1);
        assert_eq!(state["snapshot"]["names"], json!([name, "a\"b"]), "{state}");
    }
}
