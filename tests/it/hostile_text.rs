//! Text from outside that a terminal would obey, or that would be markup in a page.

use crate::shell::{complaint, kempelen, output, run, stdout};
use std::fs;
use std::path::Path;
use std::process::Output;
use tempfile::TempDir;

/// Sequences that clear the screen and name the window, in 7 and in 8 bits, and other characters that are not printed.
const SEQUENCES: &str = "\u{1b}[2J\u{1b}]0;x\u{7}\u{9b}31m\u{90}\u{7f}\u{8}";

/// Texts that act in a page that does not escape them.
const PAYLOADS: [&str; 8] = [
    "<script>alert(1)</script>",
    "</script><script>alert(2)</script>",
    "</title><img src=x onerror=alert(3)>",
    "\"><svg onload=alert(4)>",
    "' onmouseover='alert(5)",
    "<!--<script>",
    "&lt;script&gt;alert(7)&lt;/script&gt;",
    "javascript:alert(8)",
];

/// A game with this text in its tags, comments and moves.
fn record(text: &str) -> String {
    let value = text.replace('\\', "\\\\").replace('"', "\\\"");
    let comment = text.replace(['{', '}'], "");
    format!(
        "[Event \"{value}\"]\n[Site \"{value}\"]\n[White \"{value}\"]\n[Black \"B{value}\"]\n[Other \"{value}\"]\n\n\
         {{{comment}}} 1. f3 {{{comment}}} e5 ({{{comment}}} 1... d5) 2. g4 Qh4# {{{comment}}} 0-1\n"
    )
}

fn assert_printable(text: &str) {
    let is_control = |c: char| c.is_control() && c != '\n';
    assert!(!text.contains(is_control), "{text:?}");
}

fn assert_all_printable(output: &Output) {
    for bytes in [&output.stdout, &output.stderr] {
        assert_printable(std::str::from_utf8(bytes).unwrap());
    }
}

fn path_text(path: &Path) -> &str {
    path.to_str().unwrap()
}

#[test]
fn no_control_character_of_a_record_is_shown_or_drawn() {
    let folder = TempDir::new().unwrap();
    let file = |name: &str| folder.path().join(name);
    let (games, svg, html) = (file("games.pgn"), file("curve.svg"), file("game.html"));
    fs::write(&games, record(SEQUENCES)).unwrap();
    let [games, svg, html] = [&games, &svg, &html].map(|path| path_text(path));
    let output = run(&["analyse", "--depth", "2", games, "--svg", svg, "--html", html]);
    assert_all_printable(&output);
    assert!(stdout(&output).contains("[White \"?[2J?]0;x??31m???\"]"));
    for path in [svg, html] {
        assert_printable(&fs::read_to_string(path).unwrap());
    }
    // In Latin-1, the sequences of 8 bits are single bytes.
    fs::write(games, b"[White \"\x9b2J\xe9\"]\n\n1. e4 *\n").unwrap();
    let output = run(&["analyse", "--depth", "1", games]);
    assert!(stdout(&output).contains("[White \"?2J\u{e9}\"]"));
}

#[test]
fn no_control_character_reaches_a_terminal() {
    let folder = TempDir::new().unwrap();
    let game = folder.path().join("game.pgn");
    let state = folder.path().join("state");
    fs::write(&game, record(SEQUENCES)).unwrap();
    let mut play = kempelen(&["play", "--plain", "--load", path_text(&game)]);
    let output = output(play.env("KEMPELEN_STATE", &state));
    assert!(stdout(&output).contains("?[2J"), "{output:?}");
    assert_all_printable(&output);

    let positions = folder.path().join("positions.epd");
    let epd = format!("8/8/8/8/8/4k3/4p3/4K3 w - - id \"{SEQUENCES}\";\nx{SEQUENCES}\n");
    fs::write(&positions, epd).unwrap();
    let output = run(&["analyse", "--depth", "1", path_text(&positions)]);
    assert_eq!(output.status.code(), Some(1));
    assert_all_printable(&output);

    // Names of files and engines.
    let missing = format!("no{SEQUENCES}");
    assert_printable(&complaint(&run(&["analyse", &missing])));
    let name = format!("name=A{SEQUENCES}");
    let engines = ["--engine", "builtin=random", &name, "--engine", "builtin=random", "name=B"];
    let game = ["match", "--game", "tictactoe", "--rounds", "1"];
    assert_all_printable(&run(&[&game[..], &engines[..]].concat()));
}

/// The pages of the program, each with a text of a user in it.
fn pages(text: &str) -> Vec<String> {
    let folder = TempDir::new().unwrap();
    let file = |name: &str| folder.path().join(name);
    let (games, html) = (file("games.pgn"), file("game.html"));
    fs::write(&games, record(text)).unwrap();
    let [games, html] = [&games, &html].map(|path| path_text(path));
    stdout(&run(&["analyse", "--depth", "1", games, "--html", html]));
    let tree = ["tree", "--game", "tree", "--position", "(A(6 8) B(2 9))"];
    let steps = run(&[&tree[..], &["--algorithm", "alpha-beta", "--steps"]].concat());
    vec![fs::read_to_string(html).unwrap(), stdout(&steps)]
}

#[test]
fn every_page_has_a_policy_and_no_text_of_a_user_is_markup() {
    for payload in PAYLOADS {
        for page in pages(payload) {
            let (head, body) = page.split_once("<style>").unwrap();
            let policy = "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; ";
            let (_, policy) = head.split_once(policy).unwrap();
            let (policy, _) = policy.split_once("\">").unwrap();
            assert!(!policy.contains("unsafe") && !policy.contains('*'), "{policy}");
            for source in ["style-src 'sha256-", "script-src 'sha256-"] {
                assert!(policy.contains(source), "{policy}");
            }
            let is_markup = payload.contains('<') && page.contains(payload);
            assert!(!is_markup, "{payload}");
            for attribute in ["onerror=", "onload=", "onmouseover=", "style="] {
                let mut tags = body.split('<').filter_map(|tag| tag.split('>').next());
                assert!(!tags.any(|tag| tag.contains(&format!(" {attribute}"))), "{payload}");
            }
            // The data and the script.
            assert_eq!(page.matches("</script>").count(), 2, "{payload}");
            assert_eq!(page.matches("<script").count(), 2, "{payload}");
        }
    }
}
