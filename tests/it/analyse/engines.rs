//! `analyse --engine`: engines that hang, signals, and readers that go away. `tests/data/transcripts/analyse_engines.md` has all else.

use crate::fake_engine::{FakeEngines, GOOD, Script};
use crate::prelude::*;

/// An engine that reports a score with each move.
const SCORED: Script = Script { go: "echo info depth 3 score cp 25 nodes 10 pv $move; echo bestmove $move", ..GOOD };

/// The moves that it plays.
const KNIGHTS: &str = "1. Nf3 Nf6 2. Ng1 Ng8 *\n";

/// It does not stand in the line of the progress bar, nor do the games on the same terminal.
#[test]
fn a_restart_is_told_above_the_progress_bar() {
    let told = "kempelen: engine 'ends' has ended; it is started again";
    let [file, terminal] = ["--output out.pgn", ""].map(screen_of_restart);
    assert_eq!(file.trim(), told);
    assert!(!terminal.contains(" moves  ") && terminal.contains(told), "{terminal}");
    assert_eq!(terminal.matches("%eval").count(), 4, "{terminal}");
}

/// What a terminal shows at the end of an analysis whose engine ends once.
fn screen_of_restart(output: &str) -> String {
    let engines = FakeEngines::new();
    let ends = format!("n=$((n + 1)); sleep 0.3; [ $n = 3 ] && exit 1; {}", SCORED.go);
    engines.add("ends", Script { go: &ends, ..GOOD });
    engines.write("games.pgn", KNIGHTS);
    let (mut pty, pts) = pty_process::blocking::open().unwrap();
    pty.resize(pty_process::Size::new(24, 80)).unwrap();
    let command = pty_process::blocking::Command::new(ENGINE).current_dir(engines.at()).env("TERM", "xterm");
    let words = format!("analyse --engine cmd=./ends games.pgn {output}").words();
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
    screen
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

/// The options that an analysis needs, but for those that the engine does not have or the user has set.
#[test]
fn an_engine_gets_the_options_of_an_analysis() {
    let engines = FakeEngines::new();
    let names = [("MultiPV", "spin default 1 min 1 max 9"), ("hash", "spin default 16 min 1 max 64")];
    let names = names
        .into_iter()
        .chain(["UCI_Chess960", "UCI_AnalyseMode", "uci_showwdl"].map(|name| (name, "check default false")));
    let declared =
        names.map(|(name, kind)| format!("echo option name {name} type {kind}")).collect::<Vec<_>>().join("; ");
    let setoption = "echo \"$line\" >> $0.log";
    engines.add("all", Script { uci: &declared, setoption, ..SCORED });
    engines.add("few", Script { setoption, ..SCORED });
    let sent = |engine: &str, more: &str| {
        let _ = fs::remove_file(engines.path(&format!("{engine}.log")));
        engines.run(format!("analyse --depth 2 --engine 'cmd=./{engine}{more}"));
        let lines = engines.log(engine);
        lines.lines().filter_map(|line| line.strip_prefix("setoption name ")).map(str::to_owned).collect::<Vec<_>>()
    };
    let all = [
        "MultiPV value 2",
        "hash value 8",
        "UCI_Chess960 value true",
        "UCI_AnalyseMode value true",
        "uci_showwdl value true",
    ];
    assert_eq!(sent("all", "' --hash 8 --multipv 2"), all);
    assert_eq!(
        sent("all", " option.UCI_ShowWDL=false option.Hash=9' --hash 8"),
        ["UCI_ShowWDL value false", "Hash value 9", all[2], all[3]]
    );
    assert_eq!(sent("few", "' --hash 8"), ["Hash value 8"]);
    assert_eq!(sent("few", "'"), [""; 0]);
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
