//! Import and export of games and positions as text (PGN, PDN, FEN).

use super::{PageSession, Playing};
use crate::games::{DEFAULT_GAME, GameInfo, find_known_game, games};
use crate::notation::Notation;
use crate::notation::reader::{RecordError, RecordReader};
use crate::notation::record::GameRecord;
use crate::play::saved_game::{self, SavedGame, from_position, from_record};
use crate::play::session::{Session, SessionSettings};
use crate::play::{SidePlayer, start};
use anyhow::{Context, Error};
use serde_json::{Value, json};

/// Maximum number of titles in the list of games.
const MOST_TITLES: usize = 1_000;

impl PageSession {
    /// What a text is: the rules of a game, a position, or games.
    pub(super) fn recognise(&self, text: &str) -> Result<Value, String> {
        let own = find_known_game(&self.settings().game)?;
        Ok(if is_rules(text) {
            json!({ "kind": "rules" })
        } else if let Some(game) = game_of_position(text, own) {
            json!({ "kind": "position", "game": game.name })
        } else {
            self.list_games(text)
        })
    }

    /// The game with this number, from 1, of a text with records, or from the position in a text.
    pub(super) fn load(&self, name: &str, text: &str, number: usize) -> Result<Session, String> {
        let saved = self.read_game(text, number).with_context(|| format!("'{name}'"));
        saved.map_err(|error| format!("{error:#}"))?.resume()
    }

    /// The game that [`load`](PageSession::load) loads.
    pub(super) fn read_game(&self, text: &str, number: usize) -> anyhow::Result<SavedGame> {
        let settings = start::usual_start(&self.settings());
        match game_of_position(text, find_known_game(&settings.game)?) {
            Some(game) => from_position(text, start::other_game(&settings, game.name).map_err(Error::msg)?),
            None => from_record(text.as_bytes(), number, settings),
        }
    }

    /// The settings of the game that is played.
    fn settings(&self) -> SessionSettings {
        let usual = || SessionSettings::new(DEFAULT_GAME, ["First", "Second"].map(SidePlayer::person));
        self.playing.as_ref().map_or_else(usual, |playing| playing.session.settings().clone())
    }

    /// The titles of the first games, and how many there are, or were found until the page wanted to stop.
    fn list_games(&self, text: &str) -> Value {
        let (mut titles, mut count) = (Vec::new(), 0);
        for record in RecordReader::new(text.as_bytes()) {
            if titles.len() < MOST_TITLES {
                titles.push(title(&record));
            }
            count += 1;
            if self.host.wants_stop() {
                break;
            }
        }
        json!({ "kind": "games", "titles": titles, "count": count })
    }
}

impl Playing {
    /// The record for a file, and the extension of its name.
    pub(super) fn save(&self, date: &str) -> Value {
        let extension = if self.session.game().hub_variant.is_some() { "pdn" } else { "pgn" };
        json!({ "extension": extension, "text": saved_game::record(&self.session, date).to_string() })
    }
}

/// What the list says of a record.
fn title(record: &Result<GameRecord, RecordError>) -> String {
    let record = match record {
        Ok(record) => record,
        Err(error) => return error.to_string(),
    };
    let tag = |name| record.known_tag(name);
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
    use super::super::tests::{MACHINES, PERSONS, answer, begin, new_page};
    use crate::games::games;
    use serde_json::{Value, json};

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
            let (mut page, mut state) = begin(game.name, MACHINES);
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
            // A game that is loaded does not have the times of moves, after which the number of a move is written again.
            let is_time = |word: &str| {
                let seconds = word.strip_prefix('{').and_then(|word| word.strip_suffix("s}"));
                seconds.is_some_and(|seconds| seconds.parse::<f64>().is_ok())
            };
            let words = |text: &str| {
                let words = text.split([' ', '\n']).filter(|word| !is_time(word) && !word.ends_with("..."));
                words.map(str::to_owned).collect::<Vec<_>>()
            };
            assert_eq!(words(&save(&mut other)), words(&text));
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
        let endless = "1. Nf3 Nf6 2. Ng1 Ng8 ".repeat(10_000);
        for (text, expected) in [
            ("", ""),
            ("8/8 w", ""),
            ("1. e4 e9", ""),
            ("[Variant \"go\"]\n1. e4", ""),
            ("[FEN \"8/8 w\"]\n1. e4", ""),
            ("[White \"x", ""),
            ("\u{0}", ""),
            (&endless, "found a game of 40000 moves, expected at most 20000"),
        ] {
            let found = load(&mut page, text, 1);
            let error =
                found["error"].as_str().and_then(|error| error.strip_prefix("'game.pgn': ")).unwrap_or_default();
            assert!(error.lines().count() == 1 && error.contains(expected), "{found}");
            assert_eq!(answer(&mut page, json!("put_down")), before, "{found}");
        }
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
