//! The processes of a match: no process is left behind, memory stays small, signals end the match.

use crate::fake_engine::{FakeEngines, GOOD, Script};
use crate::match_command::games;
use crate::prelude::*;
use kempelen::system;

impl FakeEngines {
    /// Starts the program; its processes and those of its engines are marked by an environment variable.
    fn start(&self, arguments: &str) -> Child {
        piped(self.command(arguments).env(MARK, self.at()))
    }

    /// The marked processes that are still running after a while: a killed process does not disappear at once.
    fn left(&self) -> Vec<String> {
        let deadline = Instant::now() + Duration::from_secs(10);
        loop {
            let left = self.running();
            if left.is_empty() || Instant::now() > deadline {
                return left;
            }
            sleep(Duration::from_millis(10));
        }
    }

    /// The marked processes.
    fn running(&self) -> Vec<String> {
        let mark = format!("{MARK}={}", self.at().display());
        let processes = fs::read_dir("/proc").unwrap().flatten();
        let marked = processes.filter(|process| {
            let environment = fs::read(process.path().join("environ")).unwrap_or_default();
            let mut variables = environment.split(|&byte| byte == 0);
            variables.any(|variable| variable == mark.as_bytes())
        });
        let shown = marked.map(|process| fs::read_to_string(process.path().join("cmdline")));
        shown.map(Result::unwrap_or_default).collect()
    }
}

/// How long a match may take: the longest plays 2,000 games.
const PATIENCE: Duration = Duration::from_secs(1200);

/// The number of this signal on every Unix.
const SIGHUP: i32 = 1;

const MARK: &str = "KEMPELEN_TEST_MATCH";

/// The peak memory of a process so far, in MiB.
fn peak(process: &Child) -> Option<u64> {
    let status = fs::read_to_string(format!("/proc/{}/status", process.id())).ok()?;
    let line = status.lines().find(|line| line.starts_with("VmHWM:"))?;
    let kibibytes: u64 = line.split_whitespace().nth(1)?.parse().ok()?;
    Some(kibibytes >> 10)
}

/// Waits for the end of a process. Returns its peak memory in MiB.
fn wait_for_peak(process: &mut Child) -> u64 {
    let mut max = 0;
    let began = Instant::now();
    while process.try_wait().unwrap().is_none() {
        assert!(began.elapsed() < PATIENCE, "the match does not end");
        max = max.max(peak(process).unwrap_or(0));
        sleep(Duration::from_millis(20));
    }
    max
}

fn terminations(engines: &FakeEngines) -> Vec<String> {
    games(&engines.path("games.pgn")).into_iter().map(|game| game.tag("Termination").unwrap().to_owned()).collect()
}

/// A process that an engine has started may outlive the engine and keep its pipes open.
#[test]
fn no_process_of_an_engine_is_left() {
    let engines = FakeEngines::new();
    engines.add("good", GOOD);
    for (go, expected) in [("sleep 1000 & exit 1", "crashed"), ("sleep 1000 & echo bestmove $move", "normal")] {
        engines.add("bad", Script { go, ..GOOD });
        let mut process = engines.start("match --engine cmd=./good --engine cmd=./bad --each st=5 --pgn games.pgn");
        assert!(wait(&mut process).success());
        assert_eq!(terminations(&engines), [expected, expected]);
        assert_eq!(engines.left(), [""; 0], "{go}");
        engines.remove("games.pgn");
    }
}

#[test]
fn the_last_words_of_an_engine_that_crashes_are_told() {
    let engines = FakeEngines::new();
    engines.add("good", GOOD);
    engines.add("bad", Script { go: "echo 'out of luck' >&2; exit 1", ..GOOD });
    let run = engines.run("match --engine cmd=./good --engine cmd=./bad --each st=5");
    assert_eq!(run.out().matches("disconnects; it said: out of luck)").count(), 2, "{run:?}");
}

#[test]
fn a_flood_of_output_fills_no_memory() {
    let engines = FakeEngines::new();
    engines.add("good", Script { go: "sleep 1; echo bestmove $move", ..GOOD });
    engines.add("flood", Script { go: "echo bestmove $move; yes 'bestmove a1a1' &", ..GOOD });
    let mut process = engines.start("match --engine cmd=./flood --engine cmd=./good --each st=5");
    let peak = wait_for_peak(&mut process);
    assert!(peak < 64, "{peak} MiB");
    assert_eq!(engines.left(), [""; 0]);
}

/// A running match or tuning with an engine that never moves.
fn hanging(engines: &FakeEngines, command: &str) -> Child {
    let _ = fs::remove_file(engines.path("began"));
    engines.add("hung", Script { go: "touch began; sleep 1000", ..GOOD });
    let process = engines.start(if command == "match" {
        "match --engine cmd=./hung --engine cmd=./hung name=other --each tc=1000"
    } else {
        "tune options --engine cmd=./hung tc=1000 --option Hash=4,1..8 --output tuned.json"
    });
    wait_until("it begins", || engines.has("began"));
    process
}

#[test]
fn signals_end_a_match_at_once() {
    let engines = FakeEngines::new();
    for command in ["match", "tune"] {
        for signals in [&["INT", "INT"][..], &["TERM"], &["HUP"]] {
            // `nohup` makes the tests and the programs that they start ignore it.
            if signals == ["HUP"] && system::ignores(SIGHUP) {
                continue;
            }
            let mut process = hanging(&engines, command);
            for (nth, name) in signals.iter().enumerate() {
                if nth > 0 {
                    // The first signal only asks to finish the games in progress.
                    sleep(Duration::from_millis(300));
                    assert!(process.try_wait().unwrap().is_none());
                }
                signal(&process, name);
            }
            let asked = Instant::now();
            let output = wait_with_output(process);
            // One second, and some more for a busy machine.
            assert!(asked.elapsed() < Duration::from_secs(4), "{:?}", asked.elapsed());
            output.exits_with(130);
            assert_eq!(engines.left(), [""; 0]);
            let text = output.err();
            assert_eq!(text.contains("in progress; Ctrl-C again ends at once"), signals.len() > 1, "{text}");
        }
    }
}

/// A held Ctrl-C ends the program before it has looked at what the first two ask for.
#[test]
fn a_held_ctrl_c_leaves_no_engine() {
    let engines = FakeEngines::new();
    let process = hanging(&engines, "match");
    for _ in 0..3 {
        signal(&process, "INT");
        sleep(Duration::from_millis(10));
    }
    wait_with_output(process).exits_with(130);
    assert_eq!(engines.left(), [""; 0]);
}

/// More than a pipe holds is sent to an engine that reads only its first line.
#[test]
fn an_engine_that_does_not_read_blocks_no_match() {
    let engines = FakeEngines::new();
    engines.add(
        "deaf",
        Script { uci: "echo option name Book type string; echo uciok; touch began; exec sleep 1000", ..GOOD },
    );
    let option = format!("option.Book={}", "x".repeat(100_000));
    let mut process =
        engines.start(&format!("match --engine cmd=./deaf {option} --engine cmd=./deaf name=other --each st=5"));
    wait_until("the options", || engines.has("began"));
    sleep(Duration::from_millis(300));
    assert!(process.try_wait().unwrap().is_none());
    signal(&process, "TERM");
    assert_eq!(wait(&mut process).code(), Some(130));
    assert_eq!(engines.left(), [""; 0]);
}

/// A game that is given up is not a game of the match: it is in no file, and counts for nobody.
#[test]
fn a_game_that_is_given_up_is_not_written() {
    let engines = FakeEngines::new();
    engines.add("good", GOOD);
    engines.add("slow", Script { go: "[ $# -lt 7 ] || { touch began; sleep 1000; }; echo bestmove $move", ..GOOD });
    let two = "--engine cmd=./good --engine cmd=./slow --each st=1000 --max-plies 6";
    let process = engines.start(&format!("match {two} --rounds 3 --pgn games.pgn --json"));
    wait_until("a move that takes long", || engines.has("began"));
    signal(&process, "TERM");
    let ran = wait_with_output(process);
    ran.exits_with(130);
    assert!(!engines.has("games.pgn") || engines.read("games.pgn").is_empty(), "{}", engines.read("games.pgn"));
    assert!(!ran.out().contains("interrupted"), "{ran:?}");
}

#[test]
fn one_signal_lets_games_end() {
    let engines = FakeEngines::new();
    let slow = Script { go: "sleep 0.1; echo bestmove $move", ..GOOD };
    ["one", "two"].into_iter().for_each(|name| engines.add(name, slow));
    let two = "--engine cmd=./one --engine cmd=./two --each st=5";
    let process = engines.start(&format!("match {two} --rounds 500 --pgn games.pgn"));
    wait_until("a game", || fs::metadata(engines.path("games.pgn")).is_ok_and(|file| file.len() > 0));
    signal(&process, "INT");
    wait_with_output(process).exits_with(130);
    let terminations = terminations(&engines);
    assert!((1..10).contains(&terminations.len()), "{terminations:?}");
    assert!(terminations.iter().all(|it| it == "normal"), "{terminations:?}");
}

#[test]
fn tuning_ends_at_an_illegal_move_and_tells_it() {
    let engines = FakeEngines::new();
    engines.add("illegal", Script { go: "echo bestmove e2e5", ..GOOD });
    let tune = "tune options --engine cmd=./illegal nodes=50 --option Hash=4,1..16 --pairs 1 --output tuned";
    engines.run(tune).fails_with("engine 'illegal' lost a game of pair 1: illegal move 'e2e5'");
}

/// A good engine, one that writes too much, one that plays illegal moves and one that crashes.
#[test]
fn a_tournament_of_hostile_engines() {
    tournament(2, 2);
}

/// Long enough to notice a leak.
#[test]
#[ignore = "takes more than a minute; run it by its name"]
fn a_long_tournament_of_hostile_engines() {
    tournament(167, 12);
}

/// Most of the time the match waits for what `crash` leaves behind, so many games at a time cost nothing.
fn tournament(rounds: u32, concurrency: u32) {
    let engines = FakeEngines::new();
    let talker = "echo bestmove $move; yes 'bestmove h8h1' | head -n 5000; sleep 0.001";
    let commands = [
        ("good", GOOD.go),
        ("talker", talker),
        ("illegal", "echo bestmove e2e5; yes info string more | head -n 500"),
        ("crash", "sleep 1000 & exit 1"),
    ];
    commands.into_iter().for_each(|(name, go)| engines.add(name, Script { go, ..GOOD }));
    let four = commands.map(|(name, _)| format!("--engine cmd=./{name}")).join(" ");
    let mut process =
        engines.start(&format!("match --rounds {rounds} --json --concurrency {concurrency} {four} --each st=20"));
    let peak = wait_for_peak(&mut process);
    let summary = wait_with_output(process).json();
    println!("{} games, {peak} MiB", summary["games"]);
    // 'illegal' and 'crash' lose all games, but those against each other only with White.
    let expected = [[4, 2, 0], [4, 2, 0], [1, 0, 5], [1, 0, 5]];
    for (engine, counts) in expected.iter().enumerate() {
        let counts = counts.map(|count| count * rounds);
        let results = &summary["engines"][engine]["results"];
        assert_eq!(*results, serde_json::json!(counts), "{summary}");
    }
    assert!(peak < 64, "{peak} MiB");
    assert_eq!(engines.left(), [""; 0]);
}
