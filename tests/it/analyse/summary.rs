//! `analyse --summary`: many games in one report.

use super::{GAMES, with_input};
use crate::prelude::*;

/// The numbers are those of the games' own objects, whatever the number of jobs; without pages there are no links.
#[test]
fn a_summary_counts_what_the_games_say() {
    let folder = with_input(&format!("{}1. e4 e5 2. Qh5 Ke7 3. Qxe5# 1-0\n", include_str!("../../data/annotated.pgn")));
    let start = "analyse in --games --nodes 2000 --json --summary all";
    let rows = folder.run(format!("{start}.json")).objects();
    let summary = folder.read("all.json");
    folder.run(format!("{start}.json --jobs 3")).exits_with(0);
    assert_eq!(folder.read("all.json"), summary);
    let summary: Value = serde_json::from_str(&summary).unwrap();
    let players: Vec<&Value> = summary["players"].as_object().unwrap().values().collect();
    let moves: Vec<&Value> = rows.iter().flat_map(|row| row["moves"].as_array().unwrap()).collect();
    for (index, mark) in ["inaccuracy", "mistake", "blunder"].into_iter().enumerate() {
        let sum = |part: fn(&Value) -> Vec<&Value>| -> u64 {
            players.iter().flat_map(|player| part(player)).map(|totals| totals["marks"][index].as_u64().unwrap()).sum()
        };
        let count = moves.iter().filter(|mv| mv["mark"] == mark).count() as u64;
        let by_phase = sum(|player| player["phases"].as_array().unwrap().iter().collect());
        assert_eq!((sum(|player| vec![&player["all"]]), by_phase), (count, count), "{mark}");
        assert_eq!(sum(|player| vec![&player["white"], &player["black"]]), count, "{mark}");
        assert!(count > 1 || mark != "blunder");
    }
    let all = players.iter().map(|player| player["all"]["moves"].as_u64().unwrap()).sum::<u64>();
    assert_eq!(all, moves.len() as u64);
    for (row, game) in rows.iter().zip(summary["games"].as_array().unwrap()) {
        assert_eq!((&row["accuracy"], &row["line"], &Value::Null), (&game["accuracy"], &game["line"], &game["page"]));
    }
}

/// Phases are for games whose pieces have a value; the names of the sides are those of the game.
#[test]
fn every_game_has_a_summary() {
    for (game, record, has_phases, white) in [
        ("english", "1. 11-15 22-18 *", true, "White"),
        ("breakthrough", "1. a2-a3 *", true, "White"),
        ("tree", "1. 1 1 *", false, "MAX"),
        ("tictactoe", "1. b2 *", false, "x"),
    ] {
        let folder = Folder::new();
        folder.run_for(format!("analyse --game {game} --games --depth 1 - --summary all.json"), record);
        let summary: Value = serde_json::from_str(&folder.read("all.json")).unwrap();
        let players: Vec<&Value> = summary["players"].as_object().unwrap().values().collect();
        let moves = |part: &str| players.iter().map(|it| it.pointer(part).unwrap().as_u64().unwrap()).sum::<u64>();
        let expected = moves("/all/moves");
        assert_eq!(moves("/phases/0/moves"), if has_phases { expected } else { 0 }, "{summary}");
        assert_eq!((expected > 0, &summary["sides"][0]), (true, &json!(white)), "{summary}");
    }
}

/// The file is replaced at once, and says that it is not complete; no lock is left.
#[test]
#[cfg(unix)]
fn an_interrupted_run_has_a_summary() {
    let folder =
        with_input(&format!("[White \"A\"]\n\n1. e4 *\n\n[White \"B\"]\n\n1. d4 d5 2. c4 e6 3. Nc3 *\n\n{GAMES}"));
    for name in ["all.html", "all.json"] {
        folder.write(name, "before");
    }
    let words = "analyse in --games --json --movetime 400 --output out --summary all.html --summary all.json";
    let child = piped(&mut folder.command(words));
    wait_until("a game is written", || folder.has("out") && folder.read("out").contains('\n'));
    assert_eq!(folder.read("all.json"), "before");
    sleep(Duration::from_millis(600));
    signal(&child, "INT");
    wait_with_output(child).exits_with(130).remarks("the game in line 5 up to ");
    let summary: Value = serde_json::from_str(&folder.read("all.json")).unwrap();
    assert_eq!((&summary["interrupted"], &summary["failed"]), (&json!(true), &json!(0)));
    let games = summary["games"].as_array().unwrap();
    assert_eq!((games.len(), &games[0]["analysed"], &games[1]["plies"]), (2, &json!(1), &json!(5)));
    let analysed = games[1]["analysed"].as_u64().unwrap();
    assert!(analysed < 5, "{summary}");
    assert!(folder.read("all.html").contains("\"interrupted\":true"));
    assert_eq!(folder.count(), 4);
}
