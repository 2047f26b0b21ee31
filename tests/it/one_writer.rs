//! One run at a time writes a file: the second is refused, and a killed one stops nobody.

use crate::prelude::*;
use clap::{Command, CommandFactory};
use kempelen::commands::Cli;
use kempelen::system::file_lock::FileLock;

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
        leaves(inner, format!("{called} {}", inner.get_name()).trim_start(), found);
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
    let folder = Folder::with(&[("INPUT", "")]);
    let _locks = FileLock::all([&folder.path("FILE.pgn"), &folder.path("english-2.wdl")]).unwrap();
    let before = names(&folder);
    for (command, _, words) in WRITERS {
        let words = words.replace("FILE", "FILE.pgn").replace("FOLDER", ".");
        folder.run(format!("{command} {words}")).fails_with("': another run is writing it");
        assert_eq!(names(&folder), before, "{command}");
    }
}

fn names(folder: &Folder) -> Vec<PathBuf> {
    let mut names: Vec<_> = fs::read_dir(folder.at()).unwrap().map(|entry| entry.unwrap().path()).collect();
    names.sort();
    names
}

/// Long runs: the words of the command line, the lock file, and two words of which the second replaces the first when the
/// killed run is resumed, so that it ends soon.
const LONG_RUNS: [(&str, &str, [&str; 2]); 6] = [
    ("analyse positions --movetime 300 --output rows", "rows.lock", ["", ""]),
    (
        "match --engine cmd=$ENGINE name=a --engine cmd=$ENGINE name=b --each st=0.04 --max-plies 14 --pgn pgn",
        "pgn.lock",
        ["", ""],
    ),
    (
        "tune options --engine cmd=$ENGINE st=0.04 --option Hash=1,1..9 --pairs 1 --max-plies 14 --output tuned",
        "tuned.lock",
        ["", ""],
    ),
    ("train --data data --neurons 32 --epochs 200 --output net", "net.lock", ["", ""]),
    ("datagen play --hash 1 --games 1000000 --output games", "games.lock", ["1000000", "2"]),
    ("egdb build --pieces 4 --path .", "english-4.wdl.lock", ["4", "2"]),
];

/// A program that is killed if the test fails.
struct Running(Child);

impl Drop for Running {
    fn drop(&mut self) {
        let _ = self.0.kill();
        wait(&mut self.0);
    }
}

/// Waits until a file is there.
fn wait_for(folder: &Folder, name: &str) {
    let began = Instant::now();
    while !folder.has(name) {
        assert!(began.elapsed() < Duration::from_secs(30), "{name}");
        std::thread::sleep(Duration::from_millis(2));
    }
}

#[test]
fn of_two_runs_the_second_is_refused_and_a_killed_one_is_resumed() {
    let start = find_game("chess").unwrap().start().show();
    let folder = Folder::with(&[("positions", &format!("{start}\n").repeat(3))]);
    folder.run("datagen play --games 30 --nodes 30 --hash 1 --output data").text();
    crate::shell::side_by_side(LONG_RUNS, |(words, lock, [long, short])| {
        let mut first = folder.command(words);
        let mut first = Running(first.stdout(Stdio::null()).stderr(Stdio::null()).spawn().unwrap());
        wait_for(&folder, lock);
        // However short its work is, the first run does not end before it is killed.
        signal(&first.0, "STOP");
        let resumes = !words.starts_with("egdb");
        let resume = if resumes { "--resume" } else { "" };
        folder.run(format!("{words} {resume}")).fails_with("another run is writing it");
        assert!(first.0.try_wait().unwrap().is_none(), "{words} ended");
        first.0.kill().unwrap();
        wait(&mut first.0);
        assert!(folder.has(lock), "a killed run removes nothing");
        let shorter = words.split(' ').map(|word| if word == long { short } else { word });
        folder.run(format!("{} {resume}", shorter.collect::<Vec<_>>().join(" "))).exits_with(0);
        assert!(!resumes || !folder.has(lock), "{lock}");
    });
    assert_eq!(folder.read("rows").lines().count(), 3);
    let games = folder.read("pgn");
    for round in ["[Round \"1.1\"]", "[Round \"1.2\"]"] {
        assert_eq!(games.matches(round).count(), 1, "{games}");
    }
}

/// Two games at the same time, both killed: each is offered later, one after the other.
#[test]
fn games_of_two_programs_that_are_killed_are_both_kept() {
    let folder = Folder::new();
    let play = |more: &str, text: &str| {
        let mut command = kempelen(format!("play --plain --second person name=Ben {more}"));
        let mut child = piped(command.env("KEMPELEN_STATE", folder.at()));
        child.stdin.as_mut().unwrap().write_all(text.as_bytes()).unwrap();
        child
    };
    let running = [("e4\n", "last-game.pgn"), ("d4\n", "last-game-2.pgn")].map(|(mv, name)| {
        let running = Running(play("", mv));
        wait_for(&folder, name);
        running
    });
    drop(running);
    for mv in ["1. e4", "1. d4"] {
        wait_with_output(play("--continue", "list\nresign\nquit\n")).says(mv);
    }
}
