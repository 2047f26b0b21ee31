//! One run at a time writes a file: the second is refused, and a killed one stops nobody.

use crate::command_line::leaves;
use crate::prelude::*;
use clap::CommandFactory;
use kempelen::commands::Cli;
use kempelen::system::file_lock::FileLock;
use std::fs;
use std::os::unix::fs::MetadataExt;
use std::path::Path;

/// The file with the tables of these tests.
const FILE: &str = "commands_with_files";

#[test]
fn every_file_that_a_run_writes_is_locked() {
    let (writers, at_once) = (cases::<3>(FILE, "writers"), cases(FILE, "writers_at_once"));
    for (called, command) in leaves(&Cli::command(), "") {
        for argument in command.get_arguments().map(|it| it.get_id().as_str()) {
            let is_written = ["output", "pgn", "svg", "html", "summary", "curve"].contains(&argument);
            let place = [called.as_str(), argument];
            let is_known = at_once.contains(&place) || writers.iter().any(|writer| writer[..2] == place);
            assert!(!is_written || is_known, "{called} --{argument}");
        }
    }
    let folder = Folder::with(&[("INPUT", "")]);
    let locked = ["FILE.pgn", "FILE.svg", "FILE.html", "FILE.txt", "english-2.wdl"].map(|name| folder.path(name));
    let _locks = FileLock::all(&locked).unwrap();
    let before = names(&folder);
    for [command, _, words] in writers {
        let words = words.replace("FOLDER", ".");
        folder.run(format!("{command} {words}")).fails_with("': another run is writing it");
        assert_eq!(names(&folder), before, "{command}");
    }
}

fn names(folder: &Folder) -> Vec<PathBuf> {
    let mut names: Vec<_> = fs::read_dir(folder.at()).unwrap().map(|entry| entry.unwrap().path()).collect();
    names.sort();
    names
}

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
    let start = find_game("chess").unwrap().start().show();
    let folder = Folder::with(&[("positions", &format!("{start}\n").repeat(3))]);
    folder.run("datagen play --games 30 --nodes 30 --hash 1 --output data").text();
    side_by_side(cases(FILE, "long_runs"), |[words, lock, long, short]| {
        let mut first = folder.command(words);
        let mut first = Running(first.stdout(Stdio::null()).stderr(Stdio::null()).spawn().unwrap());
        wait_until(lock, || is_locked(&folder.path(lock)));
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

/// Whether a run holds the lock of this file, which is there a moment before. Where the system does not list locks, that is enough.
fn is_locked(path: &Path) -> bool {
    let Ok(file) = fs::metadata(path) else { return false };
    fs::read_to_string("/proc/locks").map_or(true, |locks| locks.contains(&format!(":{} ", file.ino())))
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
        wait_until(name, || folder.has(name));
        running
    });
    drop(running);
    for mv in ["1. e4", "1. d4"] {
        wait_with_output(play("--continue", "list\nresign\nquit\n")).says(mv);
    }
}
