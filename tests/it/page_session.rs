//! Games on a page: the files that commands need, and what is saved.

use crate::prelude::*;
use kempelen::play::EngineResources;
use kempelen::play::page::{PageHost, PageSession};

struct QuietHost;

impl PageHost for QuietHost {
    fn progress(&self, _json: &str) {}

    fn wants_stop(&self) -> bool {
        false
    }
}

/// A page without a game.
pub fn new_page() -> PageSession {
    PageSession::new(Arc::new(QuietHost), EngineResources::default())
}

pub fn answer(page: &mut PageSession, command: Value) -> Value {
    serde_json::from_str(&page.answer(&command.to_string())).unwrap()
}

fn load(text: &str) -> Value {
    json!({ "load": { "name": "game.pgn", "text": text, "number": 1 } })
}

fn save(page: &mut PageSession) -> String {
    answer(page, json!({ "save": { "date": "2026.11.28" } }))["text"].as_str().unwrap().to_owned()
}

/// A page asks which files a command needs, and loads them before it gives the command.
#[test]
fn data_files_are_those_of_the_game_of_a_command() {
    let evaluation = |page: &PageSession, command: &Value| {
        page.data_files(&command.to_string()).first().map_or("", |file| file.name).to_owned()
    };
    let mut other = new_page();
    answer(&mut other, json!({ "new": { "game": "international", "players": ["person", "best level=2"] } }));
    answer(&mut other, json!({ "move": "32-28" }));
    let saved = load(&save(&mut other));
    let mut page = new_page();
    assert_eq!(evaluation(&page, &json!("hint")), "");
    assert_eq!(evaluation(&page, &saved), "eval/international.nnue");
    assert_eq!(answer(&mut page, saved)["snapshot"]["players"], json!(["person", "best level=2"]));
    for command in ["hint", "threat", "why"].map(Value::from).into_iter().chain([
        json!({ "analyse": 3 }),
        json!({ "players": ["person", "best level=3"] }),
        json!({ "document": { "analyse": { "nodes": 20 } } }),
        json!({ "document": "suggestions" }),
    ]) {
        assert_eq!(evaluation(&page, &command), "eval/international.nnue", "{command}");
    }
    let record = "[Variant \"russian\"]\n\n1. c3-d4 *";
    for (command, expected) in [
        (json!("update"), ""),
        (json!({ "recognise": { "text": record } }), ""),
        (json!({ "document": { "analyse": { "record": record } } }), "eval/russian.nnue"),
        (load(record), "eval/russian.nnue"),
        (load("4k3/8/8/8/8/8/4K3/7R w - - 0 1"), "eval/chess.nnue"),
    ] {
        assert_eq!(evaluation(&page, &command), expected, "{command}");
    }
    let rules = json!({ "name": "my rules (1)", "text": "like = \"slovak\"\nrows_of_men = 1\n" });
    let game = &answer(&mut page, json!({ "rules": rules }))["name"];
    let new = json!({ "new": { "game": game, "players": ["person", "person"] } });
    assert!(evaluation(&page, &new).starts_with("eval/"), "{new}");
}

/// A time that nobody has measured is not written.
#[test]
fn only_moves_that_were_played_here_have_a_time() {
    let mut page = new_page();
    let clocks = "[TimeControl \"300\"]\n\n1. e4 {9.0s [%clk 0:04:50.0]} e5 {2.0s} *";
    for (text, expected) in [
        ("1. e4 {+0.30/20 12.5s} e5 {2.0s} 2. Nf3 *", "1. e4 e5 2. Nf3 *"),
        (clocks, "1. e4 {[%clk 0:04:50.0]} 1... e5 * {[%clk 0:04:"),
    ] {
        answer(&mut page, load(text));
        let saved = save(&mut page);
        assert!(saved.lines().any(|line| line.starts_with(expected)), "{saved}");
    }
    let played = answer(&mut page, json!({ "move": "Nf3" }));
    let has_time = |page: &mut PageSession| save(page).contains("s [%clk ");
    assert!(has_time(&mut page));
    let mut again = new_page();
    answer(&mut again, json!({ "new": played["snapshot"] }));
    assert!(!has_time(&mut again));
}
