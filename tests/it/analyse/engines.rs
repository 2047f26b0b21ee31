//! `analyse --engine`: other programs analyse.

use super::{GAMES, timeless};
use crate::fake_engine::{FakeEngines, GOOD, Script};
use crate::match_hub_v1::with_old;
use crate::prelude::*;

/// An engine that reports a score with each move.
const SCORED: Script = Script { go: "echo info depth 3 score cp 25 nodes 10 pv $move; echo bestmove $move", ..GOOD };

/// The moves that it plays.
const KNIGHTS: &str = "1. Nf3 Nf6 2. Ng1 Ng8 *\n";

/// Over every protocol, an analysis by a process of this program is that of the program itself.
#[test]
fn this_program_as_an_engine_analyses_as_without() {
    let russian = "[GameType \"25\"]\n\n1. c3-d4 d6-c5 2. b2-c3 f6-g5 3. c3-b4 *\n";
    for (game, protocol, games) in
        [("chess", "uci", GAMES), ("russian", "hub", russian), ("tree", "ugi", "1. 1 1 2. 1 *\n")]
    {
        let start = format!("analyse --game {game} --games --nodes 2000 --hash 1");
        let own = run_for(format!("{start} -"), games).out();
        let engine = format!("{start} --engine 'cmd=$ENGINE proto={protocol}' -");
        let other = run_for(engine, games);
        assert_eq!(other.out(), own, "{game}: {}", other.err());
    }
}

/// As JSON, several lines, with the end of a game and test positions.
#[test]
fn positions_are_analysed_by_another_engine() {
    let input = "8/8/8/8/8/3k4/3p4/3K4 w - - 0 1\n\
        r1bqkb1r/pppp1ppp/2n2n2/4p2Q/2B1P3/8/PPPP1PPP/RNB1K1NR w KQkq - 4 4 bm Qxf7#; id \"mate\";\n";
    let engines = FakeEngines::new();
    let ran = |arguments: &[&str]| {
        let mut command = engines.command("analyse --json --nodes 2000 --multipv 2 --hash 1 -");
        output_for(command.args(arguments), input.as_bytes())
    };
    let own: Vec<Value> = ran(&[]).objects().into_iter().map(timeless).collect();
    let engine = format!("cmd={ENGINE}");
    let other = ran(&["--engine", &engine]).objects();
    let renamed = ran(&["--engine", &format!("{engine} name=Kempelen")]).objects();
    assert!(renamed.iter().all(|object| object["engine"] == "Kempelen"), "{renamed:?}");
    assert!(ran(&[]).objects().iter().all(|object| object.get("engine").is_none()));
    let twice = ran(&["--engine", &engine, "--engine", &format!("{engine} name=b")]);
    twice.remarks("b: 1 of 1 solved").remarks("the same best move in 1 of 1 positions (100 %)");
    for ((own, other), twice) in own.into_iter().zip(other).zip(twice.objects()) {
        let mut other = timeless(other);
        if let Some(lines) = other["lines"].as_array().filter(|lines| !lines.is_empty()) {
            assert_eq!((lines.len(), &other["engine"]), (2, &json!("kempelen")));
        }
        other.as_object_mut().unwrap().remove("engine");
        assert_eq!(other, own);
        assert_eq!(twice["others"][0]["best"], own["best"]);
    }
}

#[test]
fn several_engines_are_compared() {
    let engines = FakeEngines::new();
    engines.add("a", SCORED);
    engines.add("b", Script { go: "echo info depth 5 score cp -25 nodes 10 pv $move; echo bestmove $move", ..GOOD });
    engines.write("games.pgn", KNIGHTS);
    let two = "--engine cmd=./a --engine 'cmd=./b name=second one' games.pgn";
    let ran = engines.run(format!("analyse {two} --svg curve.svg --html game.html"));
    ran.says("1. Nf3 {[%eval -0.25,3] [%evals second one 0.25,5]}")
        .remarks("the same best move in 4 of 4 positions (100 %)");
    let object = &engines.run(format!("analyse {two} --json")).objects()[0];
    assert_eq!(object["engines"][1]["name"], "second one");
    assert_eq!(object["engines"][1]["moves"][0]["white"], 0.5683);
    assert_eq!(object["agreement"]["same_best"], 4);
    assert_eq!(object["agreement"]["differences"][0]["white"].as_array().unwrap().len(), 2);
    assert!(engines.read("curve.svg").contains(">second one</text>"));
    contains_all(
        &engines.read("game.html"),
        ["<h2>Engines</h2>", "second one", "class=\"other other-1\"", "data-goto=\"1\""],
    );
}

/// The position is searched again by a new process; nothing is lost.
#[test]
fn an_engine_that_ends_is_started_again() {
    let engines = FakeEngines::new();
    engines.add("good", SCORED);
    // It ends at its second search.
    let ends = "n=$((n + 1)); [ $n = 2 ] && exit 1; echo info depth 3 score cp 25 nodes 10 pv $move; \
                echo bestmove $move";
    engines.add("ends", Script { go: ends, ..GOOD });
    engines.write("games.pgn", KNIGHTS.repeat(3));
    let good = engines.run("analyse --engine cmd=./good games.pgn").text();
    let ran = engines.run("analyse --engine cmd=./ends games.pgn");
    assert_eq!(ran.exits_with(0).out(), good);
    assert_eq!(ran.err(), "kempelen: engine 'ends' has ended; it is started again\n");
    // Once for all jobs.
    let ran = engines.run("analyse --engine cmd=./ends --jobs 3 games.pgn");
    assert_eq!(ran.exits_with(0).err(), "kempelen: engine 'ends' has ended; it is started again\n");
}

/// It does not stand in the line of the progress bar.
#[test]
fn a_restart_is_told_above_the_progress_bar() {
    let engines = FakeEngines::new();
    let ends = format!("n=$((n + 1)); sleep 0.3; [ $n = 3 ] && exit 1; {}", SCORED.go);
    engines.add("ends", Script { go: &ends, ..GOOD });
    engines.write("games.pgn", KNIGHTS);
    let (mut pty, pts) = pty_process::blocking::open().unwrap();
    pty.resize(pty_process::Size::new(24, 80)).unwrap();
    let command = pty_process::blocking::Command::new(ENGINE).current_dir(engines.at()).env("TERM", "xterm");
    let words = "analyse --engine cmd=./ends games.pgn --output out.pgn".words();
    let mut child = command.args(words).spawn(pts).unwrap();
    let [rows, columns] = [24, 80].map(|size| std::num::NonZero::new(size).unwrap());
    let mut parser = vt100::Parser::new(rows, columns, 0);
    let screen = in_time("the end of the run", move || {
        let (mut bytes, mut had_bar) = ([0; 4096], false);
        while let Ok(count @ 1..) = pty.read(&mut bytes) {
            parser.process(&bytes[..count]);
            had_bar |= parser.screen().contents().contains(" moves  ");
        }
        assert!(had_bar);
        parser.screen().contents()
    });
    assert!(wait(&mut child).success());
    assert_eq!(screen.trim(), "kempelen: engine 'ends' has ended; it is started again");
}

/// It is stopped and started again like one that ends.
#[test]
#[ignore = "takes ten seconds"]
fn an_engine_that_hangs_is_started_again() {
    let engines = FakeEngines::new();
    let hangs = format!("[ -e asked ] || {{ echo > asked; sleep 1000; }}; {}", SCORED.go);
    engines.add("hangs", Script { go: &hangs, ..GOOD });
    engines.write("games.pgn", "1. Nf3 *\n");
    let ran = engines.run("analyse --engine 'cmd=./hangs st=0.02' games.pgn");
    let told = "kempelen: engine 'hangs' did not answer 'go' within 10.02 s; it is started again\n";
    assert_eq!((ran.exits_with(0).err(), ran.out().matches("%eval").count()), (told.to_owned(), 1));
}

/// Each engine is asked, whatever happens to those before it.
#[test]
fn an_engine_that_fails_at_a_position_keeps_no_other_from_it() {
    let engines = FakeEngines::new();
    engines.add("ends", Script { go: "exit 1", ..GOOD });
    engines.add("silent", Script { go: "echo bestmove $move", ..GOOD });
    engines.add("good", SCORED);
    let three = "--engine cmd=./ends --engine cmd=./silent --engine cmd=./good";
    let ran = engines.run(format!("analyse {three}"));
    let told = "kempelen: engine 'ends' has ended; it is started again\nkempelen: engine 'ends' has ended\n\
                kempelen: engine 'silent' has not reported a score\n";
    assert_eq!(ran.exits_with(1).err(), told);
    assert!(ran.out().contains("\ngood\n") && ran.out().contains("best move: Nf3"), "{ran:?}");
    let object = &engines.run(format!("analyse --json {three}")).objects()[0];
    let errors = [&object["error"], &object["others"][0]["error"], &object["others"][1]["best"]["short"]];
    assert_eq!(errors, ["engine 'ends' has ended", "engine 'silent' has not reported a score", "Nf3"]);
}

/// The limits that it has are named, and it gets no other.
#[test]
fn an_engine_without_a_node_limit_is_limited_by_time() {
    let engines = with_old();
    let game = "[GameType \"21\"]\n\n1. 11-15 22-18 2. 15x22 25x18 3. 8-11 18-15 *\n";
    engines.write("games.pdn", game);
    let start = "analyse --game english games.pdn --engine 'cmd=./old proto=hub";
    let told = "kempelen: engine 'old' cannot be limited by nodes=, which its protocol does not have; give it depth=, st= or, in a match, tc=\n";
    for limited in [format!("{start}' --nodes 10"), format!("{start} nodes=10'")] {
        assert_eq!(engines.run(limited).exits_with(2).err(), told);
    }
    let ran = engines.run(format!("{start} st=0.05' --reasons --threshold 0.0001 --json"));
    assert!(ran.objects()[0]["moves"].as_array().unwrap().iter().any(|mv| mv.get("mark").is_some()), "{ran:?}");
    let log = engines.log("old");
    assert!(log.contains("time 50\n") && !log.contains("node"), "{log}");
}

/// It would take the castling rights for others. The games around it are analysed.
#[test]
fn an_engine_without_chess960_does_not_get_its_games() {
    let engines = FakeEngines::new();
    engines.add("a", SCORED);
    let set_up = |fen: &str| format!("[FEN \"{fen}\"]\n\n*\n\n");
    let games = [
        "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR b KQkq - 0 9",
        "rnbk1bnr/pppppppp/8/8/8/8/PPPPPPPP/RNBK1BNR b KQkq - 0 1",
        "rnbqkbrn/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBRN b Gg - 0 1",
        "1nbqkbnr/rppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR b KQk - 0 1",
        "rnbk1bnr/pppppppp/8/8/8/8/PPPPPPPP/RNBK1BNR b - - 0 1",
    ];
    engines.write("games.pgn", games.map(set_up).concat());
    let ran = engines.run("analyse --json --engine cmd=./a games.pgn");
    let told = "kempelen: 2 positions could not be analysed; the first error: game 2, after ply 0: engine 'a' has no option \
                'UCI_Chess960', which this game of Chess960 needs\n";
    assert_eq!(ran.exits_with(1).err(), told);
    let known = ran.objects().iter().map(|game| game.get("start").is_some()).collect::<Vec<_>>();
    assert_eq!(known, [true, false, false, true, true]);
}

/// The engines are not left behind.
#[test]
fn a_reader_that_goes_away_ends_a_run_with_engines_quietly() {
    let engines = FakeEngines::new();
    let slow = format!("echo $$ > asked; sleep 0.2; {}", SCORED.go);
    engines.add("slow", Script { go: &slow, ..GOOD });
    engines.write("games.pgn", KNIGHTS.repeat(100));
    engines.write("positions", "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1\n".repeat(300));
    for input in ["games.pgn", "positions", "--multipv 1"] {
        let mut child = piped(&mut engines.command(format!("analyse --engine cmd=./slow {input}")));
        wait_until("the engine searches", || engines.has("asked") && !engines.read("asked").is_empty());
        drop(child.stdout.take());
        let began = Instant::now();
        let ran = wait_with_output(child);
        assert!(began.elapsed() < Duration::from_secs(5), "{input}");
        assert_eq!(ran.exits_with(0).err(), "", "{input}");
        let process = engines.read("asked");
        engines.remove("asked");
        wait_until("the engine is gone", || !Path::new("/proc").join(process.trim()).exists());
    }
}

/// Their position has no evaluation, which is told; the others have one.
#[test]
fn positions_at_which_an_engine_fails_are_named() {
    let engines = FakeEngines::new();
    let scored = SCORED.go;
    for (name, go, expected) in [
        ("ends", "exit 1", "engine 'ends' has ended"),
        ("silent", "echo bestmove $move", "engine 'silent' has not reported a score"),
        (
            "wrong",
            "echo info depth 1 score cp 1 pv e2e5; echo bestmove e2e5",
            "engine 'wrong' has reported an illegal line",
        ),
    ] {
        engines.add(name, Script { go: &format!("[ $move = g8f6 ] && {{ {go}; continue; }}; {scored}"), ..GOOD });
        engines.write("games.pgn", KNIGHTS);
        let ran = engines.run(format!("analyse --engine cmd=./{name} games.pgn"));
        ran.exits_with(1).remarks(format!("1 position could not be analysed: game 1, after ply 1: {expected}"));
        assert_eq!(ran.out().matches("%eval").count(), 3, "{}", ran.out());
        let object = &engines.run(format!("analyse --json --engine cmd=./{name} games.pgn")).objects()[0];
        let first = &object["moves"][0];
        assert!(
            first["white"].is_null()
                && first["loss"].is_null()
                && first["failure"].as_str().unwrap().contains(expected)
        );
        assert!(object["moves"][1]["loss"].is_null() && object["moves"][1]["white"] == 0.5683);
        engines.write("positions", "rnbqkbnr/pppppppp/8/8/8/5N2/PPPPPPPP/RNBQKB1R b KQkq - 1 1\n");
        let go = format!("[ $# = 8 ] && {{ {go}; continue; }}; {scored}");
        engines.add(name, Script { go: &go, ..GOOD });
        engines
            .run(format!("analyse --engine cmd=./{name} positions"))
            .exits_with(1)
            .remarks(format!("line 1: {expected}"));
    }
}

#[test]
fn wrong_engines_are_refused_before_anything_is_written() {
    let engines = FakeEngines::new();
    engines.add("a", SCORED);
    engines.write("games.pgn", KNIGHTS);
    engines.write("positions", "");
    for [arguments, expected] in cases("refused", "analyse_engines") {
        let ran = engines.run(format!("analyse --nodes 10 {arguments}"));
        ran.fails_with(expected);
        assert_eq!(ran.out(), "", "{arguments}");
        assert!(!engines.has("p.csv"), "{arguments}");
    }
}

/// The run ends at once, without the engine and what it has started.
#[test]
fn an_interrupted_run_leaves_no_engine_behind() {
    let engines = FakeEngines::new();
    engines.add("slow", Script { go: "sleep 1000 & echo $! >> asked; sleep 1000", ..GOOD });
    engines.write("games.pgn", KNIGHTS);
    engines.write("positions", "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1\n".repeat(3));
    for input in ["games.pgn", "positions", "--json", "--json --fen '4k3/8/8/8/8/8/8/R3K3 w Q - 0 1'"] {
        let child = piped(&mut engines.command(format!("analyse --engine cmd=./slow {input}")));
        wait_until("the engine searches", || engines.has("asked"));
        let began = Instant::now();
        signal(&child, "INT");
        let ran = wait_with_output(child);
        assert!(!ran.status.success() && began.elapsed() < Duration::from_secs(5), "{ran:?}");
        ran.remarks("interrupted");
        let started = engines.read("asked");
        engines.remove("asked");
        wait_until("the engine's process is gone", || !Path::new("/proc").join(started.trim()).exists());
    }
}

/// Castling is sent as king takes rook, so that an engine knows which game is played.
#[test]
fn chess960_is_played_by_its_own_castling() {
    let game = "[FEN \"5k1r/pppppppp/8/8/8/8/PPPPPPPP/5K1R w Hh - 0 1\"]\n\n1. O-O Kg8 2. a3 *\n";
    let folder = Folder::with(&[("game.pgn", game)]);
    let own = folder.run("analyse --nodes 2000 --hash 1 game.pgn").text();
    let other = folder.run("analyse --nodes 2000 --hash 1 --engine cmd=$ENGINE game.pgn").text();
    assert_eq!(own, other);
    let engines = FakeEngines::new();
    engines.add("a", Script { uci: "echo option name UCI_Chess960 type check default false", ..SCORED });
    engines.write("game.pgn", game);
    engines.run("analyse --engine cmd=./a game.pgn");
    assert!(engines.log("a").contains("moves f1h1"), "{}", engines.log("a"));
}

/// Numbers that no search reaches, and answers without a move.
#[test]
fn senseless_reports_are_no_panic() {
    let engines = FakeEngines::new();
    engines.write("games.pgn", "1. Nf3 Nf6 2. Ng1 Ng8 3. e4 e5 4. Qh5 Ke7 5. Qxe5# *\n");
    let multi_pv = "echo option name MultiPV type spin default 1 min 1 max 9";
    for go in [
        "echo info depth 3 score cp $(($# * 40 - 300)) nodes 18446744073709551615 pv $move; echo bestmove $move",
        "echo info depth 3 multipv 1 score cp 900; echo bestmove '(none)'",
        "echo info depth 3 multipv 1 score cp 900 pv $move; echo info depth 3 multipv 2 score cp -900 pv a2a3; echo bestmove $move",
    ] {
        engines.add("odd", Script { uci: multi_pv, go, ..GOOD });
        let ran = engines.run("analyse --engine cmd=./odd --reasons games.pgn --puzzles p.csv");
        assert!(matches!(ran.status.code(), Some(0 | 1)), "{ran:?}");
        engines.remove("p.csv");
    }
}

/// It is not started for every position of the run.
#[test]
fn an_engine_that_fails_again_and_again_is_given_up() {
    let engines = FakeEngines::new();
    engines.add("ends", Script { go: "echo >> asked; exit 1", ..GOOD });
    engines.write("games.pgn", KNIGHTS.repeat(4));
    engines.run("analyse --engine cmd=./ends games.pgn").exits_with(1).remarks("20 positions could not be analysed");
    assert_eq!(engines.read("asked").lines().count(), 6);
}
