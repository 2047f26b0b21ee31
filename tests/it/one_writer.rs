//! One run at a time writes a file: the second is refused, and a killed one stops nobody.

use crate::shell::{ENGINE, complaint, kempelen, run, signal, stdout, wait};
use clap::{Command, CommandFactory};
use kempelen::commands::Cli;
use kempelen::games::find_game;
use kempelen::notation::Notation;
use kempelen::system::file_lock::FileLock;
use std::fs;
use std::io::{Read, Write};
use std::path::{Path, PathBuf};
use std::process::{Child, Stdio};
use std::time::{Duration, Instant};
use tempfile::TempDir;

/// The arguments that name a file which a run writes, by command. `FILE` is that file; other words make the command
/// line complete, and no other file is read before the lock is taken.
const WRITERS: [(&str, &str, &str); 16] = [
    ("analyse", "output", "INPUT --output FILE"),
    ("analyse", "svg", "INPUT --svg FILE"),
    ("analyse", "html", "INPUT --html FILE"),
    ("match", "pgn", "--engine cmd=x --pgn FILE"),
    ("book make", "output", "games.pgn --output FILE"),
    ("book merge", "output", "one.txt two.txt --output FILE"),
    ("datagen play", "output", "--output FILE"),
    ("datagen rescore", "output", "old.games --output FILE"),
    ("datagen merge", "output", "old.games --output FILE"),
    ("datagen shuffle", "output", "old.games --output FILE"),
    ("datagen export", "output", "old.games --output FILE"),
    ("train", "output", "--data x --output FILE"),
    ("train", "curve", "--data x --output net --curve FILE"),
    ("tune options", "output", "--engine cmd=x --option Hash=1,1..9 --output FILE"),
    ("tune weights", "output", "--data x --output FILE"),
    // Its files have other names; the build of each is locked.
    ("egdb build", "path", "--pieces 2 --path FOLDER"),
];

/// These write a file at once, at their end. `dxp` only adds whole games to its file.
const WRITERS_AT_ONCE: [(&str, &str); 6] = [
    ("compare", "svg"),
    ("dxp", "pgn"),
    ("man", "output"),
    ("picture", "output"),
    ("solve", "output"),
    ("tree", "output"),
];

/// The commands that have no subcommands, without the name of the program.
fn leaves(command: &Command, called: &str, found: &mut Vec<(String, Command)>) {
    for inner in command.get_subcommands() {
        let called = format!("{called} {}", inner.get_name());
        leaves(inner, called.trim_start(), found);
    }
    if !command.has_subcommands() {
        found.push((called.to_owned(), command.clone()));
    }
}

#[test]
fn every_file_that_a_run_writes_is_locked() {
    let mut commands = Vec::new();
    leaves(&Cli::command(), "", &mut commands);
    for (called, command) in &commands {
        for argument in command.get_arguments().map(|it| it.get_id().as_str()) {
            let is_written = ["output", "pgn", "svg", "html", "curve"].contains(&argument);
            let place = (called.as_str(), argument);
            let is_known = WRITERS_AT_ONCE.contains(&place) || WRITERS.iter().any(|it| (it.0, it.1) == place);
            assert!(!is_written || is_known, "{called} --{argument}");
        }
    }
    let folder = TempDir::new().unwrap();
    let path = |name: &str| folder.path().join(name);
    let [file, input, tables] = ["file.pgn", "input", "english-2.wdl"].map(path);
    fs::write(&input, "").unwrap();
    let _locks = FileLock::all([&file, &tables]).unwrap();
    let before = names(folder.path());
    for (command, _, words) in WRITERS {
        let words = command.split(' ').chain(words.split(' '));
        let words = words.map(|word| match word {
            "FILE" => file.to_str().unwrap(),
            "INPUT" => input.to_str().unwrap(),
            "FOLDER" => folder.path().to_str().unwrap(),
            word => word,
        });
        let refused = run(&words.collect::<Vec<_>>());
        assert_eq!(refused.status.code(), Some(2), "{command}");
        let told = complaint(&refused);
        assert!(told.contains("': another run is writing it"), "{told}");
        assert_eq!(names(folder.path()), before, "{command}");
    }
}

fn names(folder: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(folder).unwrap();
    let mut names: Vec<_> = entries.map(|entry| entry.unwrap().path()).collect();
    names.sort();
    names
}

/// Long runs: the words of the command line, the lock file, and two words of which the second replaces the first when the
/// killed run is resumed, so that it ends soon.
const LONG_RUNS: [(&str, &str, [&str; 2]); 6] = [
    ("analyse DIR/positions --movetime 300 --output DIR/rows", "rows.lock", ["", ""]),
    (
        "match --engine cmd=ENGINE name=a --engine cmd=ENGINE name=b --each st=0.04 --max-plies 14 --pgn DIR/pgn",
        "pgn.lock",
        ["", ""],
    ),
    (
        "tune options --engine cmd=ENGINE st=0.04 --option Hash=1,1..9 --pairs 1 --max-plies 14 --output DIR/tuned",
        "tuned.lock",
        ["", ""],
    ),
    ("train --data DIR/data --neurons 32 --epochs 200 --output DIR/net", "net.lock", ["", ""]),
    ("datagen play --hash 1 --games 1000000 --output DIR/games", "games.lock", ["1000000", "2"]),
    ("egdb build --pieces 4 --path DIR", "english-4.wdl.lock", ["4", "2"]),
];

/// A program that is killed if the test fails.
struct Running(Child);

impl Drop for Running {
    fn drop(&mut self) {
        let _ = self.0.kill();
        wait(&mut self.0);
    }
}

#[test]
fn of_two_runs_the_second_is_refused_and_a_killed_one_is_resumed() {
    let folder = TempDir::new().unwrap();
    let path = |name: &str| folder.path().join(name);
    let start = find_game("chess").unwrap().start().show();
    fs::write(path("positions"), format!("{start}\n").repeat(3)).unwrap();
    let data = path("data");
    let games = ["datagen", "play", "--games", "30", "--nodes", "30", "--hash", "1"];
    stdout(&run(&[&games[..], &["--output", data.to_str().unwrap()]].concat()));
    crate::shell::side_by_side(LONG_RUNS, |(words, lock, [long, short])| {
        let words = words.split(' ').map(|word| {
            let word = word.replace("DIR", folder.path().to_str().unwrap());
            word.replace("ENGINE", ENGINE)
        });
        let words: Vec<String> = words.collect();
        let words: Vec<&str> = words.iter().map(String::as_str).collect();
        let mut first = kempelen(&words);
        let first = first.stdout(Stdio::null()).stderr(Stdio::null());
        let mut first = Running(first.spawn().unwrap());
        let began = Instant::now();
        while !path(lock).exists() {
            assert!(began.elapsed() < Duration::from_secs(30), "{words:?}");
            std::thread::sleep(Duration::from_millis(2));
        }
        // However short its work is, the first run does not end before it is killed.
        signal(&first.0, "STOP");
        let resumes = !words.contains(&"egdb");
        let resume: &[&str] = if resumes { &["--resume"] } else { &[] };
        let second = run(&[&words, resume].concat());
        assert_eq!(second.status.code(), Some(2), "{words:?}: {second:?}");
        assert!(complaint(&second).contains("another run is writing it"));
        assert!(first.0.try_wait().unwrap().is_none(), "{words:?} ended");
        first.0.kill().unwrap();
        wait(&mut first.0);
        assert!(path(lock).exists(), "a killed run removes nothing");
        let shorter = words.iter().map(|&word| if word == long { short } else { word });
        let third = run(&[&shorter.collect::<Vec<_>>(), resume].concat());
        assert!(third.status.success(), "{words:?}: {third:?}");
        assert!(!resumes || !path(lock).exists(), "{lock}");
    });
    assert_eq!(fs::read_to_string(path("rows")).unwrap().lines().count(), 3);
    let games = fs::read_to_string(path("pgn")).unwrap();
    for round in ["[Round \"1.1\"]", "[Round \"1.2\"]"] {
        assert_eq!(games.matches(round).count(), 1, "{games}");
    }
}

/// Two games at the same time, both killed: each is offered later, one after the other.
#[test]
fn games_of_two_programs_that_are_killed_are_both_kept() {
    let folder = TempDir::new().unwrap();
    let play = |arguments: &[&str]| {
        let mut command = kempelen(&["play", "--plain", "--second", "person", "name=Ben"]);
        command.args(arguments).env("KEMPELEN_STATE", folder.path());
        command.stdin(Stdio::piped()).stdout(Stdio::piped());
        Running(command.spawn().unwrap())
    };
    let tell = |running: &mut Running, text: &[u8]| {
        let input = running.0.stdin.as_mut().unwrap();
        input.write_all(text).unwrap();
    };
    let both = [("e4\n", "last-game.pgn"), ("d4\n", "last-game-2.pgn")];
    let running = both.map(|(mv, name)| {
        let mut running = play(&[]);
        tell(&mut running, mv.as_bytes());
        let began = Instant::now();
        while !folder.path().join(name).exists() {
            assert!(began.elapsed() < Duration::from_secs(30), "{name}");
            std::thread::sleep(Duration::from_millis(2));
        }
        running
    });
    drop(running);
    for mv in ["1. e4", "1. d4"] {
        let mut running = play(&["--continue"]);
        tell(&mut running, b"list\nresign\nquit\n");
        drop(running.0.stdin.take());
        let mut told = String::new();
        let mut output = running.0.stdout.take().unwrap();
        output.read_to_string(&mut told).unwrap();
        assert!(told.contains(mv), "{told}");
        assert!(wait(&mut running.0).success(), "{told}");
    }
}
