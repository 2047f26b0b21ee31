//! Commands and protocols that are given a rules file.

use crate::prelude::*;

/// Brazilian draughts as Russian draughts with two changes.
const RULES: &str = "like = \"russian\"\norder = [\"most pieces\"]\npromotion = \"goes on as a man\"\n";

/// The folder of a file with [`RULES`], and the name of the file.
fn file() -> (tempfile::TempDir, String) {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("mine.toml");
    fs::write(&path, RULES).unwrap();
    (folder, path.to_str().unwrap().to_owned())
}

#[test]
fn commands_play_the_game_of_a_file() {
    let (folder, name) = file();
    let out = run(["perft", "--game", &name, "--depth", "6"]).text();
    assert!(out.contains(" 37628 nodes"), "{out}");
    let out = run(["analyse", "--game", &name, "--depth", "5", "--json"]).text();
    assert!(out.contains("mine.toml#"), "{out}");
    run(["bench", "--game", &name, "--depth", "4"]).text();
    run(["eval", "--game", &name]).text();
    let games = folder.path().join("games");
    let games = games.to_str().unwrap();
    let play = ["datagen", "play", "--game", &name, "--games", "2", "--nodes", "50", "--output", games];
    run(play).text();
    run(["datagen", "check", games]).text();
    // The games do not belong to other rules.
    fs::write(&name, "like = \"russian\"").unwrap();
    let error = complaint(&run(["datagen", "check", games]));
    assert!(error.contains("it has changed: found the checksum "), "{error}");
}

#[test]
fn a_match_plays_the_game_of_a_file() {
    let (_folder, name) = file();
    for protocol in ["proto=ugi", "proto=hub"] {
        let (one, two) = (["builtin=search", "name=one", protocol], ["builtin=random", "name=two", protocol]);
        let mut words = vec!["match", "--game", &name, "--engine"];
        words.extend(one);
        words.push("--engine");
        words.extend(two);
        words.extend(["--each", "depth=2"]);
        let out = run(&words).text();
        assert!(out.contains("one"), "{out}");
    }
}

#[test]
fn commands_refuse_a_wrong_file_in_one_line() {
    let (_folder, name) = file();
    fs::write(&name, "like = \"russian\"\nbord = 8").unwrap();
    let error = complaint(&run(["perft", "--game", &name, "--depth", "1"]));
    assert!(error.contains("mine.toml': line 2: there is no field 'bord'; did you mean 'board'?"), "{error}");
    let error = complaint(&run(["perft", "--game", "rules.txt", "--depth", "1"]));
    assert!(error.contains("and rules files, whose names end in .toml"), "{error}");
}

#[test]
fn hub_takes_rules_by_a_parameter() {
    let (_folder, name) = file();
    let mut engine = Engine::start();
    let told = engine.ask("hub", "wait");
    let declared = "param name=rules value=\"\" type=string";
    assert!(told.iter().any(|line| line == declared), "{told:?}");
    engine.tell("set-param name=variant value=pongor");
    engine.tell(&format!("set-param name=rules value=\"{name}\""));
    assert_eq!(engine.ask("init", "ready").len(), 1);
    engine.tell("pos start moves=\"22-18\"");
    engine.tell("level depth=3");
    assert!(last(&engine.ask("go think", "done")).contains("move="));
    // White begins in this game, Black in pongor, which an empty name brings back.
    for (line, error) in [
        (
            "set-param name=rules value=mine.txt",
            "set-param: found rules 'mine.txt', expected the name of a file that ends in .toml",
        ),
        ("set-param name=rules value=missing.toml", "set-param: rules file 'missing.toml': it does not exist"),
        ("pos start moves=\"11-15\"", "pos: move 1: "),
    ] {
        engine.tell(line);
        let heard = engine.ask("ping", "pong");
        assert!(heard[0].contains(error), "{heard:?}");
    }
    engine.tell("set-param name=rules value=\"\"");
    engine.tell("pos start moves=\"11-15\"");
    assert_eq!(engine.ask("ping", "pong").len(), 1);
}

#[test]
fn ugi_takes_the_name_of_a_file() {
    let (_folder, name) = file();
    let mut engine = Engine::start();
    engine.ask("ugi", "ugiok");
    engine.tell(&format!("setoption name Game value {name}"));
    engine.tell("position startpos moves 22-18");
    assert!(last(&engine.ask("go depth 3", "bestmove")).starts_with("bestmove "));
    engine.tell("setoption name Game value missing.toml");
    let heard = engine.ask("isready", "readyok");
    assert!(heard[0].contains("option Game: rules file 'missing.toml': it does not exist"), "{heard:?}");
}
