//! Weights fitted to games: what was spoilt is found again, and the text around it stays. Options tuned
//! by playing: they climb, and what cannot be tuned is refused.

use crate::shell::{ENGINE, complaint, run, stdout};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Output;
use tempfile::TempDir;

const PONGOR: &str = include_str!("../../eval/pongor.toml");

/// A folder with a file of games of pongor.
struct Folder {
    folder: TempDir,
    games: String,
}

impl Folder {
    fn new(games: u32) -> Folder {
        let folder = TempDir::new().unwrap();
        let path = folder.path().join("games").to_str().unwrap().to_owned();
        let count = games.to_string();
        let play = ["datagen", "play", "--game", "pongor", "--games", &count, "--output", &path];
        let cheap = ["--nodes", "100", "--hash", "1", "--max-plies", "100"];
        stdout(&run(&[&play[..], &cheap].concat()));
        Folder { folder, games: path }
    }

    fn path(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    fn write(&self, name: &str, content: &[u8]) -> String {
        fs::write(self.path(name), content).unwrap();
        text(&self.path(name))
    }

    /// Fits, and writes the weights to `tuned.toml`.
    fn tune(&self, more: &[&str]) -> Output {
        let output = text(&self.path("tuned.toml"));
        run(&[&["tune", "weights", "--data", &self.games, "--output", &output], more].concat())
    }

    fn tuned(&self) -> String {
        fs::read_to_string(self.path("tuned.toml")).unwrap()
    }
}

fn text(path: &Path) -> String {
    path.to_str().unwrap().to_owned()
}

#[test]
fn what_was_spoilt_is_found_again() {
    let folder = Folder::new(40);
    let spoilt = PONGOR.replace("man = 100", "man = 30");
    let start = folder.write("start.toml", spoilt.as_bytes());
    // So few games are mostly drawn: the scores tell more, and the prior should not matter.
    let aim = ["--only", "man", "--blend", "0", "--prior", "10000", "--json"];
    let told = stdout(&folder.tune(&[&["--weights", &start][..], &aim].concat()));
    let report: serde_json::Value = serde_json::from_str(&told).unwrap();
    let loss = |when: &str| report[when]["training"].as_f64().unwrap();
    assert!(loss("after") < loss("before"), "{told}");
    assert!((loss("after") - loss("fitted")).abs() < 1e-4, "{told}");
    let weights = report["weights"].as_array().unwrap();
    assert_eq!(weights.len(), 2);
    // All else is as it was.
    let mut expected = spoilt;
    for (weight, name) in weights.iter().zip(["middlegame.man", "endgame.man"]) {
        assert_eq!((&weight["name"], &weight["old"]), (&name.into(), &30.into()));
        let man = weight["new"].as_i64().unwrap();
        assert!((70..140).contains(&man), "{told}");
        expected = expected.replacen("man = 30", &format!("man = {man}"), 1);
    }
    assert_eq!(folder.tuned(), expected);
    stdout(&run(&["eval", "--game", "pongor", "--weights", &text(&folder.path("tuned.toml"))]));
}

#[test]
fn what_is_kept_stays_and_all_else_is_told() {
    let folder = Folder::new(20);
    let told = stdout(&folder.tune(&["--keep", "man,man_squares", "--threads", "2"]));
    for name in ["middlegame.king ", "endgame.king_squares[0] ", "endgame.column ", "rounded: training loss 0."] {
        assert!(told.contains(name), "{told}");
    }
    assert!(!told.contains("man_squares"), "{told}");
    let tuned = folder.tuned();
    for kept in ["man = 100\n", "     36,  36,  36,  36,\n"] {
        assert!(tuned.contains(kept), "{tuned}");
    }
    for line in PONGOR.lines().filter(|line| line.starts_with('#')) {
        assert!(tuned.contains(line), "{tuned}");
    }
    // The same again, whatever the number of threads; what is there is left alone.
    let again = text(&folder.path("again.toml"));
    stdout(&run(&[
        "tune",
        "weights",
        "--data",
        &folder.games,
        "--output",
        &again,
        "--keep",
        "man,man_squares",
        "--threads",
        "1",
    ]));
    assert_eq!(fs::read_to_string(again).unwrap(), tuned);
    let refused = complaint(&folder.tune(&[]));
    assert!(refused.contains("is there already"), "{refused}");
}

#[test]
fn bad_input_is_refused_in_a_line() {
    let folder = Folder::new(4);
    let whole = fs::read(&folder.games).unwrap();
    let cut = folder.write("cut", &whole[..whole.len() - 20]);
    let wrong = folder.write("wrong.toml", PONGOR.replace("king = ", "queen = ").as_bytes());
    let list = folder.write("list.toml", PONGOR.replace("column = 40", "column = [40, 40]").as_bytes());
    let nothing = text(&folder.path("nothing"));
    for (arguments, expected) in [
        (&["--data", &cut][..], "found a block that ends after"),
        (&["--data", &nothing], "cannot read"),
        (&["--data", &wrong], "'KEMPGAME'"),
        (&["--weights", &wrong], "[middlegame] king: found 0 numbers, expected 1"),
        (&["--weights", &list], "column: found 2 numbers, expected 1"),
        (&["--weights", &folder.games], "that is not UTF-8"),
        (&["--only", "queen"], "--only: no weight is called 'queen'; there are middlegame.man, middlegame.king,"),
        (&["--keep", "back_row[16]"], "--keep: no weight is called 'back_row[16]'"),
        (&["--only", "man", "--keep", "man"], "no weight that is free to move"),
        (&["--skip-plies", "9999"], "found no position to fit to"),
    ] {
        let told = complaint(&folder.tune(arguments));
        assert!(told.contains(expected), "{arguments:?}: {told}");
        assert!(!folder.path("tuned.toml").exists());
    }
    for arguments in [["--blend", "1.5"], ["--scale", "0"], ["--prior", "nan"]] {
        let output = folder.tune(&arguments);
        assert_eq!(output.status.code(), Some(2), "{output:?}");
    }
}

/// Tunes `UCI_Elo` by games. The engine plays fewer random moves at a higher rating, so the value should rise.
fn climb(output: &str, more: &[&str]) -> Output {
    let engine = format!("cmd={ENGINE}");
    let rating = ["--option", "UCI_Elo=1600,800..2400,400"];
    let play = [
        "tune",
        "options",
        "--engine",
        &engine,
        "nodes=4000",
        "option.Hash=1",
        "option.UCI_LimitStrength=true",
        "--openings",
        "random",
        "--max-plies",
        "60",
        "--rate",
        "0.1",
        "--output",
        output,
    ];
    run(&[&play[..], &rating, more].concat())
}

fn value(path: &str) -> f64 {
    let text = fs::read_to_string(path).unwrap();
    let state: serde_json::Value = serde_json::from_str(&text).unwrap();
    state["values"][0].as_f64().unwrap()
}

#[test]
#[ignore = "takes half a minute"]
fn an_option_climbs_by_games() {
    let folder = TempDir::new().unwrap();
    let path = text(&folder.path().join("tuned.json"));
    let told = stdout(&climb(&path, &["--pairs", "30"]));
    assert!(told.contains("after 30 of 30 pairs"), "{told}");
    assert!(value(&path) > 1720.0, "{told}");
    let refused = complaint(&climb(&path, &["--pairs", "30"]));
    assert!(refused.contains("--resume continues it"), "{refused}");
    // All pairs are played: nothing is left to do.
    let before = value(&path);
    stdout(&climb(&path, &["--pairs", "30", "--resume"]));
    assert_eq!(value(&path), before);
    let other = complaint(&climb(&path, &["--pairs", "40", "--resume"]));
    assert!(other.contains("pairs: found 30, expected 40"), "{other}");
    let plies = ["--pairs", "30", "--resume", "--plies", "6"];
    let other = complaint(&climb(&path, &plies));
    assert!(other.contains("plies: found nothing, expected 6"), "{other}");
}

#[test]
fn options_that_cannot_be_tuned_are_refused() {
    let folder = TempDir::new().unwrap();
    let path = text(&folder.path().join("tuned.json"));
    for (option, expected) in [
        ("Boldness=1,0..9", "has no option 'Boldness'"),
        ("Hash=1,0..8", "found 0..8, expected bounds within 1..1048576"),
        ("Ponder=1,0..1", "is not a whole number"),
        ("uci_elo=1700,1600..1800", "'uci_elo' occurs twice"),
    ] {
        let told = complaint(&climb(&path, &["--option", option]));
        assert!(told.contains(expected), "{told}");
    }
    assert!(!folder.path().join("tuned.json").exists(), "nothing was played");
    let wrong = climb(&path, &["--option", "Hash=9,0..8"]);
    let wrong = String::from_utf8_lossy(&wrong.stderr).into_owned();
    assert!(wrong.contains("found 'Hash=9,0..8', expected NAME=START"), "{wrong}");
    fs::write(&path, "{}").unwrap();
    let broken = complaint(&climb(&path, &["--resume"]));
    assert!(broken.contains("tuned.json"), "{broken}");
}

#[test]
fn over_hub_the_same_games_come_to_the_same_values() {
    let folder = TempDir::new().unwrap();
    let engine = format!("cmd={ENGINE}");
    let tune_over_hub = |name: &str, pairs: &str| {
        run(&[
            "tune",
            "options",
            "--game",
            "english",
            "--engine",
            &engine,
            "nodes=100",
            "--openings",
            "ballots",
            "--pairs",
            pairs,
            "--option",
            "hash=4,1..16",
            "--max-plies",
            "40",
            "--output",
            &text(&folder.path().join(name)),
        ])
    };
    let states = ["one", "two"].map(|name| {
        let told = stdout(&tune_over_hub(name, "4"));
        assert!(told.contains("after 4 of 4 pairs"), "{told}");
        fs::read_to_string(folder.path().join(name)).unwrap()
    });
    assert_eq!(states[0], states[1]);
    let told = stdout(&tune_over_hub("short", "1"));
    assert!(told.ends_with("\nafter 1 of 1 pairs\n"), "{told}");
    let together = text(&folder.path().join("together"));
    stdout(&climb(&together, &["--pairs", "6", "--concurrency", "2"]));
    assert!(fs::read_to_string(&together).unwrap().contains("\"played\": 6"));
}
