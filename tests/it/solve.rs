//! `kempelen solve`.

use crate::prelude::*;

fn solve(arguments: &str) -> Ran {
    run(format!("solve {arguments}"))
}

fn output(arguments: &str) -> String {
    solve(arguments).text()
}

/// The lines without the time.
fn lines(text: &str) -> Vec<&str> {
    text.lines().filter(|line| !line.starts_with("seconds")).collect()
}

/// Checks commands, each in a line that begins with `$`, with the lines of its answer below it.
#[track_caller]
fn check(transcript: &str) {
    for part in transcript.split("$ ").skip(1) {
        let (arguments, expected) = part.split_once('\n').unwrap();
        assert_eq!(lines(&output(arguments)), lines(expected));
    }
}

#[test]
fn the_value_and_the_best_moves() {
    check(include_str!("../data/solve_small.txt"));
}

#[test]
fn heap_games_are_answered_by_their_theory() {
    check(include_str!("../data/solve_heaps.txt"));
    let json = output("--game nim --position 'nim 1,2,4 p1' --json");
    // The nim-sum is 7: only 3 of the heap of 4 are left.
    let expected =
        "{\"best\":[{\"move\":\"3:4-3\"}],\"best_is_complete\":true,\"class\":\"N\",\"game\":\"nim\",\"grundy\":7,";
    assert!(json.starts_with(expected), "{json}");
    assert!(json.trim_end().ends_with(",\"value\":1}"), "{json}");
}

#[test]
fn strategies_are_written_and_checked() {
    let folder = Folder::new();
    for (game, positions, promises) in [
        ("tictactoe", None, ["first does not lose", "second does not lose"]),
        ("tree", Some([6, 9]), ["first gets at least 7", "second gets at least -7"]),
    ] {
        assert_eq!(folder.run(format!("solve --game {game} --for value --output strategies.txt")).text(), "");
        let checked = folder.run("solve --check strategies.txt").text();
        for (number, promise) in promises.into_iter().enumerate() {
            let line = checked.lines().nth(number).unwrap();
            let count = line.strip_prefix(&format!("correct: {promise}, in "));
            let count = count.and_then(|it| it.strip_suffix(" positions"));
            let count: usize = count.unwrap().parse().unwrap();
            assert!(positions.is_none_or(|it| it[number] == count), "{line}");
        }
        folder.write("strategies.txt", folder.read("strategies.txt").replacen("; ", " -> 1; ", 1));
        assert!(folder.run("solve --check strategies.txt").exits_with(1).out().starts_with("wrong: "));
    }
    assert_eq!(output("--game tictactoe --for first --goal win"), "none exists: no strategy with which first wins\n");
    let dot = output("--game tree --for first --format dot");
    assert!(dot.starts_with("digraph {") && dot.ends_with("}\n"));
    assert!(dot.contains("  n0 -> n1 [label=\"2\", style=bold];\n"), "{dot}");
    // The moves of the other side belong together.
    assert!(dot.contains("  n1:s -> n3 [label=\"2\"];\n"), "{dot}");
    let svg = output("--game grundy --position 'grundy 7 p1' --for second --format svg");
    assert!(svg.starts_with("<svg ") && svg.ends_with("</svg>\n"));
    // The first position and that of 1,2,4 have several replies; every move of the strategy is thick.
    assert_eq!(svg.matches("class=\"arc\"").count(), 1, "{svg}");
    assert!(svg.contains(">grundy 1,1,1,2,2 p1</text>"), "{svg}");
}

#[test]
fn refused() {
    are_misused("solve", "solve");
}

const MATE_IN_2: &str = "2rr3k/pp3pp1/1nnqbN1p/3pN3/2pP4/2P3Q1/PPB4P/R4RK1 w - - 0 1";

#[test]
fn mates_are_proved() {
    let in_2 = |more: &str| format!("--fen '{MATE_IN_2}' {more}");
    let text = output(&in_2(""));
    let position = format!("position   {MATE_IN_2}");
    let expected =
        [&position, "value      the first side wins in at most 3 plies; a shorter way may exist", "best       g3g6"];
    assert_eq!(lines(&text)[..3], expected);
    let json = output(&in_2("--json --method proof"));
    let parts = ["\"best\":[{\"move\":\"g3g6\",\"plies\":3}]", "\"method\":\"proof\"", "\"plies\":3,", "\"value\":1}"];
    contains_all(&json, parts);
    let folder = Folder::new();
    for whom in ["first", "value"] {
        folder.run(format!("solve {} --for {whom} --output mate.txt", in_2(""))).text();
        let checked = folder.run("solve --check mate.txt").text();
        assert!(checked.starts_with("correct: first wins, in "), "{checked}");
        assert_eq!(checked.lines().count(), 1);
    }
    let dot = output(&in_2("--for first --format dot"));
    assert!(dot.starts_with("digraph {"), "{dot}");
    let none = "none exists: no strategy with which second";
    assert_eq!(output(&in_2("--for second --goal win")), format!("{none} wins\n"));
    assert_eq!(output(&in_2("--for second")), format!("{none} does not lose\n"));
}

#[test]
fn draws_are_proved() {
    let folder = Folder::new();
    let with = |more: &str| folder.run(format!("solve --game tictactoe --method proof {more}")).text();
    let text = with("");
    let lines = lines(&text);
    assert_eq!(lines[1], "value      draw: neither side can force a win");
    assert!(lines[2].starts_with("best       "), "{text}");
    assert!(with("--json").contains("\"best\":[{\"move\":\""));
    with("--for value --output draw.txt");
    let checked = folder.run("solve --check draw.txt").text();
    for (line, side) in checked.lines().zip(["first", "second"]) {
        assert!(line.starts_with(&format!("correct: {side} does not lose, in ")), "{line}");
    }
    assert_eq!(checked.lines().count(), 2);
    // After this reply the second side loses.
    let lost = with("--moves b2 a2 --for second --goal draw");
    assert_eq!(lost, "none exists: no strategy with which second does not lose\n");
}

#[test]
fn random_heaps_are_solved() {
    let position = |bounds: &str| lines(&output(&format!("--game nim --random '{bounds}'")))[0].to_owned();
    let seeded = position("heaps=3..6 size=1..20 misere seed=7");
    assert!(seeded.starts_with("position   nim ") && seeded.ends_with(" misere p1"));
    assert_eq!(seeded, position("heaps=3..6 size=1..20 misere seed=7"));
    assert_ne!(seeded, position("heaps=3..6 size=1..20 misere seed=8"));
    are_misused("solve", "solve_random");
}

/// What is not known has the status 1.
#[test]
fn unknown() {
    for [arguments, expected] in cases("refused", "solve_unknown") {
        contains_all(&solve(arguments).exits_with(1).out(), [expected]);
    }
}

/// A file of earlier is not replaced by the sentence that there is no strategy.
#[test]
fn a_strategy_that_does_not_exist_is_not_written() {
    let folder = Folder::with(&[("strategy.svg", "old")]);
    for arguments in ["--nodes 500 --for first", "--game tictactoe --for first --goal win"] {
        assert!(!folder.run(format!("solve --output strategy.svg {arguments}")).exits_with(1).stdout.is_empty());
        assert_eq!(folder.read("strategy.svg"), "old");
    }
}

#[test]
fn the_embedded_endgame_tables_come_first() {
    let ending = "--game english --fen B:W18:BK9,K10";
    let text = output(ending);
    let lines = lines(&text);
    assert_eq!(lines[1], "value      the first side wins");
    let distance = lines[2].strip_prefix("distance   ").unwrap();
    let plies = distance.strip_suffix(" plies to the next capture or promotion");
    let plies: u32 = plies.unwrap().parse().unwrap();
    assert!(lines[3].split(", ").next().unwrap().ends_with(&format!(" ({plies})")), "{text}");
    assert_eq!(lines[4], "source     endgame tables of english, up to 4 pieces");
    contains_all(&output(&format!("{ending} --json --method tables")), [format!("\"distance\":{plies},")]);
}

#[test]
#[ignore = "needs KEMPELEN_DATA"]
fn syzygy_tables_come_first() {
    let text = output(&format!("--fen '8/8/8/8/8/5k2/8/5K1R w - - 0 1' --tables '{}'", data("syzygy").display()));
    let lines = lines(&text);
    assert_eq!(
        lines[1..3],
        ["value      the first side wins", "distance   25 plies to the next capture or pawn move (DTZ)"]
    );
    assert!(lines[3].starts_with("best       h1h4 (25), f1e1 (29), "), "{text}");
}

#[test]
fn methods_without_an_answer_are_refused() {
    are_misused("solve", "solve_methods");
}
