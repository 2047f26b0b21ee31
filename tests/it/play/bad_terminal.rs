//! Terminals that close, that cannot draw, or that type without end; input that is no text.

use super::plain::{play, printed};
use super::screen::{Screen, parser, random_keys};
use crate::prelude::*;
use pty_process::Size;
use pty_process::blocking::{Command, open};

/// Runs a command in a terminal, types a move, closes the terminal when the move is shown, and returns what is kept.
fn close_terminal(command: Command) -> String {
    let state = tempfile::tempdir().unwrap();
    let (mut pty, pts) = open().unwrap();
    pty.resize(Size::new(24, 80)).unwrap();
    let command = command
        .env("KEMPELEN_CACHE", "")
        .env("KEMPELEN_STATE", state.path())
        .env("TERM", "xterm-256color")
        .env("LC_ALL", "C.UTF-8");
    let mut child = command.spawn(pts).unwrap();
    pty.write_all(b"te4\r").unwrap();
    in_time("the move on the screen", move || {
        let mut parser = parser(80, 24);
        let mut bytes = [0; 4096];
        while !parser.screen().contents().contains("1. e4") {
            let count = pty.read(&mut bytes).unwrap();
            parser.process(&bytes[..count]);
        }
    });
    let status = wait(&mut child);
    assert!(status.code().is_some(), "{status}");
    fs::read_to_string(state.path().join("last-game.pgn")).unwrap()
}

#[test]
fn a_closed_terminal_ends_the_game_and_it_is_kept() {
    let kept = close_terminal(Command::new(env!("CARGO_BIN_EXE_kempelen")).args(["play", "--level", "1"]));
    assert!(kept.contains("1. e4"), "{kept}");
}

/// SIGHUP is ignored, as under `nohup`, so that only errors of the terminal show that it is gone.
#[test]
fn a_closed_terminal_is_noticed_without_a_signal() {
    let script = format!("trap '' HUP; exec '{}' play --level 1", env!("CARGO_BIN_EXE_kempelen"));
    contains_all(&close_terminal(Command::new("sh").args(["-c", &script])), ["1. e4"]);
}

#[test]
fn without_a_terminal_the_game_goes_by_lines() {
    let text = printed("--level 1", "");
    assert!(text.contains("You (White) to move") && !text.contains('\x1b'), "{text}");
    let mut dumb = Screen::with_environment(&["--level", "1"], 80, 24, &[("TERM", "dumb")]);
    dumb.wait_for("You (White) to move");
    dumb.press("e4\n", "Kempelen: ");
    dumb.keys("quit\n");
    assert!(dumb.end().success());
}

#[test]
fn ten_thousand_keys_at_once_do_no_harm() {
    let mut screen = Screen::play(&["--level", "1"], 80, 24);
    screen.wait_for("You (person)");
    let flood: String = random_keys(7).take(10_000).collect();
    screen.keys(&flood);
    screen.keys("\x03");
    screen.end();
}

#[test]
fn lines_that_are_no_text_are_answered() {
    let long = "x".repeat(100_000);
    let text = printed("--level 1", &format!("{long}\n\0\n\u{1b}[A\nsave\nlevel\nfirst\nload /\nposition\ngame\nlist"));
    // Messages repeat only the first 40 characters of the long line. At `first` the machines play to the end, however long that game is.
    assert!(text.lines().map(str::len).max() < Some(200) && !text.contains(&"x".repeat(41)), "{text}");
    assert!(text.contains("'moves' lists the legal moves"), "{text}");
}

#[test]
fn a_line_that_is_not_utf8_is_told() {
    play("--level 1", b"\xff\xfe\ne4\n", &Folder::new()).says("Kempelen: ");
}
