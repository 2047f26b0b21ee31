//! The host for CheckerBoard engines, which is a program in C: an engine in C, and some with faults.

use crate::match_command::games;
use crate::shell::{complaint, run, side_by_side, stdout, wait_with_output};
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};
use std::time::{Duration, Instant};
use tempfile::TempDir;

/// The host, and engines for it.
struct Host(TempDir);

impl Host {
    fn new() -> Host {
        let host = Host(TempDir::new().unwrap());
        let folder = Path::new("scripts/checkerboard");
        let sources = ["draughts.c", "engine.c", "host.c", "hub.c"].map(|name| folder.join(name));
        let sources = sources.iter().map(|path| path.to_str().unwrap());
        let program = host.path("host");
        let mut arguments = vec!["-O1", "-pthread", "-o", program.to_str().unwrap()];
        arguments.extend(sources);
        arguments.push("-ldl");
        compile(&arguments);
        host
    }

    fn path(&self, name: &str) -> PathBuf {
        self.0.path().join(name)
    }

    /// Compiles an engine. `definition` chooses what it does, such as `FAULT=HANG`.
    fn engine(&self, definition: &str) -> String {
        let library = self.path(&format!("{definition}.so"));
        let library = library.to_str().unwrap();
        let definition = format!("-D{definition}");
        let source = "tests/data/checkerboard_engine.c";
        compile(&["-shared", "-fPIC", &definition, "-o", library, source]);
        library.to_owned()
    }

    /// What the host and the engine write on standard output and standard error. The lines are sent with pauses, so
    /// that a search ends before the next line.
    fn talk(&self, engine: &str, lines: &[&str]) -> (String, String) {
        let mut host = Command::new(self.path("host"))
            .arg(engine)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        let mut input = host.stdin.take().unwrap();
        for line in lines {
            writeln!(input, "{line}").unwrap();
            std::thread::sleep(Duration::from_millis(30));
        }
        drop(input);
        let output = wait_with_output(host);
        assert!(output.status.success(), "{output:?}");
        let text = |bytes| String::from_utf8(bytes).unwrap();
        (text(output.stdout), text(output.stderr))
    }

    /// A match of an engine against Kempelen, with the settings of the engine.
    fn play(&self, engine: &str, settings: &[&str], more: &[&str]) -> Output {
        let (program, library) = (self.path("host"), format!("args={engine}"));
        let program = format!("cmd={}", program.display());
        let first = ["match", "--game", "english", "--engine", "builtin=search", "nodes=100"];
        let second = ["--engine", &program, &library, "proto=hub", "name=other"];
        run(&[&first[..], &second, settings, more].concat())
    }
}

fn compile(arguments: &[&str]) {
    let compiler = std::env::var("CC").unwrap_or("cc".to_owned());
    let warnings = ["-std=c11", "-Wall", "-Wextra", "-Wpedantic", "-Werror"];
    let mut command = Command::new(&compiler);
    let command = command.args(warnings).args(arguments);
    let child = command.stderr(Stdio::piped()).spawn();
    let child = child
        .unwrap_or_else(|error| panic!("the C compiler '{compiler}' cannot be run: {error}; set CC to another one"));
    let output = wait_with_output(child);
    let told = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{command:?}: {told}");
}

#[test]
fn whole_games() {
    let host = Host::new();
    let engine = host.engine("FAULT=NONE");
    for limit in ["st=0.2", "tc=2+0.05", "tc=40/2"] {
        let pgn = host.path("games.pgn");
        let file = ["--pgn", pgn.to_str().unwrap()];
        let openings = ["--openings", "random", "--plies", "8", "--rounds", "3"];
        stdout(&host.play(&engine, &[limit], &[&file[..], &openings].concat()));
        let games = games(&pgn);
        assert_eq!(games.len(), 6);
        for game in games {
            assert_eq!(game.tag("Termination"), Some("normal"), "{limit}");
        }
        std::fs::remove_file(&pgn).unwrap();
    }
}

#[test]
fn the_engine_is_told_the_time() {
    let host = Host::new();
    let engine = host.engine("FAULT=NONE");
    for (level, expected) in [
        ("level move-time=0.25", "seconds=0.250 info=2 left=0 increment=0"),
        ("level time=20 inc=0.5", "seconds=1.525 info=4 left=20500 increment=500"),
        ("level time=100 inc=1", "seconds=6.050 info=8 left=10100 increment=100"),
        ("level time=9000 inc=0", "seconds=450.000 info=12 left=65535 increment=0"),
        ("level time=0 inc=0.1", "seconds=0.050 info=4 left=100 increment=100"),
        ("level moves=9 time=20 inc=0", "seconds=2.000 info=0 left=0 increment=0"),
        ("level infinite", "seconds=1000000.000 info=0 left=0 increment=0"),
    ] {
        let lines = ["pos start", "go", "pos start", level, "go"];
        let (_, told) = host.talk(&engine, &lines);
        let searches: Vec<_> = told.lines().filter(|it| it.starts_with("getmove")).collect();
        let reset = "getmove color=2 seconds=1000000.000 info=1 left=0 increment=0 kings=0";
        assert_eq!(searches[0], reset, "the first search of a game");
        assert_eq!(searches[1], format!("getmove color=2 {expected} kings=0"));
    }
}

/// The engine looks at neither the clock nor anything but the sign to play.
#[test]
fn searches_are_ended() {
    let host = Host::new();
    let engine = host.engine("FAULT=WAIT");
    let (said, _) = host.talk(&engine, &["pos start", "go", "ping", "stop", "go ponder", "ping", "stop"]);
    let lines: Vec<_> = said.lines().collect();
    assert_eq!(lines, ["pong", "done move=12-16", "pong", "done"]);
    let (said, _) = host.talk(&engine, &["pos start", "go ponder", "ponder-hit", "ping", "stop"]);
    assert_eq!(said, "pong\ndone move=12-16\n");
    let pgn = host.path("games.pgn");
    let file = ["--pgn", pgn.to_str().unwrap(), "--max-plies", "10", "--margin", "100"];
    for limit in ["st=0.1", "tc=1+0.1"] {
        let started = Instant::now();
        stdout(&host.play(&engine, &[limit], &file));
        assert!(started.elapsed() > Duration::from_millis(300));
        for game in games(&pgn) {
            assert_eq!(game.tag("Termination"), Some("adjudication"), "{limit}");
        }
        std::fs::remove_file(&pgn).unwrap();
    }
}

/// The position before the moves that can be taken back, and these moves.
#[test]
fn the_engine_is_told_the_history() {
    let host = Host::new();
    let engine = host.engine("FAULT=NONE");
    let history = |position: &str| {
        let (_, told) = host.talk(&engine, &[position, "go"]);
        let lines = told.lines();
        let mut found = lines.filter_map(|line| line.strip_prefix("set gamehist "));
        found.next().map(str::to_owned)
    };
    let start = "B:W21,22,23,24,25,26,27,28,29,30,31,32:B1,2,3,4,5,6,7,8,9,10,11,12";
    assert_eq!(history("pos start").unwrap(), start);
    let position = "WeWeBeeeeeeeeeeeeeeeeeeeeeewBeeee";
    let moves = "27-24 28-32 24-19 32-28 2-6 28-32";
    assert_eq!(history(&format!("pos pos={position} moves=\"{moves}\"")).unwrap(), "B:WK2,19:BK4,K32 32-28 2-6 28-32");
    assert_eq!(history("pos start moves=\"11-15 5-6\""), None, "no such move");
}

/// Moves that only their way explains: a king's that ends where it began, a man's that passes the last rank.
#[test]
fn captures() {
    let host = Host::new();
    let english = host.engine("GAMETYPE=21");
    let circle = "pos pos=WeeeeeeeeeWeeebbeeeeeebbeeeeeeeee";
    let (said, _) = host.talk(&english, &[circle, "go"]);
    assert_eq!(said, "done move=10x10x14x15x22x23\n");
    for (game, kings) in [(21, 0), (25, 1), (26, 0)] {
        let engine = host.engine(&format!("GAMETYPE={game}"));
        // The man on 9 captures 6 and 7, and stands on the last rank between the two.
        let passes = "pos pos=Weeeeebbeweeeeeeeeeeeeeeeeeebeeee";
        let moves = " moves=9x11x6x7";
        let (said, told) = host.talk(&engine, &[&format!("{passes}{moves}"), "go"]);
        let expected = format!("kings={kings}");
        let search = told.lines().find(|line| line.starts_with("getmove"));
        assert!(search.unwrap().ends_with(&expected), "{game}: {told}");
        assert!(said.starts_with("done move="), "{game}: {said}");
    }
}

#[test]
fn options_and_refusals() {
    let host = Host::new();
    let engine = host.engine("FAULT=NONE");
    let (said, _) = host.talk(&engine, &["hub"]);
    let expected = "id name=\"Test  1  engine\"\n\
        param name=variant value=english type=enum values=english\n\
        param name=hashsize value=\"8\" type=int\nwait\n";
    assert_eq!(said, expected);
    let short = ["--max-plies", "4"];
    stdout(&host.play(&engine, &["st=1", "option.hashsize=16"], &short));
    let no_function = host.path("plain.so");
    let no_function = no_function.to_str().unwrap();
    std::fs::write(host.path("plain.c"), "extern int nothing;\n").unwrap();
    let source = host.path("plain.c");
    compile(&["-shared", "-fPIC", "-o", no_function, source.to_str().unwrap()]);
    let russian = host.engine("GAMETYPE=25");
    let thai = host.engine("GAMETYPE=31");
    for (engine, option, expected) in [
        (&*engine, "option.book=1", "has no option 'book'"),
        (
            &engine,
            "option.hashsize=128",
            "refused option 'hashsize'; it said: error: set-param: the engine refuses '128' for hashsize",
        ),
        (&russian, "st=1", "does not play english: option 'variant' takes one of russian"),
        (&thai, "st=1", "plays game type 31; expected 21, 22, 24, 25, 26 or 29"),
        ("/nowhere.so", "st=1", "has ended; it said: error: cannot load the engine: /nowhere.so"),
        (no_function, "st=1", "has no function getmove"),
    ] {
        let told = complaint(&host.play(engine, &["st=1", option], &short));
        assert!(told.contains("engine 'other' ") && told.contains(expected), "{told}");
    }
}

#[test]
fn wrong_lines_are_named() {
    let host = Host::new();
    let engine = host.engine("FAULT=NONE");
    for (lines, expected) in [
        (&["go"][..], "there is no position"),
        (&["pos pos=Wbw", "go"], "found 'Wbw', expected W or B and 32 of w b W B e"),
        (&["pos start moves=\"11-15 x\"", "go"], "found 'x', expected a legal move"),
        (&["pos start moves=11-99", "go"], "found '11-99'"),
        (&["pos start", "level depth=3", "go"], "found a limit in plies or nodes"),
        (&["set-param name=variant value=thai", "go"], "found variant=thai, expected english"),
        (&["set-param name=hashsize", "go"], "expected name= and value="),
    ] {
        let (said, _) = host.talk(&engine, lines);
        let said: Vec<_> = said.lines().collect();
        assert!(said[0].contains(expected), "{lines:?}: {said:?}");
        assert_eq!(said.last(), Some(&"done"), "{lines:?}: {said:?}");
    }
}

/// An engine may write past the end of what it was given; the host says so, and the game goes on.
#[test]
fn engines_that_write_too_much() {
    let host = Host::new();
    for (fault, expected) in [
        ("LONG_TEXT", "written 476 bytes past the end of its text, which has 1024"),
        ("LONG_REPLY", "written 976 bytes past the end of its reply, which has 1024"),
    ] {
        let engine = host.engine(&format!("FAULT={fault}"));
        let (said, _) = host.talk(&engine, &["pos start", "go"]);
        assert!(said.contains(expected), "{said}");
        assert!(said.ends_with("done move=12-16\n"), "{said}");
    }
    let engine = host.engine("FAULT=LONG_TEXT");
    let pgn = host.path("games.pgn");
    stdout(&host.play(&engine, &["st=1"], &["--pgn", pgn.to_str().unwrap()]));
    for game in games(&pgn) {
        assert_eq!(game.tag("Termination"), Some("normal"));
    }
}

#[test]
fn every_fault_loses_with_its_name() {
    let host = Host::new();
    let said = "no move; it said: error: the engine has returned a board that no move leads to; its text: depth 1";
    let cases = [
        ("CRASH", "st=1", "crashed", "disconnects"),
        ("ILLEGAL", "st=1", "illegal move", said),
        ("NO_MOVE", "st=1", "illegal move", said),
        ("NONE", "depth=3", "illegal move", "it said: error: go: the level was refused"),
        ("HANG", "st=0.1", "stalled", "stalls"),
    ];
    side_by_side(cases, |(fault, settings, ended, words)| {
        let engine = host.engine(&format!("FAULT={fault}"));
        let pgn = host.path(fault);
        let more = ["--concurrency", "2", "--pgn", pgn.to_str().unwrap()];
        let told = stdout(&host.play(&engine, &[settings], &more));
        assert!(told.contains(words), "{fault}: {told}");
        let games = games(&pgn);
        assert_eq!(games.len(), 2);
        for game in games {
            assert_eq!(game.tag("Termination"), Some(ended), "{fault}");
        }
    });
}
