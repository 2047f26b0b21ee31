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
            "best       a3 (5), b3 (5), c3 (5), a1 (5), b1 (5), c1 (5)",
            "positions  627",
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
    for (game, positions, promises) in [
        (
            "tictactoe",
            None,
            ["first does not lose", "second does not lose"],
        ),
        (
            "tree",
            Some([6, 9]),
            ["first gets at least 7", "second gets at least -7"],
        ),
    ] {
        let written = output(&["--game", game, "--for", "value", "--output", path]);
        assert_eq!(written, "");
        let checked = output(&["--check", path]);
        for (number, promise) in promises.into_iter().enumerate() {
            let line = checked.lines().nth(number).unwrap();
            let count = line.strip_prefix(&format!("correct: {promise}, in "));
            let count = count.and_then(|it| it.strip_suffix(" positions"));
            let count: usize = count.unwrap().parse().unwrap();
            assert!(positions.is_none_or(|it| it[number] == count), "{line}");
        }
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
