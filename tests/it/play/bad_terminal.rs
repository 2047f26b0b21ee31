//! Terminals that close, that cannot draw, or that type without end; input that is no text.

use super::plain::told;
use super::screen::{Screen, random_keys};
use crate::shell::wait;
use pty_process::Size;
use pty_process::blocking::{Command, open};
use std::io::{Read, Write};
use std::process::Stdio;

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
    let mut text = Vec::new();
    let mut bytes = [0; 4096];
    while !String::from_utf8_lossy(&text).contains("e4  ") {
        let count = pty.read(&mut bytes).unwrap();
        text.extend_from_slice(&bytes[..count]);
    }
    drop(pty);
    let status = wait(&mut child);
    assert!(status.code().is_some(), "{status}");
    std::fs::read_to_string(state.path().join("last-game.pgn")).unwrap()
}

#[test]
fn a_closed_terminal_ends_the_game_and_it_is_kept() {
    let command = Command::new(env!("CARGO_BIN_EXE_kempelen")).args(["play", "--level", "1"]);
    let kept = close_terminal(command);
    assert!(kept.contains("1. e4"), "{kept}");
}

/// SIGHUP is ignored, as under `nohup`, so that only errors of the terminal show that it is gone.
#[test]
fn a_closed_terminal_is_noticed_without_a_signal() {
    let script = format!(
        "trap '' HUP; exec '{}' play --level 1",
        env!("CARGO_BIN_EXE_kempelen")
    );
    let kept = close_terminal(Command::new("sh").args(["-c", &script]));
    assert!(kept.contains("1. e4"), "{kept}");
}

#[test]
fn without_a_terminal_the_game_goes_by_lines() {
    let state = tempfile::tempdir().unwrap();
    let output = std::process::Command::new(env!("CARGO_BIN_EXE_kempelen"))
        .args(["play", "--level", "1"])
        .env("KEMPELEN_STATE", state.path())
        .stdin(Stdio::null())
        .output()
        .unwrap();
    let text = String::from_utf8(output.stdout).unwrap();
    assert!(output.status.success() && text.contains("You (White) to move"), "{text}");
    assert!(!text.contains('\x1b'), "{text}");
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
    let text = told(
        &["--level", "1"],
        &format!("{long}\n\0\n\u{1b}[A\nsave\nlevel\nfirst\nload /\nposition\ngame\nlist"),
    );
    assert!(text.len() < 20_000, "{}", text.len());
    assert!(text.contains("'moves' lists the legal moves"), "{text}");
}

#[test]
fn a_line_that_is_not_utf8_is_told() {
    let state = tempfile::tempdir().unwrap();
    let mut child = std::process::Command::new(env!("CARGO_BIN_EXE_kempelen"))
        .args(["play", "--level", "1"])
        .env("KEMPELEN_STATE", state.path())
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    child.stdin.take().unwrap().write_all(b"\xff\xfe\ne4\n").unwrap();
    let output = child.wait_with_output().unwrap();
    let text = String::from_utf8(output.stdout).unwrap();
    assert!(output.status.success() && text.contains("Kempelen: "), "{text}");
}
