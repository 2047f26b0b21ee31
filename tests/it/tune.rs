//! Weights fitted to games: what was spoilt is found again, and the text around it stays. Options tuned by playing: they climb.

use crate::prelude::*;

const PONGOR: &str = include_str!("../../eval/pongor.toml");

/// A folder with a file of games of pongor.
fn with_games(games: u32) -> Folder {
    let folder = Folder::new();
    let play = format!("datagen play --game pongor --games {games} --output games");
    folder.run(format!("{play} --nodes 100 --hash 1 --max-plies 100")).text();
    folder
}

/// Fits, and writes the weights to `tuned.toml`.
fn tune(folder: &Folder, more: &str) -> Ran {
    folder.run(format!("tune weights --data games --output tuned.toml {more}"))
}

#[test]
fn what_was_spoilt_is_found_again() {
    let folder = with_games(40);
    let spoilt = PONGOR.replace("man = 100", "man = 30");
    folder.write("start.toml", &spoilt);
    // So few games are mostly drawn: the scores tell more, and the prior should not matter.
    let tuned = tune(&folder, "--weights start.toml --only man --blend 0 --prior 10000 --json");
    tuned.remarks("step 2: ");
    let report = tuned.json();
    assert!(report["data"]["score_scale"].as_f64() > Some(1000.0), "{report}");
    let loss = |when: &str| report[when]["training"].as_f64().unwrap();
    assert!(loss("after") < loss("before"), "{report}");
    assert!((loss("after") - loss("fitted")).abs() < 1e-4, "{report}");
    let weights = report["weights"].as_array().unwrap();
    assert_eq!(weights.len(), 2);
    // All else is as it was.
    let mut expected = spoilt;
    for (weight, name) in weights.iter().zip(["middlegame.man", "endgame.man"]) {
        assert_eq!((&weight["name"], &weight["old"]), (&name.into(), &30.into()));
        let man = weight["new"].as_i64().unwrap();
        assert!((70..140).contains(&man), "{report}");
        expected = expected.replacen("man = 30", &format!("man = {man}"), 1);
    }
    assert_eq!(folder.read("tuned.toml"), expected);
    folder.run("eval --game pongor --weights tuned.toml").text();
}

#[test]
fn what_is_kept_stays_and_all_else_is_told() {
    let folder = with_games(20);
    let text = tune(&folder, "--keep man,man_squares --threads 2").text();
    let names = ["middlegame.king ", "endgame.king_squares[0] ", "endgame.column ", "rounded: training loss 0."];
    contains_all(&text, names);
    assert!(!text.contains("man_squares"), "{text}");
    let tuned = folder.read("tuned.toml");
    contains_all(&tuned, ["man = 100\n", "     36,  36,  36,  36,\n"]);
    contains_all(&tuned, PONGOR.lines().filter(|line| line.starts_with('#')));
    // The same again, whatever the number of threads; what is there is left alone.
    let again = "tune weights --data games --output again.toml --keep man,man_squares --threads 1";
    folder.run(again).text();
    assert_eq!(folder.read("again.toml"), tuned);
    tune(&folder, "").fails_with("is there already");
}

/// Tunes `UCI_Elo` by games. The engine plays fewer random moves at a higher rating, so the value should rise.
fn climb(folder: &Folder, output: &str, more: &str) -> Ran {
    let engine = "--engine cmd=$ENGINE nodes=4000 option.Hash=1 option.UCI_LimitStrength=true";
    let games = "--openings random --max-plies 60 --rate 0.1";
    let rating = "--option UCI_Elo=1600,800..2400,400";
    folder.run(format!("tune options {engine} {games} --output {output} {rating} {more}"))
}

fn value(folder: &Folder) -> f64 {
    let state: serde_json::Value = serde_json::from_str(&folder.read("tuned.json")).unwrap();
    state["values"][0].as_f64().unwrap()
}

#[test]
#[ignore = "takes half a minute"]
fn an_option_climbs_by_games() {
    let folder = Folder::new();
    let climb = |more: &str| climb(&folder, "tuned.json", more);
    let first = climb("--pairs 30");
    first.says("after 30 of 30 pairs");
    assert!(value(&folder) > 1720.0, "{first:?}");
    climb("--pairs 30").fails_with("--resume continues it");
    // All pairs are played: nothing is left to do.
    let before = value(&folder);
    climb("--pairs 30 --resume").text();
    assert_eq!(value(&folder), before);
    climb("--pairs 40 --resume").fails_with("pairs: found 30, expected 40");
    climb("--pairs 30 --resume --plies 6").fails_with("plies: found nothing, expected 6");
}

#[test]
fn over_hub_the_same_games_come_to_the_same_values() {
    let folder = Folder::new();
    let tune_over_hub = |name: &str, pairs: u32| {
        let games = format!("--openings ballots --pairs {pairs} --max-plies 40");
        let tune = "tune options --game english --engine cmd=$ENGINE nodes=100 --option hash=4,1..16";
        folder.run(format!("{tune} {games} --output {name}"))
    };
    let states = ["one", "two"].map(|name| {
        tune_over_hub(name, 4).says("after 4 of 4 pairs");
        folder.read(name)
    });
    assert_eq!(states[0], states[1]);
    let text = tune_over_hub("short", 1).text();
    assert!(text.ends_with("\nafter 1 of 1 pairs\n"), "{text}");
    climb(&folder, "together", "--pairs 6 --concurrency 2").text();
    assert!(folder.read("together").contains("\"played\": 6"));
}
