//! Options of the command line and what a saved game says; the rules of every game.

use super::plain::{play, told};
use std::path::Path;

/// What a game says on standard output, and its error.
fn both(arguments: &[&str], lines: &str, state: &Path) -> (String, String) {
    let output = play(arguments, lines, state);
    let text = |bytes| String::from_utf8(bytes).unwrap();
    (text(output.stdout), text(output.stderr))
}

#[test]
fn options_replace_what_a_saved_game_says() {
    let state = tempfile::tempdir().unwrap();
    let file = state.path().join("game.pgn");
    let file = file.to_str().unwrap();
    let players = ["--level", "1", "--clock", "9:00"];
    let (text, _) = both(&players, &format!("e4\nsave {file}\n"), state.path());
    assert!(text.contains("1. ") || text.contains("Kempelen: "), "{text}");
    let last_game = state.path().join("last-game.pgn");
    let kept = std::fs::read(&last_game).unwrap();
    for from in [&["--load", file][..], &["--continue"]] {
        let header = |more: &[&str]| {
            // The game is kept with the players of the run before.
            std::fs::write(&last_game, &kept).unwrap();
            let (text, error) = both(&[from, more].concat(), "", state.path());
            let line = text.lines().nth(1).unwrap_or_default().to_owned();
            format!("{line}{error}")
        };
        assert!(header(&[]).contains("You (White, person) against Kempelen (Black, best level=1)"));
        assert!(header(&["--level", "3"]).contains("best level=3"));
        let other = header(&["--second", "alpha-beta", "depth=2", "name=A"]);
        assert!(other.contains("A (Black, alpha-beta depth=2"), "{other}");
        let second = header(&["--side", "second"]);
        assert!(second.contains("Kempelen (White, best level=1) against You (Black"), "{second}");
        assert!(header(&["--game", "nim"]).contains("found a game of chess, but --game says nim"));
        assert!(header(&["--level", "3", "--second", "person"]).contains("--level: found two persons"));
        assert!(header(&["--second", "search", "eval=missing.toml"]).contains("missing.toml"));
        assert!(header(&["--game", "chess"]).contains("against Kempelen"));
    }
    let saved = std::fs::read_to_string(file).unwrap();
    assert!(saved.contains("[%clk 0:0") && saved.contains("\"540\""), "{saved}");
    // Another clock: both sides have its whole time.
    let again = state.path().join("again.pgn");
    let save = format!("save {}\n", again.display());
    both(&["--load", file, "--clock", "1:00:00"], &save, state.path());
    both(&["--load", file, "--clock", "100:00"], &save, state.path());
    let saved = std::fs::read_to_string(again).unwrap();
    assert!(saved.contains("[%clk 1:39:5") || saved.contains("[%clk 1:40:00.0]"), "{saved}");
}

#[test]
fn an_unfinished_game_is_not_offered_to_who_asks_for_another_one_and_is_not_lost() {
    let state = tempfile::tempdir().unwrap();
    both(&["--level", "1"], "d2d4\n", state.path());
    let offered = |arguments: &[&str]| {
        let (text, _) = both(arguments, "", state.path());
        text.contains("an unfinished game of chess")
    };
    assert!(offered(&[]) && offered(&["--game", "chess"]) && offered(&["--level", "2"]));
    assert!(!offered(&["--game", "nim"]) && !offered(&["--moves", "e4"]));
    let previous = state.path().join("previous-game.pgn");
    assert!(!previous.exists());
    both(&["--game", "nim"], "1:3-2\n", state.path());
    assert!(std::fs::read_to_string(&previous).unwrap().contains("1. d4"));
    let (text, _) = both(&["--load", previous.to_str().unwrap()], "list\n", state.path());
    assert!(text.contains("1. d4"), "{text}");
}

#[test]
fn a_position_is_read_as_by_other_commands() {
    let text = told(&["--game", "nim", "--fen", "3,4,5 p1"], "");
    assert!(text.contains("3: ooooo (5)"), "{text}");
    let text = told(&["--game", "nim", "--position", "nim 3,4,5 p1"], "");
    assert!(text.contains("3: ooooo (5)"), "{text}");
}

#[test]
fn a_level_in_words_stands_beside_a_clock() {
    let text = told(&["--clock", "5:00", "--second", "search", "level=2"], "");
    assert!(text.contains("search level=2"), "{text}");
    let text = told(&["--clock", "5:00"], "");
    assert!(text.contains("best clock"), "{text}");
}

#[test]
fn the_rules_of_every_game_say_how_it_is_played_and_how_it_ends() {
    for game in kempelen::games::games() {
        let text = told(&["--game", game.name], "rules\n");
        let rules = text.split(&format!("{}: ", game.name)).last().unwrap();
        let says = |words: &[&str]| words.iter().any(|word| rules.contains(word));
        assert!(says(&["win", "lost", "loses"]), "{}: {rules}", game.name);
        assert!(says(&["The position now:"]), "{}: {rules}", game.name);
        assert!(rules.len() > 200, "{}: {rules}", game.name);
    }
}
