//! `kempelen solve`.

use super::shell::{run, stdout};
use std::fs;

fn output(arguments: &[&str]) -> String {
    stdout(&run(&[&["solve"], arguments].concat()))
}

/// The lines without the time.
fn lines(text: &str) -> Vec<&str> {
    text.lines()
        .filter(|line| !line.starts_with("seconds"))
        .collect()
}

#[test]
fn the_value_and_the_best_moves() {
    let text = output(&["--game", "tictactoe", "--moves", "b2", "a2"]);
    assert_eq!(
        lines(&text),
        [
            "position   .../ox./... x",
            "value      the first side wins in 5 plies",
            "best       a1 (5), c1 (5), a3 (5), c3 (5), b1 (7), b3 (7)",
            "positions  427",
        ]
    );
    let text = output(&["--game", "tree"]);
    assert_eq!(
        lines(&text),
        [
            "position   (((6 -10)(8 2))((7 1)(11 -8))) p1",
            "value      7 for the first side",
            "best       2",
            "positions  15",
        ]
    );
    let json = output(&["--game", "nim", "--position", "nim 1,2,3 p1", "--json"]);
    assert!(
        json.starts_with("{\"best\":[{\"move\":\"1:1-0\",\"plies\":"),
        "{json}"
    );
}

#[test]
fn strategies_are_written_and_checked() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("strategies.txt");
    let path = path.to_str().unwrap();
    for (arguments, expected) in [
        (
            ["--game", "tictactoe", "--for", "value"],
            "correct: first does not lose, in 128 positions\n\
             correct: second does not lose, in 382 positions\n",
        ),
        (
            ["--game", "tree", "--for", "value"],
            "correct: first gets at least 7, in 6 positions\n\
             correct: second gets at least -7, in 7 positions\n",
        ),
    ] {
        assert_eq!(output(&[&arguments[..], &["--output", path]].concat()), "");
        assert_eq!(output(&["--check", path]), expected);
        let text = fs::read_to_string(path).unwrap();
        fs::write(path, text.replacen("; ", " -> 1; ", 1)).unwrap();
        let result = run(&["solve", "--check", path]);
        assert_eq!(result.status.code(), Some(1));
        assert!(String::from_utf8_lossy(&result.stdout).starts_with("wrong: "));
    }
    let none = output(&["--game", "tictactoe", "--for", "first", "--goal", "win"]);
    assert_eq!(none, "none exists: no strategy with which first wins\n");
    let dot = output(&["--game", "tree", "--for", "first", "--format", "dot"]);
    assert!(dot.starts_with("digraph {") && dot.ends_with("}\n"));
    assert!(dot.contains("  0:s -> 1 [label=\"2\"];\n"), "{dot}");
}

#[test]
fn refused() {
    for (arguments, expected) in [
        (
            &["--nodes", "1000"][..],
            "the game from this position: more than 1000 positions can arise, the limit",
        ),
        (
            &["--game", "nim", "--position", "nim 9000000000000000000 p1"],
            "a position has more than 65535 moves, the limit",
        ),
        (&["--game", "tree", "--goal", "win"], "--for"),
        (&["--check", "/no/such/file"], "it does not exist"),
        (
            &["--game", "tree", "--for", "first", "--goal", "much"],
            "expected win, draw or a payoff",
        ),
    ] {
        let result = run(&[&["solve"], arguments].concat());
        let error = String::from_utf8_lossy(&result.stderr).into_owned();
        assert!(
            result.status.code() == Some(2) && error.contains(expected),
            "{arguments:?}: {error}"
        );
    }
}
