//! Files that options cannot use: the answer comes at once, in words that no user interface takes
//! for a sign that the engine could not be started.

use crate::prelude::*;
#[cfg(unix)]
use std::process::Command;

/// xboard takes an engine for one that failed to start if a line has one of these in it.
const FATAL: [&str; 6] =
    ["no such file", "not found", "permission denied", "can't alloc", "unknown host", "no remote directory"];

/// The options that take a path, in either protocol.
const UCI: [&str; 4] = ["Book File", "Eval File", "SyzygyPath", "Debug Log File"];
const HUB: [&str; 4] = ["book-file", "eval-file", "endgame-path", "debug-log-file"];

/// Paths that no option can use, with what they are.
fn bad_paths(folder: &Path) -> Vec<(&'static str, String)> {
    let text = |path: &Path| path.to_str().unwrap().to_owned();
    let file = folder.join("file");
    fs::write(&file, "nonsense that is no book, no table and no network").unwrap();
    let empty = folder.join("empty");
    fs::write(&empty, "").unwrap();
    let mut paths = vec![
        ("nothing there", text(&folder.join("absent"))),
        ("no folder there", text(&folder.join("absent/file"))),
        ("a file as a folder", text(&file.join("inside"))),
        ("an empty file", text(&empty)),
        ("nonsense", text(&file)),
        ("a folder", text(folder)),
        ("the folder of xboard", "/EGT/Syzygy".to_owned()),
        ("too long a name", "x".repeat(300)),
        ("a name with a zero", "a\0b".to_owned()),
    ];
    #[cfg(unix)]
    paths.extend(special_files(folder));
    paths
}

/// A pipe in the folder; whoever opens it waits for the other end.
#[cfg(unix)]
fn pipe(folder: &Path, name: &str) -> String {
    let pipe = folder.join(name);
    assert!(output(Command::new("mkfifo").arg(&pipe)).status.success());
    pipe.to_str().unwrap().to_owned()
}

#[cfg(unix)]
fn special_files(folder: &Path) -> [(&'static str, String); 4] {
    use std::os::unix::fs::PermissionsExt;
    let locked = folder.join("locked");
    fs::write(&locked, "").unwrap();
    fs::set_permissions(&locked, PermissionsExt::from_mode(0o000)).unwrap();
    [
        ("a pipe", pipe(folder, "pipe")),
        ("an endless device", "/dev/zero".to_owned()),
        ("a full device", "/dev/full".to_owned()),
        ("a locked file", locked.to_str().unwrap().to_owned()),
    ]
}

fn assert_harmless(lines: &[String], what: &str) {
    for line in lines {
        let lower = line.to_lowercase();
        assert_eq!(FATAL.iter().find(|words| lower.contains(**words)), None, "{what}: {line}");
        assert!(!lower.contains("os error"), "{what}: {line}");
    }
}

#[test]
fn refused_paths_are_reported_at_once() {
    for (greeting, ask, answer, options, remark) in
        [("uci", "isready", "readyok", UCI, "info string"), ("hub", "ping", "pong", HUB, "error message")]
    {
        let folder = tempfile::tempdir().unwrap();
        let mut engine = Engine::after(greeting);
        engine.ask(ask, answer);
        for (what, path) in bad_paths(folder.path()) {
            for option in options {
                if cfg!(not(feature = "syzygy")) && option.starts_with("Syzygy") {
                    continue;
                }
                engine.tell(&match greeting {
                    "uci" => format!("setoption name {option} value {path}"),
                    _ => format!("set-param name={option} value=\"{path}\""),
                });
                let lines = engine.ask(ask, answer);
                // An empty file is a book of no moves, and a log may go into most files; root may
                // open a locked one.
                let fits =
                    option.to_lowercase().starts_with("debug") || ["an empty file", "a locked file"].contains(&what);
                assert!(lines.iter().any(|line| line.starts_with(remark)) || fits, "{option}, {what}: {lines:?}");
                assert_harmless(&lines, &format!("{option}, {what}"));
            }
        }
    }
}

#[cfg(unix)]
#[test]
fn invalid_debug_log_files_are_refused() {
    let folder = tempfile::tempdir().unwrap();
    let mut engine = Engine::start();
    for (path, found) in [
        (pipe(folder.path(), "pipe"), "pipe"),
        ("/dev/full".to_owned(), "device"),
        (folder.path().display().to_string(), "folder"),
    ] {
        let expected = format!("found a {found}, expected a regular file");
        engine.answers(&format!("setoption name Debug Log File value {path}"), "info string", &expected);
    }
}

#[cfg(all(unix, feature = "syzygy"))]
#[test]
fn a_pipe_among_endgame_tables_is_left_out() {
    let folder = tempfile::tempdir().unwrap();
    pipe(folder.path(), "KQvK.rtbw");
    let mut engine = Engine::start();
    let set = format!("setoption name SyzygyPath value {}", folder.path().display());
    engine.answers(&set, "info string", "found a pipe");
}

/// Memory and threads that the system does not give.
#[test]
fn shortages_of_memory_and_threads_are_reported() {
    let mut engine = Engine::after("setoption name Hash value 1048576");
    let lines = engine.ask("isready", "readyok");
    assert!(lines[0].starts_with("info string cannot allocate"), "{lines:?}");
    assert_harmless(&lines, "Hash");
}
