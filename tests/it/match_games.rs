//! The commands that a match sends to its engines, and engines that ignore them. `tests/data/transcripts/matches.md` covers
//! everything else about matches.

use crate::fake_engine::{FakeEngines, GOOD, Script};
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

#[test]
fn an_engine_that_does_not_stop_at_its_limit_is_named() {
    let engines = FakeEngines::new();
    engines.add("good", GOOD);
    let search = "n=0; while :; do n=$((n + 1000)); echo info depth $n score cp 0 nodes $n pv; sleep 0.1; done";
    engines.add("deep", Script { go: search, ..GOOD });
    side_by_side(["nodes=50", "depth=5"], |limit| {
        let began = Instant::now();
        let ran = engines.run(format!("match --engine cmd=./good --engine cmd=./deep --each {limit}"));
        assert!(!ran.status.success(), "{ran:?}");
        ran.remarks("engine 'deep' does not stop").remarks(format!("at {limit}: it"));
        ran.remarks("2 of its games were not played");
        assert!(began.elapsed() < Duration::from_secs(15));
    });
}
