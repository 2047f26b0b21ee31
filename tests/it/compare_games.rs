//! `kempelen compare` on recorded games: the means over their positions.

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
