//! `kempelen compare` on recorded games: means over their positions, the chart, and files that cannot be read.

use crate::compare::{result, rows};
use crate::prelude::*;

/// Two games, the second from another position.
const GAMES: &str = "\
[Event \"one\"]\n\n1. 9-14 24-19 {a comment} 2. 14-17 (2. 11-15 22-18) 2... 22x13 *\n\n\
[Event \"two\"]\n[FEN \"W:WK10,K15,27:BK6,K18,4\"]\n\n1. 10x1 18x11 1-0\n";

/// Each position before a move, as options.
const POSITIONS: [&str; 6] = [
    "",
    "--moves 9-14",
    "--moves 9-14 24-19",
    "--moves 9-14 24-19 14-17",
    "--position W:WK10,K15,27:BK6,K18,4",
    "--position W:WK10,K15,27:BK6,K18,4 --moves 10x1",
];

fn games() -> Folder {
    Folder::with(&[("games.pdn", GAMES)])
}

/// Compares algorithms on `games.pdn`.
fn compare(folder: &Folder, options: &str) -> Ran {
    folder.run(format!("compare --game pongor {options} games.pdn"))
}

/// The object of the first depth.
fn row(folder: &Folder, options: &str) -> Value {
    compare(folder, &format!("--json {options}")).exits_with(0).objects().swap_remove(0)
}

/// The mean of a field over the positions.
fn expected(algorithm: &str, field: &str, positions: &[&str]) -> f64 {
    let rows = positions.iter().map(|position| rows(&format!("--game pongor --depth 3 {position}")));
    rows.map(|rows| result(&rows[0], algorithm)[field].as_f64().unwrap()).sum::<f64>() / positions.len() as f64
}

#[test]
fn means_are_over_the_positions_before_the_moves() {
    let row = &row(&games(), "--depth 3");
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
        assert!((found - expected(algorithm, field, &POSITIONS)).abs() < 1e-9, "{algorithm} {field}: {found}");
    }
    assert_eq!(result(row, "minimax")["stopped"], 0);
    assert!(row.get("interrupted").is_none(), "{row}");
}

#[test]
fn a_sample_is_counted() {
    let folder = games();
    let sample = &row(&folder, "--depth 3 --positions 2");
    let expected = expected("minimax", "nodes", &[POSITIONS[2], POSITIONS[5]]);
    assert_eq!(sample["positions"], 2);
    assert_eq!(result(sample, "minimax")["nodes"], expected);
    compare(&folder, "--depth 3 --positions 2").says(": 2 of 6 positions of 2 games\n");
    assert_eq!(row(&folder, "--depth 3 --positions 99")["positions"], 6);
}

#[test]
fn the_history_may_be_kept_in_a_game() {
    let both = |folder: &Folder| ["", "--keep-history"].map(|keep| row(folder, &format!("--depth 6 {keep}")));
    let [fresh, kept] = &both(&games());
    for algorithm in ["minimax", "alpha-beta", "killers", "search"] {
        assert_eq!(result(fresh, algorithm)["nodes"], result(kept, algorithm)["nodes"]);
    }
    assert_ne!(result(fresh, "history")["nodes"], result(kept, "history")["nodes"]);
    // With one position there is nothing to keep.
    let [fresh, kept] = &both(&Folder::with(&[("games.pdn", "1. 9-14 *\n\n1. 11-15 *\n")]));
    assert_eq!(result(fresh, "history")["nodes"], result(kept, "history")["nodes"]);
}

#[test]
fn people_get_means() {
    let folder = games();
    let text = compare(&folder, "--depth 2,4 --nodes 300").text();
    let lines: Vec<_> = text.lines().collect();
    assert!(lines[0].ends_with(": 6 positions of 2 games"), "{text}");
    let words = |line: usize| lines[line].split_whitespace().collect::<Vec<_>>();
    // The means of the literature belong to other games.
    assert_eq!(words(2).join(" "), "depth 2 nodes factor leaves cutoffs tried stopped seconds");
    assert_eq!(words(4)[..3], ["alpha-beta", "21.0", "1.4"]);
    assert_eq!(words(6).first(), Some(&"history"));
    assert!(!row(&folder, "--depth 3").to_string().contains("published"));
    // Minimax was stopped, so there is no factor.
    let minimax = words(11);
    assert_eq!((minimax[0], minimax[2]), ("minimax", "-"));
    assert_eq!(minimax[6], "3");
}

#[test]
fn records_of_other_games_and_from_standard_input_are_read() {
    let row = run_for("compare --depth 1 --json -", "1. e4 e5 2. Nf3 1-0").json();
    assert_eq!((&row["game"], &row["positions"]), (&"chess".into(), &3.into()));
    // 20 moves, 20 and 29, and the root.
    assert_eq!(nodes_of_three(&row), 72.0);
}

fn nodes_of_three(row: &Value) -> f64 {
    (result(row, "minimax")["nodes"].as_f64().unwrap() * 3.0).round()
}

#[test]
fn files_of_datagen_are_read() {
    let folder = Folder::new();
    folder.run("datagen play --nodes 60 --hash 1 --max-plies 20 --games 3 --game english --output games").text();
    let moves: usize = crate::datagen::read(&folder, "games").iter().map(|game| game.moves.len()).sum();
    let row = &folder.run("compare --json --game english --depth 2 games").objects()[0];
    assert_eq!((&row["games"], &row["positions"]), (&3.into(), &moves.into()));
    // If they were not refused, they would still end soon.
    folder.run("compare --depth 1 --game pongor games").fails_with("found games of english, expected pongor\n");
    let bytes = folder.bytes("games");
    folder.write("games", &bytes[..bytes.len() - 9]);
    assert_eq!(folder.run("compare --depth 1 --game english games").fails_with("games': ").out(), "");
}

#[test]
fn what_cannot_be_read_is_one_clear_line() {
    for [text, expected] in cases("refused", "compare_games") {
        // What is read before must not be counted either.
        let folder = Folder::with(&[("games.pdn", GAMES), ("wrong.pdn", text)]);
        let refused = folder.run("compare --depth 1 --game pongor games.pdn wrong.pdn");
        assert_eq!(refused.fails_with(format!("wrong{expected}")).out(), "", "{text}");
    }
    for [options, expected] in cases("refused", "compare_games_misused") {
        games().run(format!("compare --depth 1 --game pongor {options}")).exits_with(2).remarks(expected);
    }
}

#[test]
fn a_chart_is_drawn() {
    let folder = games();
    folder.run("compare --game pongor --depth 2,4 --svg nodes.svg").says("depth 4");
    let picture = folder.read("nodes.svg");
    assert!(picture.starts_with("<svg ") && picture.ends_with("</svg>\n"));
    contains_all(&picture, ["minimax", "search", "least-tree", "1,000", "Open markers"]);
    compare(&folder, "--depth 2 --svg nodes.svg --json").text();
    contains_all(&folder.read("nodes.svg"), [">6 positions of 2 games<", ">mean nodes<"]);
    folder.run("compare --depth 3 --nodes 1 --svg nodes.svg").fails_with("--svg: no algorithm has ended");
}

/// The table that is being counted when Ctrl-C comes says on how many positions it rests.
#[cfg(unix)]
#[test]
fn an_interruption_ends_with_what_was_counted() {
    let folder = games();
    let options = "--game pongor --depth 2,30 --algorithm minimax games.pdn --svg nodes.svg";
    let mut child = piped(&mut folder.command(format!("compare {options}")));
    let mut output = BufReader::new(child.stdout.take().unwrap());
    let mut output = in_time("four lines", move || {
        for _ in 0..4 {
            output.read_line(&mut String::new()).unwrap();
        }
        output
    });
    signal(&child, "INT");
    let text = in_time("the end of the output", move || {
        let mut text = String::new();
        output.read_to_string(&mut text).unwrap();
        text
    });
    assert_eq!(wait(&mut child).code(), Some(130));
    assert!(text.contains("depth 30"), "{text}");
    assert!(text.ends_with("interrupted: these are the first 0 of 6 positions\n"), "{text}");
    assert!(!text.contains("NaN"), "{text}");
    assert!(!folder.has("nodes.svg"));
}
