//! Files that options cannot use: the answer comes at once, in words that no user interface takes
//! for a sign that the engine could not be started.

use crate::prelude::*;

/// xboard takes an engine for one that failed to start if a line has one of these in it.
const FATAL: [&str; 6] =
    ["no such file", "not found", "permission denied", "can't alloc", "unknown host", "no remote directory"];

/// The options that take a path, in either protocol.
const UCI: [&str; 4] = ["Book File", "Eval File", "SyzygyPath", "Debug Log File"];
const HUB: [&str; 4] = ["book-file", "eval-file", "endgame-path", "debug-log-file"];

/// Paths that no option can use, with what they are.
fn bad_paths(folder: &Folder) -> Vec<(&'static str, String)> {
    folder.write("file", "nonsense that is no book, no table and no network");
    folder.write("empty", "");
    let mut paths = vec![
        ("nothing there", folder.text_path("absent")),
        ("no folder there", folder.text_path("absent/file")),
        ("a file as a folder", folder.text_path("file/inside")),
        ("an empty file", folder.text_path("empty")),
        ("nonsense", folder.text_path("file")),
        ("a folder", folder.at().to_str().unwrap().to_owned()),
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
fn pipe(folder: &Folder, name: &str) -> String {
    assert!(output(Command::new("mkfifo").arg(folder.path(name))).status.success());
    folder.text_path(name)
}

#[cfg(unix)]
fn special_files(folder: &Folder) -> [(&'static str, String); 4] {
    use std::os::unix::fs::PermissionsExt;
    folder.write("locked", "");
    fs::set_permissions(folder.path("locked"), PermissionsExt::from_mode(0o000)).unwrap();
    [
        ("a pipe", pipe(folder, "pipe")),
        ("an endless device", "/dev/zero".to_owned()),
        ("a full device", "/dev/full".to_owned()),
        ("a locked file", folder.text_path("locked")),
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
        let folder = Folder::new();
        let mut engine = Engine::greeted(&format!("{greeting}\n{ask}"), answer);
        for (what, path) in bad_paths(&folder) {
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
    let folder = Folder::new();
    let mut engine = Engine::start();
    for (path, found) in [
        (pipe(&folder, "pipe"), "pipe"),
        ("/dev/full".to_owned(), "device"),
        (folder.at().display().to_string(), "folder"),
    ] {
        let expected = format!("found a {found}, expected a regular file");
        engine.answers(&format!("setoption name Debug Log File value {path}"), "info string", &expected);
    }
}

#[cfg(all(unix, feature = "syzygy"))]
#[test]
fn a_pipe_among_endgame_tables_is_left_out() {
    let folder = Folder::new();
    pipe(&folder, "KQvK.rtbw");
    let set = format!("setoption name SyzygyPath value {}", folder.at().display());
    Engine::start().answers(&set, "info string", "found a pipe");
}

/// Memory and threads that the system does not give.
#[test]
fn shortages_of_memory_and_threads_are_reported() {
    let mut engine = Engine::after("setoption name Hash value 1048576");
    let lines = engine.ask("isready", "readyok");
    assert!(lines[0].starts_with("info string cannot allocate"), "{lines:?}");
    assert_harmless(&lines, "Hash");
}
