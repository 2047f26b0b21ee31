//! `analyse --summary` and `--threshold`: many games in one report.

use super::{GAMES, with_input};
#[cfg(unix)]
use crate::fake_engine::{FakeEngines, GOOD, Script};
use crate::prelude::*;

/// In these games White can expect 0.5, 0.5, 0.75 and 0.25 points by [`engine`]: Black's move loses 0.25 and White's second one 0.5.
const TWO: &str = "[White \"Ann\"]\n[Black \"Bob & Co\"]\n\n1. e4 e5 2. f3 1-0\n\n\
                   [White \"Bob & Co\"]\n[Black \"Ann\"]\n\n1. e4 1/2-1/2\n\n";

/// An engine that knows the positions of these games, in a folder with them.
#[cfg(unix)]
fn engine() -> FakeEngines {
    let engines = FakeEngines::new();
    let go = "case $# in 2) m=d2d4 w=250;; 4) m=d7d5 w=250;; 5) m=g1f3 w=500;; *) m=d7d5 w=500;; esac; \
              echo info depth 3 score cp 5 wdl $w 500 $((500 - w)) nodes 10 pv $m; echo bestmove $m";
    engines.add("a", Script { go, ..GOOD });
    engines.write("games.pgn", TWO);
    engines
}

#[test]
#[cfg(unix)]
fn the_numbers_of_players_and_games() {
    let engines = engine();
    engines.write("games.pgn", format!("{TWO}1. e5 *\n"));
    let files = "--html page.html --summary all.html --summary all.json";
    engines.run(format!("analyse --engine cmd=./a games.pgn {files}")).exits_with(1);
    let totals = |moves: usize, accuracy: Option<f64>, mistakes: usize, blunders: usize| json!({ "moves": moves, "accuracy": accuracy, "marks": [0, mistakes, blunders] });
    let none = || totals(0, None, 0, 0);
    // 99.9999 for a move that loses nothing, 31.5715 for a loss of 0.25, 8.5303 for 0.5.
    let ann = || totals(2, Some(54.2651), 0, 1);
    let bob = || totals(2, Some(65.7857), 1, 0);
    let (whole, part) = (Some(99.9999), Some(31.5715));
    let expected = json!({
        "version": 1, "game": "chess", "engine": "a", "sides": ["White", "Black"], "interrupted": false, "failed": 1,
        "thresholds": [0.1, 0.2, 0.3],
        "players": {
            "Ann": { "games": 2, "finished": 2, "points": 1.5, "all": ann(), "white": ann(), "black": none(),
                "phases": [ann(), none(), none()] },
            "Bob & Co": { "games": 2, "finished": 2, "points": 0.5, "all": bob(), "white": totals(1, whole, 0, 0),
                "black": totals(1, part, 1, 0), "phases": [bob(), none(), none()] },
        },
        "games": [
            { "number": 1, "line": 1, "white": "Ann", "black": "Bob & Co", "result": "1-0", "plies": 3, "analysed": 3,
              "accuracy": [54.2651, 31.5715], "worst": { "ply": 3, "move": "2. f3??", "loss": 0.5 },
              "curve": [50, 50, 75, 25], "page": "page.html" },
            { "number": 2, "line": 6, "white": "Bob & Co", "black": "Ann", "result": "1/2-1/2", "plies": 1, "analysed": 1,
              "accuracy": [99.9999, null], "worst": null, "curve": [50, 50], "page": "page-2.html" },
        ],
    });
    let text = engines.read("all.json");
    let found: Value = serde_json::from_str(&text).unwrap();
    assert_eq!(found, expected, "{found:#}");
    let page = engines.read("all.html");
    assert!(page.contains("<p>Chess and Chess960, analysed by a</p>"), "{page}");
    let (_, data) = page.split_once("id=\"summary\">").unwrap();
    let data: Value = serde_json::from_str(data.split_once("</script>").unwrap().0).unwrap();
    assert_eq!(data, expected);
}

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

/// A threshold is reached by a loss that equals it, and decides about marks and better lines.
#[test]
#[cfg(unix)]
fn thresholds_decide_which_moves_are_marked() {
    let engines = engine();
    for (threshold, marks, shown) in [
        ("0.1,0.2,0.3", ["mistake", "blunder"], "inaccuracy ?! 0.1, mistake ? 0.2, blunder ?? 0.3"),
        ("0.2499", ["mistake", "blunder"], "mistake ? 0.2499, blunder ?? 0.3"),
        ("0.25", ["mistake", "blunder"], "mistake ? 0.25, blunder ?? 0.3"),
        ("0.2501", ["", "blunder"], "mistake ? 0.2501, blunder ?? 0.3"),
        ("0.05,0.2501,0.5", ["inaccuracy", "blunder"], "inaccuracy ?! 0.05, mistake ? 0.2501, blunder ?? 0.5"),
        ("0.25,0.4999,0.5001", ["inaccuracy", "mistake"], "inaccuracy ?! 0.25, mistake ? 0.4999, blunder ?? 0.5001"),
        ("0.5001", ["", ""], "blunder ?? 0.5001"),
    ] {
        let run =
            |more: &str| engines.run(format!("analyse --engine cmd=./a games.pgn --threshold {threshold} {more}"));
        let game = &run("--json --html page.html --summary all.html").objects()[0];
        let found = [1, 2].map(|ply| game["moves"][ply]["mark"].as_str().unwrap_or_default());
        assert_eq!(found, marks, "{threshold}");
        let lines = run("").text().matches("{Kempelen").count();
        assert_eq!(lines, marks.iter().filter(|mark| !mark.is_empty()).count(), "{threshold}");
        for name in ["page.html", "all.html"] {
            assert!(engines.read(name).contains(&format!("at least (expected points): {shown}.")), "{name}: {shown}");
        }
    }
}

#[test]
fn wrong_names_and_thresholds_are_refused_before_anything_is_written() {
    let folder = Folder::with(&[("games.pgn", "1. e4 *\n"), ("positions", "")]);
    fs::create_dir(folder.path("pages")).unwrap();
    for (arguments, expected) in [
        ("games.pgn --summary all.txt", "--summary: found 'all.txt', expected a name that ends with .html or .json"),
        (
            "games.pgn --summary all --svg a.svg",
            "--summary: found 'all', expected a name that ends with .html or .json",
        ),
        ("games.pgn --summary a.html --html a.html", "'a.html' is named twice, expected different files"),
        (
            "games.pgn --summary a-2.html --html a.html",
            "found the file 'a-2.html', which is the page of another game by --html",
        ),
        (
            "games.pgn --puzzles a-2.html --html a.html",
            "found the file 'a-2.html', which is the page of another game by --html",
        ),
        (
            "games.pgn --summary all.html --html pages/a.html",
            "--summary: found 'all.html', expected a file in the folder of --html, since it links its pages",
        ),
        ("positions --summary all.json", "--summary is of games; the input holds positions (--games says otherwise)"),
        ("positions --threshold 0.2", "--threshold is for moves of games; the input holds positions"),
    ] {
        folder.run(format!("analyse --depth 1 {arguments}")).fails_with(expected);
    }
    for wrong in ["0", "-1", "1.01", "nan", "0.1,0.2", "0.2,0.1,0.3", "a"] {
        let ran = folder.run(format!("analyse --depth 1 games.pgn --threshold={wrong}"));
        let expected = format!(
            "error: invalid value '{wrong}' for '--threshold <POINTS>': expected one number, or three that do not fall, each \
             greater than 0 and at most 1: 0.1,0.2,0.3\n"
        );
        assert!(ran.exits_with(2).err().starts_with(&expected), "{ran:?}");
    }
    assert_eq!(folder.count(), 3);
}
