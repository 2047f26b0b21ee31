//! The host for CheckerBoard engines, which is a program in C: an engine in C, and some with faults.

use crate::match_command::games;
use crate::prelude::*;

/// The host, and engines for it.
struct Host(Folder);

impl Host {
    fn new() -> Host {
        let host = Host(Folder::new());
        let sources = ["draughts.c", "engine.c", "host.c", "hub.c"].map(|name| format!("scripts/checkerboard/{name}"));
        let to = ["-O1", "-pthread", "-o", &host.0.text_path("host")].map(str::to_owned);
        compile(&[&to[..], &sources, &["-ldl".to_owned()]].concat());
        host
    }

    /// Compiles an engine. `definition` chooses what it does, such as `FAULT=HANG`.
    fn engine(&self, definition: &str) -> String {
        let library = self.0.text_path(&format!("{definition}.so"));
        compile(&["-shared", "-fPIC", &format!("-D{definition}"), "-o", &library, "tests/data/checkerboard_engine.c"]);
        library
    }

    /// What the host and the engine write on standard output and standard error. The lines are sent with pauses, so
    /// that a search ends before the next line.
    fn talk(&self, engine: &str, lines: &[&str]) -> (String, String) {
        let mut host = piped(Command::new(self.0.path("host")).arg(engine));
        let mut input = host.stdin.take().unwrap();
        for line in lines {
            writeln!(input, "{line}").unwrap();
            sleep(Duration::from_millis(30));
        }
        drop(input);
        let ran = wait_with_output(host);
        (ran.text(), ran.err())
    }

    /// A match of an engine, with its settings, against Kempelen.
    fn play(&self, engine: &str, settings: &str) -> Ran {
        let second = format!("cmd=./host 'args={engine}' proto=hub name=other {settings}");
        self.0.run(format!("match --game english --engine builtin=search nodes=100 --engine {second}"))
    }

    /// The games of a file, which is removed.
    fn games(&self, file: &str) -> Vec<GameRecord> {
        let games = games(&self.0.path(file));
        self.0.remove(file);
        games
    }
}

fn compile<T: AsRef<str>>(arguments: &[T]) {
    let compiler = std::env::var("CC").unwrap_or("cc".to_owned());
    let mut command = Command::new(&compiler);
    command.args(["-std=c11", "-Wall", "-Wextra", "-Wpedantic", "-Werror"]);
    let child = command.args(arguments.iter().map(AsRef::as_ref)).stderr(Stdio::piped()).spawn();
    let child = child
        .unwrap_or_else(|error| panic!("the C compiler '{compiler}' cannot be run: {error}; set CC to another one"));
    let ran = wait_with_output(child);
    assert!(ran.status.success(), "{command:?}: {}", ran.err());
}

#[test]
fn whole_games() {
    let host = Host::new();
    let engine = host.engine("FAULT=NONE");
    for limit in ["st=0.2", "tc=2+0.05", "tc=40/2"] {
        let openings = "--openings random --plies 8 --rounds 3";
        host.play(&engine, &format!("{limit} --pgn games.pgn {openings}")).text();
        let games = host.games("games.pgn");
        assert_eq!(games.len(), 6);
        for game in games {
            assert_eq!(game.tag("Termination"), Some("normal"), "{limit}");
        }
    }
}

#[test]
fn the_engine_is_told_the_time() {
    let host = Host::new();
    let engine = host.engine("FAULT=NONE");
    for [level, expected] in cases("engines", "levels") {
        let (_, log) = host.talk(&engine, &["pos start", "go", "pos start", level, "go"]);
        let searches: Vec<_> = log.lines().filter(|it| it.starts_with("getmove")).collect();
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
    for limit in ["st=0.1", "tc=1+0.1"] {
        let started = Instant::now();
        host.play(&engine, &format!("{limit} --pgn games.pgn --max-plies 10 --margin 100")).text();
        assert!(started.elapsed() > Duration::from_millis(300));
        for game in host.games("games.pgn") {
            assert_eq!(game.tag("Termination"), Some("adjudication"), "{limit}");
        }
    }
}

/// The position before the moves that can be taken back, and these moves.
#[test]
fn the_engine_is_told_the_history() {
    let host = Host::new();
    let engine = host.engine("FAULT=NONE");
    let history = |position: &str| {
        let (_, log) = host.talk(&engine, &[position, "go"]);
        let mut found = log.lines().filter_map(|line| line.strip_prefix("set gamehist "));
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
    let (said, _) = host.talk(&host.engine("GAMETYPE=21"), &["pos pos=WeeeeeeeeeWeeebbeeeeeebbeeeeeeeee", "go"]);
    assert_eq!(said, "done move=10x10x14x15x22x23\n");
    for (game, kings) in [(21, 0), (25, 1), (26, 0)] {
        let engine = host.engine(&format!("GAMETYPE={game}"));
        // The man on 9 captures 6 and 7, and stands on the last rank between the two.
        let passes = "pos pos=Weeeeebbeweeeeeeeeeeeeeeeeeebeeee";
        let moves = " moves=9x11x6x7";
        let (said, log) = host.talk(&engine, &[&format!("{passes}{moves}"), "go"]);
        let expected = format!("kings={kings}");
        let search = log.lines().find(|line| line.starts_with("getmove"));
        assert!(search.unwrap().ends_with(&expected), "{game}: {log}");
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
    host.play(&engine, "st=1 option.hashsize=16 --max-plies 4").text();
    let no_function = host.0.text_path("plain.so");
    host.0.write("plain.c", "extern int nothing;\n");
    compile(&["-shared", "-fPIC", "-o", &no_function, &host.0.text_path("plain.c")]);
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
        (&no_function, "st=1", "has no function getmove"),
    ] {
        host.play(engine, &format!("st=1 {option} --max-plies 4")).fails_with("engine 'other' ").remarks(expected);
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
        let (said, _) = host.talk(&host.engine(&format!("FAULT={fault}")), &["pos start", "go"]);
        assert!(said.contains(expected), "{said}");
        assert!(said.ends_with("done move=12-16\n"), "{said}");
    }
    host.play(&host.engine("FAULT=LONG_TEXT"), "st=1 --pgn games.pgn").text();
    for game in host.games("games.pgn") {
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
        host.play(&engine, &format!("{settings} --concurrency 2 --pgn {fault}")).says(words);
        let games = host.games(fault);
        assert_eq!(games.len(), 2);
        for game in games {
            assert_eq!(game.tag("Termination"), Some(ended), "{fault}");
        }
    });
}
