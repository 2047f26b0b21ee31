//! The games of a match: the commands that engines receive, the ends of games, their records and results.

use crate::fake_engine::{FakeEngines, GOOD, Script};
use crate::match_command::{ITSELF, games};
use crate::prelude::*;

/// Knight moves. White expects the reply that Black plays; Black expects a wrong one.
const PONDERING: Script = Script {
    go: "case $# in \
    2) echo bestmove g1f3 ponder g8f6;; 4) echo bestmove g8f6 ponder e2e4;; \
    5) echo bestmove f3g1 ponder f6g8;; *) echo bestmove f6g8 ponder e2e4;; esac",
    ..GOOD
};

/// The line with `#` for every number.
fn without_numbers(line: &str) -> String {
    let mut text = String::new();
    for word in line.split(' ') {
        let word = if word.parse::<u64>().is_ok() { "#" } else { word };
        text = text + word + " ";
    }
    text.trim_end().to_owned()
}

/// Both engines play both colours, each with its own clock: one with 100 s, the other with 50 s and an increment of 1
/// s.
#[test]
fn engines_receive_position_clocks_and_pondering() {
    let engines = FakeEngines::new();
    ["one", "other"].into_iter().for_each(|name| engines.add(name, PONDERING));
    let two = "--engine cmd=./one tc=100 --engine cmd=./other tc=50+1";
    engines.run(format!("match {two} --ponder --max-plies 4")).text();
    const CLOCKS: &str = "wtime # btime # winc # binc #";
    let white = [
        "position startpos".to_owned(),
        format!("go {CLOCKS}"),
        "position startpos moves g1f3 g8f6".to_owned(),
        format!("go ponder {CLOCKS}"),
        "ponderhit".to_owned(),
        "position startpos moves g1f3 g8f6 f3g1 f6g8".to_owned(),
        format!("go ponder {CLOCKS}"),
        "stop".to_owned(),
    ];
    let black = [
        "position startpos moves g1f3".to_owned(),
        format!("go {CLOCKS}"),
        "position startpos moves g1f3 g8f6 e2e4".to_owned(),
        format!("go ponder {CLOCKS}"),
        "stop".to_owned(),
        "position startpos moves g1f3 g8f6 f3g1".to_owned(),
        format!("go {CLOCKS}"),
        "position startpos moves g1f3 g8f6 f3g1 f6g8 e2e4".to_owned(),
        format!("go ponder {CLOCKS}"),
        "stop".to_owned(),
    ];
    // The first engine starts with White, the other with Black.
    for (name, expected) in [("one", [&white[..], &black[..]]), ("other", [&black, &white])] {
        let log = engines.log(name);
        let shapes: Vec<String> = log.lines().map(without_numbers).collect();
        assert_eq!(shapes, expected.concat(), "{name}");
        let first_game = expected[0].len();
        for (nth, line) in log.lines().enumerate().filter(|(_, line)| line.contains("wtime")) {
            // The first engine is White in the first game.
            let [long, short] = if nth < first_game { ["w", "b"] } else { ["b", "w"] };
            let of = |colour: &str, what: &str| number(line, &format!("{colour}{what}"));
            assert!((70_001..=100_000).contains(&of(long, "time")), "{name}: {line}");
            assert!((20_001..=52_000).contains(&of(short, "time")), "{name}: {line}");
            assert_eq!((of(long, "inc"), of(short, "inc")), (0, 1_000), "{name}: {line}");
        }
    }
}

/// Reports a lost score.
const RESIGNING: &str = "echo info depth 1 score cp -900; \
    case $# in 2) echo bestmove e2e4;; *) echo bestmove e7e5;; esac";

/// Whether it is the first or the second engine of the command line.
#[test]
fn the_engine_that_resigns_loses() {
    for (first, points) in [(true, [0, 0, 2]), (false, [2, 0, 0])] {
        let engines = FakeEngines::new();
        engines.add("bad", Script { go: RESIGNING, ..GOOD });
        let [one, other] = if first { ["./bad", "$ENGINE"] } else { ["$ENGINE", "./bad"] };
        let two = format!("--engine cmd={one} --engine cmd={other} --each nodes=50");
        let more = "--resign count=1 score=800 --pgn games.pgn --json";
        let summary = engines.run(format!("match {two} {more}")).json();
        assert_eq!(summary["engines"][0]["results"], Value::from(points.to_vec()));
        let endings = json!({
            "Black wins by adjudication: resignation": 1,
            "White wins by adjudication: resignation": 1,
        });
        assert_eq!(summary["endings"], endings);
        let games = games(&engines.path("games.pgn"));
        // Colours change within the pair.
        let whites = [0, 1].map(|game| games[game].tag("White").unwrap());
        assert_ne!(whites[0], whites[1]);
        for game in &games {
            assert_eq!(game.tag("Termination"), Some("adjudication"));
            assert_eq!(game.result.to_string(), if game.tag("White") == Some("bad") { "0-1" } else { "1-0" });
        }
    }
}

#[test]
fn an_illegal_move_loses() {
    let engines = FakeEngines::new();
    engines.add("good", GOOD);
    engines.add("bad", Script { go: "echo bestmove a1a1", ..GOOD });
    let summary = engines.run("match --json --engine cmd=./good --engine cmd=./bad --each nodes=1").json();
    let [good, bad] = [0, 1].map(|engine| &summary["engines"][engine]);
    assert_eq!(good["results"], json!([2, 0, 0]));
    assert_eq!(bad["results"], json!([0, 0, 2]));
    assert_eq!(bad["faults"], json!([["illegal move", 2]]));
    assert_eq!(good["faults"], json!([]));
}

/// The output, the records and the results name the reason, also in a resumed match.
#[test]
fn reasons_for_the_end_are_named() {
    // A mate in one; the hundredth ply; a capture that leaves two bare kings.
    let positions = "7k/5Q2/6K1/8/8/8/8/8 w - - 0 1\nk7/8/8/8/8/8/8/K6R w - - 99 80\n8/8/8/8/8/k7/8/1Kr5 w - - 0 1";
    let folder = Folder::with(&[("openings.txt", positions)]);
    let run =
        |more: &str| folder.run(format!("{ITSELF} --each depth=4 --openings openings.txt --pgn games.pgn {more}"));
    let first = run("--rounds 2");
    first.says("1-0  (White wins: checkmate)").says("1/2-1/2  (Draw by fifty-move rule)");
    first.says("endings: Draw by fifty-move rule 2, White wins: checkmate 2");
    let summary = run("--rounds 3 --resume --json").json();
    assert_eq!(summary["endings"]["White wins: checkmate"], 2);
    assert_eq!(summary["endings"]["Draw by fifty-move rule"], 2);
    for game in games(&folder.path("games.pgn")) {
        assert_eq!(game.tag("Termination"), Some("normal"));
        let last = &game.moves[game.moves.len() - 1].comment;
        let reason = last.rsplit(", ").next().unwrap();
        assert!(reason.starts_with("White ") || reason.starts_with("Draw by "), "{game}");
    }
}

#[test]
fn a_late_move_within_the_margin_does_not_lose() {
    let late = |margin: u32| {
        let engines = FakeEngines::new();
        ["one", "other"]
            .into_iter()
            .for_each(|name| engines.add(name, Script { go: "sleep 0.06; echo bestmove $move", ..GOOD }));
        let two = "--engine cmd=./one --engine cmd=./other --each st=0.01";
        engines.run(format!("match {two} --max-plies 3 --margin {margin}")).text()
    };
    contains_all(&late(20_000), ["endings: Draw by adjudication: maximum length 2"]);
    contains_all(&late(0), ["(White loses on time: ", " ms too late, with --margin 0)", "\n--margin 0: "]);
}

/// Engines that use all of `movetime` answer slightly late; the default margin accepts that.
#[test]
fn a_fixed_time_per_move_is_no_time_forfeit() {
    run(format!("{ITSELF} --each st=0.02 --max-plies 10")).says("endings: Draw by adjudication: maximum length 2");
}
