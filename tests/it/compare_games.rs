//! `kempelen compare` on recorded games: means over their positions, the chart, and files that cannot be read.

use crate::compare::{result, rows, stdout};
use crate::shell::{self, complaint, kempelen};
use kempelen::lab::game_file::reader::open_game_file;
use serde_json::Value;
use std::fs;
use std::process::Stdio;
use tempfile::TempDir;

/// Two games, the second from another position.
const GAMES: &str = "\
[Event \"one\"]\n\n1. 9-14 24-19 {a comment} 2. 14-17 (2. 11-15 22-18) 2... 22x13 *\n\n\
[Event \"two\"]\n[FEN \"W:WK10,K15,27:BK6,K18,4\"]\n\n1. 10x1 18x11 1-0\n";

/// Each position before a move, as options.
const POSITIONS: [&[&str]; 6] = [
    &[],
    &["--moves", "9-14"],
    &["--moves", "9-14", "24-19"],
    &["--moves", "9-14", "24-19", "14-17"],
    &["--position", "W:WK10,K15,27:BK6,K18,4"],
    &["--position", "W:WK10,K15,27:BK6,K18,4", "--moves", "10x1"],
];

const GAME: [&str; 4] = ["--game", "pongor", "--depth", "3"];

/// A folder with a file of games, and the path of the file.
fn file(name: &str, text: &str) -> (TempDir, String) {
    let folder = TempDir::new().unwrap();
    let path = folder.path().join(name);
    fs::write(&path, text).unwrap();
    let path = path.to_str().unwrap().to_owned();
    (folder, path)
}

/// The mean of a field over the positions.
fn expected(algorithm: &str, field: &str, positions: &[&[&str]]) -> f64 {
    let counts = positions.iter().map(|position| {
        let row = &rows(&[&GAME, *position].concat())[0];
        result(row, algorithm)[field].as_f64().unwrap()
    });
    counts.sum::<f64>() / positions.len() as f64
}

#[test]
fn means_are_over_the_positions_before_the_moves() {
    let (_folder, path) = file("games.pdn", GAMES);
    let row = &rows(&[&GAME[..], &[&path]].concat())[0];
    let counted = [&row["version"], &row["games"], &row["positions"], &row["depth"]];
    assert_eq!(counted, [4, 2, 6, 3].map(Value::from).each_ref());
    for (algorithm, field) in [
        ("minimax", "nodes"),
        ("alpha-beta", "leaves"),
        ("history", "nodes"),
        ("killers", "cutoffs"),
        ("search", "nodes"),
        ("least-tree", "nodes"),
    ] {
        let found = result(row, algorithm)[field].as_f64().unwrap();
        let expected = expected(algorithm, field, &POSITIONS);
        assert!((found - expected).abs() < 1e-9, "{algorithm} {field}: {found}");
    }
    assert_eq!(result(row, "minimax")["stopped"], 0);
    assert!(row.get("interrupted").is_none(), "{row}");
}

#[test]
fn a_sample_is_counted() {
    let (_folder, path) = file("games.pdn", GAMES);
    let sample = &rows(&[&GAME[..], &[&path, "--positions", "2"]].concat())[0];
    let expected = expected("minimax", "nodes", &[POSITIONS[2], POSITIONS[5]]);
    assert_eq!(sample["positions"], 2);
    assert_eq!(result(sample, "minimax")["nodes"], expected);
    let told = stdout(&[&GAME[..], &[&path, "--positions", "2"]].concat());
    assert!(told.contains(": 2 of 6 positions of 2 games\n"), "{told}");
    let all = &rows(&[&GAME[..], &[&path, "--positions", "99"]].concat())[0];
    assert_eq!(all["positions"], 6);
}

#[test]
fn the_history_may_be_kept_in_a_game() {
    let (_folder, path) = file("games.pdn", GAMES);
    let options = ["--game", "pongor", "--depth", "6", &path];
    let fresh = &rows(&options)[0];
    let kept = &rows(&[&options[..], &["--keep-history"]].concat())[0];
    for algorithm in ["minimax", "alpha-beta", "killers", "search"] {
        assert_eq!(result(fresh, algorithm)["nodes"], result(kept, algorithm)["nodes"]);
    }
    assert_ne!(result(fresh, "history")["nodes"], result(kept, "history")["nodes"]);
    // With one position there is nothing to keep.
    let (_folder, path) = file("one.pdn", "1. 9-14 *\n\n1. 11-15 *\n");
    let options = ["--game", "pongor", "--depth", "6", &path];
    let [fresh, kept] = [&options[..], &[&options[..], &["--keep-history"]].concat()]
        .map(|options| result(&rows(options)[0], "history")["nodes"].clone());
    assert_eq!(fresh, kept);
}

#[test]
fn people_get_means() {
    let (_folder, path) = file("games.pdn", GAMES);
    let told = stdout(&["--game", "pongor", "--depth", "2,4", "--nodes", "300", &path]);
    let lines: Vec<_> = told.lines().collect();
    assert!(lines[0].ends_with(": 6 positions of 2 games"), "{told}");
    let words = |line: usize| lines[line].split_whitespace().collect::<Vec<_>>();
    // The means of the literature belong to other games.
    let heading = "depth 2 nodes factor leaves cutoffs tried stopped seconds";
    assert_eq!(words(2).join(" "), heading);
    assert_eq!(words(6).first(), Some(&"history"));
    assert!(!rows(&[&GAME[..], &[&path]].concat())[0].to_string().contains("published"));
    // Minimax was stopped, so there is no factor.
    let minimax = words(11);
    assert_eq!((minimax[0], minimax[2]), ("minimax", "-"));
    assert_ne!(minimax[6], "0");
}

#[test]
fn records_of_other_games_and_from_standard_input_are_read() {
    let mut command = kempelen(&["compare", "--depth", "1", "--json", "-"]);
    let told = shell::stdout(&shell::output_for(&mut command, b"1. e4 e5 2. Nf3 1-0"));
    let row: Value = serde_json::from_str(&told).unwrap();
    assert_eq!((&row["game"], &row["positions"]), (&"chess".into(), &3.into()));
    // 20 moves, 20 and 29, and the root.
    assert_eq!(nodes_of_three(&row), 72.0);
}

fn nodes_of_three(row: &Value) -> f64 {
    (result(row, "minimax")["nodes"].as_f64().unwrap() * 3.0).round()
}

#[test]
fn files_of_datagen_are_read() {
    let folder = TempDir::new().unwrap();
    let path = folder.path().join("games");
    let path = path.to_str().unwrap();
    let play = "datagen play --nodes 60 --hash 1 --max-plies 20 --games 3 --game english --output";
    let play: Vec<&str> = play.split(' ').chain([path]).collect();
    shell::stdout(&shell::run(&play));
    let blocks = open_game_file(path.as_ref()).unwrap().map(Result::unwrap);
    let games: Vec<_> = blocks.flat_map(|block| block.games).collect();
    let moves: usize = games.iter().map(|game| game.moves.len()).sum();
    let row = &rows(&["--game", "english", "--depth", "2", path])[0];
    assert_eq!((&row["games"], &row["positions"]), (&3.into(), &moves.into()));
    // If they were not refused, they would still end soon.
    let compare = |game| shell::run(&["compare", "--depth", "1", "--game", game, path]);
    let wrong = compare("pongor");
    assert!(complaint(&wrong).ends_with("found games of english, expected pongor"));
    let bytes = fs::read(path).unwrap();
    fs::write(path, &bytes[..bytes.len() - 9]).unwrap();
    let wrong = compare("english");
    assert!(wrong.stdout.is_empty(), "{wrong:?}");
    assert!(complaint(&wrong).contains("games': "));
}

#[test]
fn what_cannot_be_read_is_one_clear_line() {
    let over = "1. 9-14 *\n\n[FEN \"W:WK1,K8:BK32:H49\"]\n1. 1-6 32-28 *";
    let after_the_end = ".pdn': game 2: line 4: move 1...: found a move after the end of the game";
    for (text, expected) in [
        ("", ".pdn': found no moves, expected game records"),
        ("[Event \"no moves\"]\n\n*\n", ".pdn': found no moves, expected"),
        ("1. 9-14 *\n\n1. 9-14\n24-20 2. 14-19 *", ".pdn': game 2: line 4: move 2: "),
        ("1. 9-14 9-13 *", ".pdn': game 1: line 1: move 1...: "),
        ("1. 9-14 {a comment", ".pdn': game 1: line 1: found the end of the text"),
        ("[FEN \"nonsense\"]\n1. 9-14 *", ".pdn': game 1: line 1: the tag FEN: "),
        (over, after_the_end),
        ("KEMPGAME and more", ".pdn': "),
        ("\u{0}\u{1}\u{2}", ".pdn': found no moves, expected"),
        ("a letter", ".pdn': game 1: line 1: move 1: "),
    ] {
        // What is read before must not be counted either.
        let (_folder, path) = file("games.pdn", GAMES);
        let (_other, wrong) = file("wrong.pdn", text);
        let compare = ["compare", "--depth", "1", "--game", "pongor", &path, &wrong];
        let output = shell::run(&compare);
        assert_eq!(output.status.code(), Some(2), "{text}");
        assert!(output.stdout.is_empty(), "{text}: {output:?}");
        let told = complaint(&output);
        assert!(told.contains(&format!("wrong{expected}")), "{text}: {told}");
    }
    let (_folder, path) = file("games.pdn", GAMES);
    for (options, expected) in [
        (&["--positions", "2"][..], "GAMES"),
        (&[&path, "--positions", "0"], "--positions"),
        (&[&path, "--moves", "9-14"], "--moves"),
        (&[&path, "--keep-history", "--positions", "2"], "--positions"),
        (&["nowhere.pdn"], "kempelen: cannot read 'nowhere.pdn'"),
    ] {
        let compare = ["compare", "--depth", "1", "--game", "pongor"];
        let output = shell::run(&[&compare, options].concat());
        assert_eq!(output.status.code(), Some(2), "{options:?}");
        let told = String::from_utf8(output.stderr).unwrap();
        assert!(told.contains(expected), "{options:?}: {told}");
    }
}

#[test]
fn a_chart_is_drawn() {
    let folder = TempDir::new().unwrap();
    let path = folder.path().join("nodes.svg");
    let svg = path.to_str().unwrap();
    let told = stdout(&["--game", "pongor", "--depth", "2,4", "--svg", svg]);
    assert!(told.contains("depth 4"), "{told}");
    let picture = fs::read_to_string(&path).unwrap();
    assert!(picture.starts_with("<svg ") && picture.ends_with("</svg>\n"));
    for text in ["minimax", "search", "least-tree", "1,000", "Open markers"] {
        assert!(picture.contains(text), "{text}");
    }
    let (_folder, games) = file("games.pdn", GAMES);
    stdout(&["--game", "pongor", "--depth", "2", "--svg", svg, "--json", &games]);
    let picture = fs::read_to_string(&path).unwrap();
    assert!(picture.contains(">6 positions of 2 games<"), "{picture}");
    assert!(picture.contains(">mean nodes<"), "{picture}");
    let stopped = ["compare", "--depth", "3", "--nodes", "1", "--svg", svg];
    let told = complaint(&shell::run(&stopped));
    assert!(told.contains("--svg: no algorithm has ended"), "{told}");
}

/// The table that is being counted when Ctrl-C comes says on how many positions it rests.
#[cfg(unix)]
#[test]
fn an_interruption_ends_with_what_was_counted() {
    use std::io::{BufRead, BufReader, Read};
    let (folder, games) = file("games.pdn", GAMES);
    let svg = folder.path().join("nodes.svg");
    let options = ["--game", "pongor", "--depth", "2,30", "--algorithm", "minimax", &games];
    let drawn = ["--svg", svg.to_str().unwrap()];
    let mut child = kempelen(&[&["compare"], &options[..], &drawn].concat())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let mut output = BufReader::new(child.stdout.take().unwrap());
    let mut output = shell::in_time("four lines", move || {
        for _ in 0..4 {
            output.read_line(&mut String::new()).unwrap();
        }
        output
    });
    shell::signal(&child, "INT");
    let told = shell::in_time("the end of the output", move || {
        let mut told = String::new();
        output.read_to_string(&mut told).unwrap();
        told
    });
    assert_eq!(shell::wait(&mut child).code(), Some(130));
    assert!(told.contains("depth 30"), "{told}");
    let label = "interrupted: these are the first 0 of 6 positions\n";
    assert!(told.ends_with(label), "{told}");
    assert!(!told.contains("NaN"), "{told}");
    assert!(!svg.exists());
}
