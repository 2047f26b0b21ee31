//! `kempelen games`, and what takes its place in the other commands: the option `--game`, moves and positions.

use crate::command_line::leaves;
use crate::prelude::*;
use clap::CommandFactory;
use kempelen::commands::Cli;
use kempelen::games::all_names;

#[test]
fn every_game_has_a_line() {
    let text = run("games").text();
    assert_eq!(text.lines().count(), games().count());
    for (line, game) in text.lines().zip(games()) {
        let words: Vec<&str> = line.split_whitespace().collect();
        assert_eq!(words[0], game.name);
        assert!(line.contains("UGI  ") && line.ends_with(&format!("  {}", game.about)), "{line}");
    }
    assert!(
        text.starts_with("chess          UCI, UGI  Chess and Chess960\nenglish        Hub, UGI  English"),
        "{text}"
    );
    assert!(text.contains("\nnim            UGI       Nim: take from one heap\n"), "{text}");
}

#[test]
fn the_list_as_json() {
    let text = run("games --json").text();
    let rows: Vec<Value> = text.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    let names: Vec<&str> = rows.iter().map(|row| row["game"].as_str().unwrap()).collect();
    assert_eq!(names, all_names().collect::<Vec<_>>());
    let nim = &rows[names.iter().position(|&name| name == "nim").unwrap()];
    assert_eq!(nim["start"], "nim 3,4,5 p1");
    assert_eq!((&nim["uci_variant"], &nim["hub_variant"]), (&Value::Null, &Value::Null));
    assert!(nim["how_to_play"].as_str().unwrap().starts_with("A move takes any number of counters from one heap.\n"));
}

#[test]
fn the_rules_of_one_game() {
    let text = run("games Northcott").text();
    let expected = "northcott: Northcott's game: Nim on a board\nEvery column has a man of each side.";
    assert!(text.starts_with(expected), "{text}");
    // How a game ends is said once, for normal and for misere play.
    assert!(text.contains("Men never go back and never jump.\nWhoever makes the last move wins."), "{text}");
    run("games go").fails_with("no game is called 'go'; there are chess");
    run("games nim --json").exits_with(2).remarks("cannot be used with");
}

/// The names of the games stand in `kempelen games` alone, and completion scripts know them.
#[test]
fn help_texts_do_not_repeat_the_list_and_completions_have_it() {
    let mut commands = 0;
    for (called, mut command) in leaves(&Cli::command(), "kempelen") {
        let help = command.render_long_help().to_string();
        assert!(!help.contains("frysk, "), "{called}: {help}");
        commands += usize::from(help.contains("The game: a name that 'kempelen games' lists"));
    }
    assert!(commands >= 12, "{commands}");
    let script = run("completions bash").text();
    assert!(script.contains("chess english pongor"), "{script}");
}

#[test]
fn moves_in_one_pair_of_quotes_and_in_any_case() {
    let picture = |moves: &str| run(format!("picture --moves {moves} --format text")).text();
    let expected = picture("e4 e5 Nf3 Nc6 Bc4");
    for moves in ["'e4 e5 Nf3 Nc6 Bc4'", "e4 'e5  nf3' NC6 bc4", "E4 E5 nF3 nc6 bc4"] {
        assert_eq!(picture(moves), expected, "{moves}");
    }
    assert!(run("analyze --depth 1").text().ends_with("best move: e4\n"));
}

#[test]
fn numbers_below_zero_are_values() {
    for (arguments, expected) in [
        ("perft --depth -1", "invalid value '-1' for '--depth <DEPTH>'"),
        ("analyse --depth -1", "invalid value '-1' for '--depth <DEPTH>': -1 is not in 0.."),
        ("match --rounds -2 --engine cmd=a", "invalid value '-2' for '--rounds <ROUNDS>'"),
    ] {
        run(arguments).exits_with(2).remarks(expected);
    }
    run("perft --game tree --fen '-1 p2' --depth 1").says("0");
    assert!(run("solve --game tree --position '-1 p2'").text().starts_with("position   -1 p2\nvalue      -1 "));
}

#[test]
fn two_machines_without_names() {
    let text = run_for("play --plain --game nim --first best --second best", "").text();
    assert!(text.contains("Kempelen (Player 1, best level=4) against Kempelen 2 (Player 2, best level=4)"), "{text}");
    // What a theorem says needs no search.
    let text = run_for("play --plain --game nim --first best --second person", "statistics\nquit\n").text();
    assert!(text.contains("\na win, known without a search: 1:3-1\n"), "{text}");
    run("play --plain --game nim --first best --second search name=Kempelen").fails_with("for both players");
}
