//! Tests of the documents: of every game, with wrong settings, stopped, and with hostile names.

use super::*;
use crate::drawing::html_page::{HOSTILE, check_hostile_page};
use crate::game::Game;
use crate::games::games;
use crate::notation::{MoveStyle, Notation};
use crate::play::EngineResources;
use crate::play::page::PageSession;
use crate::play::page::tests::{PERSONS, answer};
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};

/// Wants a stop when it has been asked this often.
struct StoppingHost(AtomicUsize);

impl PageHost for StoppingHost {
    fn progress(&self, json: &str) {
        assert!(serde_json::from_str::<Value>(json).unwrap()["done"].is_u64(), "{json}");
    }

    fn wants_stop(&self) -> bool {
        self.0.fetch_update(Relaxed, Relaxed, |left| left.checked_sub(1)).is_err()
    }
}

/// A page without a game, which is stopped when it has asked this often.
fn empty_page(asked: usize) -> PageSession {
    PageSession::new(Arc::new(StoppingHost(AtomicUsize::new(asked))), EngineResources::default())
}

/// A page with a game of two people.
fn page(game: &str, position: Option<&str>, moves: &[&str], asked: usize) -> PageSession {
    let mut page = empty_page(asked);
    let new = json!({ "game": game, "position": position, "moves": moves, "players": PERSONS });
    let state = answer(&mut page, json!({ "new": new }));
    assert!(state["error"].is_null(), "{state}");
    page
}

fn document(page: &mut PageSession, command: &Value) -> Value {
    answer(page, json!({ "document": command }))
}

/// The names of the files, or the error.
fn outcome(answer: &Value) -> String {
    let Some(files) = answer["document"]["files"].as_array() else {
        return answer["error"].as_str().unwrap().to_owned();
    };
    assert!(files.iter().all(|file| !file["content"].as_str().unwrap().is_empty()));
    let names: Vec<_> = files.iter().map(|file| file["name"].as_str().unwrap()).collect();
    names.join(" ")
}

const DOCUMENTS: &str = r#"[
    {"analyse": {"nodes": 20}},
    {"tree": {"depth": 1}},
    {"tree": {"depth": 1, "algorithm": "alpha-beta", "steps": true, "boards": true}},
    {"tree": {"depth": 1, "graph": true, "and_or": true}},
    {"solve": {"nodes": 300, "hash": 1}},
    {"solve": {"for": "first", "goal": "draw", "nodes": 300, "hash": 1}},
    {"compare": {"algorithm": ["alpha-beta", "search"], "depth": ["1", "2"], "nodes": 500}}
]"#;

#[test]
fn every_game_has_its_documents_or_a_reason() {
    let commands: Vec<Value> = serde_json::from_str(DOCUMENTS).unwrap();
    for game in games() {
        let start = game.start();
        let first = start.show_move(start.moves()[0], MoveStyle::Long);
        let mut page = page(game.name, None, &[&first], usize::MAX);
        for command in &commands {
            let outcome = outcome(&document(&mut page, command));
            assert!(!outcome.is_empty() && !outcome.contains('\n'), "{} {command}: {outcome}", game.name);
            let is_analysis = command.get("analyse").is_some();
            assert!(!is_analysis || outcome == "game.html", "{} {command}: {outcome}", game.name);
        }
    }
}

#[test]
fn files_are_of_their_kind() {
    let mut page = page("tictactoe", Some("xxo/oo./x.. x"), &[], usize::MAX);
    for (command, expected) in &[
        (json!({ "tree": {} }), "tree.svg"),
        (json!({ "tree": { "graph": true } }), "tree.svg"),
        (json!({ "tree": { "steps": true } }), "steps.html"),
        (json!({ "tree": { "algorithm": "averaging m=2 n=2" } }), "tree.svg"),
        (json!({ "solve": {} }), "solution.txt"),
        (json!({ "solve": { "for": "first", "format": "svg" } }), "strategy.svg"),
        (json!({ "solve": { "for": "value" } }), "solution.txt"),
        (json!({ "compare": { "depth": ["2", "3"] } }), "compare.txt nodes.svg"),
        (json!({ "compare": { "depth": ["3"], "algorithm": ["minimax"], "nodes": 2 } }), "compare.txt"),
    ] {
        assert_eq!(outcome(&document(&mut page, command)), *expected, "{command}");
    }
}

#[test]
fn wrong_settings_are_refused_as_on_the_command_line() {
    let mut page = page("tictactoe", None, &[], usize::MAX);
    for (command, expected) in &[
        (json!({ "tree": { "graph": true, "algorithm": "alpha-beta" } }), "expected minimax"),
        (json!({ "tree": { "graph": true, "steps": true } }), "expected a tree"),
        (json!({ "tree": {} }), "expected at most 1000: depth 3 has 586"),
        (json!({ "tree": { "max_nodes": 0 } }), "from 1 to 10000"),
        (json!({ "tree": { "depth": 101 } }), "at most 100"),
        (json!({ "tree": { "dept": 1 } }), "unknown field `dept`"),
        (json!({ "tree": { "algorithm": "negascout" } }), "no algorithm is called 'negascout'"),
        (
            json!({ "tree": { "algorithm": "killers" } }),
            "expected minimax, negamax, alpha-beta, averaging, variable or selective",
        ),
        (json!({ "solve": { "goal": "win" } }), "found no --for"),
        (json!({ "solve": { "format": "svg" } }), "found no --for"),
        (json!({ "solve": { "for": "first", "goal": "mate" } }), "expected win, draw or a payoff"),
        (json!({ "solve": { "for": "value", "format": "svg" } }), "a picture has one strategy"),
        (json!({ "solve": { "nodes": 0 } }), "found 0"),
        (json!({ "solve": { "hash": 0 } }), "--hash: found 0"),
        (json!({ "compare": { "algorithm": ["magic"] } }), "magic"),
        (json!({ "compare": { "depth": ["0"] } }), "from 1 to"),
        (json!({ "analyse": {} }), "without moves"),
        (json!({ "analyse": { "depth": -1 } }), "integer `-1`, expected u32"),
        (json!({ "analyse": { "record": "" } }), "found no game"),
        (json!({ "analyse": { "record": "1. e5 *" } }), "e5"),
        (json!({ "analyse": { "record": "[Variant \"go\"]\n\n1. e5 *" } }), "table of games"),
        (json!({ "poem": {} }), "unknown variant `poem`"),
    ] {
        let outcome = outcome(&document(&mut page, command));
        assert!(outcome.contains(expected), "{command}: {outcome}");
    }
    assert_eq!(outcome(&document(&mut empty_page(9), &json!({ "tree": {} }))), "there is no game yet");
}

#[test]
fn trees_that_are_suggested_are_small() {
    for (game, position, depth) in [
        ("tree", Some("(A(6 8) B(7 11))"), json!(null)),
        ("tictactoe", None, json!(2)),
        ("chess", None, json!(1)),
        ("nim", Some("nim 500 p1"), json!(1)),
    ] {
        let suggestions = document(&mut page(game, position, &[], usize::MAX), &json!("suggestions"));
        assert_eq!(suggestions["tree_depth"], depth, "{game}");
        assert!(suggestions["compare_depth"].is_array(), "{game}");
    }
}

#[test]
fn a_stop_ends_every_document() {
    let moves = ["e4", "e5", "Nf3", "Nc6", "Bb5", "a6"];
    let mut some = page("chess", None, &moves, 20);
    let answer = document(&mut some, &json!({ "analyse": { "movetime": 100 } }));
    assert_eq!(outcome(&answer), "game.html");
    assert!(answer["document"]["title"].as_str().unwrap().contains(" of 6 moves"), "{}", answer["document"]["title"]);
    for (command, expected) in &[
        (json!({ "analyse": { "depth": 30 } }), "stopped before a move was analysed"),
        (json!({ "solve": { "method": "graph" } }), "interrupted"),
        (json!({ "solve": { "method": "proof" } }), "interrupted"),
        (json!({ "compare": { "algorithm": ["minimax"], "depth": ["9", "10"] } }), "compare.txt"),
    ] {
        let mut none = page("chess", None, &moves, 5);
        let outcome = outcome(&document(&mut none, command));
        assert!(outcome.contains(expected), "{command}: {outcome}");
    }
}

#[test]
fn names_in_records_are_no_markup() {
    let name = HOSTILE.replace('"', "'");
    let record = format!("[White \"{name}\"]\n[Black \"{name}\"]\n[Event \"{name}\"]\n\n1. a1 b2 *");
    let mut page = page("tictactoe", None, &[], usize::MAX);
    let answer = document(&mut page, &json!({ "analyse": { "record": record, "nodes": 10 } }));
    let content = answer["document"]["files"][0]["content"].as_str().unwrap_or_else(|| panic!("{answer}"));
    assert!(check_hostile_page(content) > 40);
}
