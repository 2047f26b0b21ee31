//! Options of the command line and what a saved game says; the rules of every game.

use super::plain::{play, printed};
use crate::prelude::*;

#[test]
fn options_replace_what_a_saved_game_says() {
    let state = Folder::new();
    let file = state.text_path("game.pgn");
    let text = play("--level 1 --clock 9:00", format!("e4\nsave {file}\n"), &state).out();
    assert!(text.contains("1. ") || text.contains("Kempelen: "), "{text}");
    let kept = state.bytes("last-game.pgn");
    for from in [&["--load", &file][..], &["--continue"]] {
        for (more, expected) in [
            ("", "You (White, person) against Kempelen (Black, best level=1)"),
            ("--level 3", "best level=3"),
            ("--second alpha-beta depth=2 name=A", "A (Black, alpha-beta depth=2"),
            ("--side second", "Kempelen (White, best level=1) against You (Black"),
            ("--game nim", "found a game of chess, but --game says nim"),
            ("--level 3 --second person", "--level: found two persons"),
            ("--second search eval=missing.toml", "missing.toml"),
            ("--game chess", "against Kempelen"),
        ] {
            // The game is kept with the players of the run before.
            state.write("last-game.pgn", &kept);
            let more: Vec<&str> = more.split_whitespace().collect();
            let ran = play([from, &more].concat(), "", &state);
            let header = ran.out().lines().nth(1).unwrap_or_default().to_owned() + &ran.err();
            assert!(header.contains(expected), "{more:?}: {header}");
        }
    }
    contains_all(&state.read("game.pgn"), ["[%clk 0:0", "\"540\""]);
    // Another clock: both sides have its whole time.
    let save = format!("save {}\n", state.text_path("again.pgn"));
    play(["--load", &file, "--clock", "1:00:00"], &save, &state);
    play(["--load", &file, "--clock", "100:00"], &save, &state);
    let saved = state.read("again.pgn");
    assert!(saved.contains("[%clk 1:39:5") || saved.contains("[%clk 1:40:00.0]"), "{saved}");
}

#[test]
fn an_unfinished_game_is_not_offered_to_who_asks_for_another_one_and_is_not_lost() {
    let state = Folder::new();
    play("--level 1", "d2d4\n", &state);
    let offered = |arguments: &str| play(arguments, "", &state).out().contains("an unfinished game of chess");
    assert!(offered("") && offered("--game chess") && offered("--level 2"));
    assert!(!offered("--game nim") && !offered("--moves e4"));
    assert!(!state.has("previous-game.pgn"));
    play("--game nim", "1:3-2\n", &state);
    assert!(state.read("previous-game.pgn").contains("1. d4"));
    contains_all(&play(["--load", &state.text_path("previous-game.pgn")], "list\n", &state).out(), ["1. d4"]);
}

#[test]
fn a_position_is_read_as_by_other_commands() {
    for position in ["--fen '3,4,5 p1'", "--position 'nim 3,4,5 p1'"] {
        contains_all(&printed(format!("--game nim {position}"), ""), ["3: ooooo (5)"]);
    }
}

#[test]
fn a_level_in_words_stands_beside_a_clock() {
    contains_all(&printed("--clock 5:00 --second search level=2", ""), ["search level=2"]);
    contains_all(&printed("--clock 5:00", ""), ["best clock"]);
}

#[test]
fn the_rules_of_every_game_say_how_it_is_played_and_how_it_ends() {
    for game in kempelen::games::games() {
        let text = printed(["--game", game.name], "rules\n");
        let rules = text.split(&format!("{}: ", game.name)).last().unwrap();
        let says = |words: &[&str]| words.iter().any(|word| rules.contains(word));
        assert!(says(&["win", "lost", "loses"]), "{}: {rules}", game.name);
        assert!(says(&["The position now:"]), "{}: {rules}", game.name);
        assert!(rules.len() > 200, "{}: {rules}", game.name);
    }
}
