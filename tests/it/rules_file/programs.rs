//! Commands and protocols that are given a rules file.

use crate::prelude::*;

/// Brazilian draughts as Russian draughts with two changes.
const RULES: &str = "like = \"russian\"\norder = [\"most pieces\"]\npromotion = \"goes on as a man\"\n";

/// A folder with a file of [`RULES`], `mine.toml`.
fn folder() -> Folder {
    Folder::with(&[("mine.toml", RULES)])
}

#[test]
fn commands_play_the_game_of_a_file() {
    let folder = folder();
    folder.run("perft --game mine.toml --depth 6").says(" 37628 nodes");
    folder.run("analyse --game mine.toml --depth 5 --json").says("mine.toml#");
    folder.run("bench --game mine.toml --depth 4").text();
    folder.run("eval --game mine.toml").text();
    folder.run("datagen play --game mine.toml --games 2 --nodes 50 --output games").text();
    folder.run("datagen check games").text();
    // The games do not belong to other rules.
    folder.write("mine.toml", "like = \"russian\"");
    assert!(complaint(&folder.run("datagen check games")).contains("it has changed: found the checksum "));
}

#[test]
fn a_match_plays_the_game_of_a_file() {
    for protocol in ["proto=ugi", "proto=hub"] {
        let engine = |words: &str| format!("--engine {words} {protocol}");
        let engines = [engine("builtin=search name=one"), engine("builtin=random name=two")].join(" ");
        folder().run(format!("match --game mine.toml {engines} --each depth=2")).says("one");
    }
}

#[test]
fn commands_refuse_a_wrong_file_in_one_line() {
    let folder = Folder::with(&[("mine.toml", "like = \"russian\"\nbord = 8")]);
    let expected = "mine.toml': line 2: there is no field 'bord'; did you mean 'board'?";
    assert!(complaint(&folder.run("perft --game mine.toml --depth 1")).contains(expected));
    contains_all(&complaint(&run("perft --game rules.txt --depth 1")), ["and rules files, whose names end in .toml"]);
}

#[test]
fn hub_takes_rules_by_a_parameter() {
    let folder = folder();
    let name = folder.text_path("mine.toml");
    let mut engine = Engine::start();
    let lines = engine.ask("hub", "wait");
    assert!(lines.contains(&"param name=rules value=\"\" type=string".to_owned()), "{lines:?}");
    engine.tell(&format!("set-param name=variant value=pongor\nset-param name=rules value=\"{name}\""));
    assert_eq!(engine.ask("init", "ready").len(), 1);
    engine.answers("pos start moves=\"22-18\"\nlevel depth=3\ngo think", "done", "move=");
    // White begins in this game, Black in pongor, which an empty name brings back.
    for (line, error) in [
        (
            "set-param name=rules value=mine.txt",
            "set-param: found rules 'mine.txt', expected the name of a file that ends in .toml",
        ),
        ("set-param name=rules value=missing.toml", "set-param: rules file 'missing.toml': it does not exist"),
        ("pos start moves=\"11-15\"", "pos: move 1: "),
    ] {
        let heard = engine.ask(&format!("{line}\nping"), "pong");
        assert!(heard[0].contains(error), "{heard:?}");
    }
    assert_eq!(engine.ask("set-param name=rules value=\"\"\npos start moves=\"11-15\"\nping", "pong").len(), 1);
}

#[test]
fn ugi_takes_the_name_of_a_file() {
    let folder = folder();
    let name = folder.text_path("mine.toml");
    let mut engine = Engine::greeted("ugi", "ugiok");
    engine.tell(&format!("setoption name Game value {name}\nposition startpos moves 22-18"));
    assert!(last(&engine.ask("go depth 3", "bestmove")).starts_with("bestmove "));
    let expected = "option Game: rules file 'missing.toml': it does not exist";
    engine.answers("setoption name Game value missing.toml", "", expected);
}
