//! Text from outside that a terminal would obey, or that would be markup in a page.

use crate::prelude::*;

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
    assert!(!text.contains(|c: char| c.is_control() && c != '\n'), "{text:?}");
}

fn assert_all_printable(ran: &Ran) {
    [ran.out(), ran.err()].iter().for_each(|text| assert_printable(text));
}

#[test]
fn no_control_character_of_a_record_is_shown_or_drawn() {
    let folder = Folder::with(&[("games.pgn", &record(SEQUENCES))]);
    let ran = folder.run("analyse --depth 2 games.pgn --svg curve.svg --html game.html");
    assert_all_printable(&ran);
    ran.says("[White \"?[2J?]0;x??31m???\"]");
    ["curve.svg", "game.html"].into_iter().for_each(|name| assert_printable(&folder.read(name)));
    // In Latin-1, the sequences of 8 bits are single bytes.
    folder.write("games.pgn", b"[White \"\x9b2J\xe9\"]\n\n1. e4 *\n");
    folder.run("analyse --depth 1 games.pgn").says("[White \"?2J\u{e9}\"]");
}

#[test]
fn no_control_character_reaches_a_terminal() {
    let positions = format!("8/8/8/8/8/4k3/4p3/4K3 w - - id \"{SEQUENCES}\";\nx{SEQUENCES}\n");
    let folder = Folder::with(&[("game.pgn", &record(SEQUENCES)), ("positions.epd", &positions)]);
    let mut play = folder.command("play --plain --load game.pgn");
    let played = output(play.env("KEMPELEN_STATE", folder.path("state")));
    played.says("?[2J");
    assert_all_printable(&played);

    assert_all_printable(folder.run("analyse --depth 1 positions.epd").exits_with(1));

    let swapped =
        record(SEQUENCES).replace("[White ", "[Other ").replace("[Black ", "[White ").replace("[Other ", "[Black ");
    folder.write("games.pgn", record(SEQUENCES) + &swapped);
    assert_all_printable(folder.run("rating games.pgn").says("?[2J"));

    // Names of files and engines.
    assert_printable(&complaint(&run(["analyse", &format!("no{SEQUENCES}")])));
    let name = format!("name=A{SEQUENCES}");
    let engines = ["--engine", "builtin=random", &name, "--engine", "builtin=random", "name=B"];
    assert_all_printable(&run([&["match", "--game", "tictactoe", "--rounds", "1"][..], &engines[..]].concat()));
}

/// The pages of the program, each with a text of a user in it.
fn pages(text: &str) -> [String; 3] {
    let puzzle = record(text).replace("1. f3", "1... Ra2").split(" e5 ").next().unwrap().to_owned() + " 2. h3 *";
    let puzzle = format!("[FEN \"r5k1/5ppp/8/8/8/8/5PPP/4R1K1 b - - 0 1\"]\n{puzzle}\n");
    let folder = Folder::with(&[("games.pgn", &record(text)), ("puzzle.pgn", &puzzle)]);
    folder.run("analyse --depth 1 games.pgn --html game.html").text();
    folder.run("analyse --depth 1 puzzle.pgn --puzzles puzzles.html").remarks("1 puzzle in");
    let steps = run("tree --game tree --position '(A(6 8) B(2 9))' --algorithm alpha-beta --steps");
    [folder.read("game.html"), folder.read("puzzles.html"), steps.text()]
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
            contains_all(policy, ["style-src 'sha256-", "script-src 'sha256-"]);
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
