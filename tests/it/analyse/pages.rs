//! The pages of `analyse --html` and `--puzzles FILE.html`: the data that their scripts read, and the author's remarks.

use crate::prelude::*;

/// A game of Tic-tac-toe in which the first move allows a win at once, and the second one misses it.
const GAME: &str = "[White \"A & <b>\"]\n[Black \"B\"]\n[Event \"E\"]\n[FEN \".ox/.../oxx o\"]\n\n\
    {<i>x</i> [%clk 1]} 1. a3 {first} a2! (1... b2 {or} 2. a2) {last} *\n";

/// The data of a page.
fn data_of(page: &str, id: &str) -> Value {
    let (_, rest) = page.split_once(&format!("id=\"{id}\">")).unwrap();
    serde_json::from_str(rest.split_once("</script>").unwrap().0).unwrap()
}

/// The turn in which c2 wins: each move with the reply.
fn turn() -> Value {
    json!([{ "solution": 2, "moves": [
        [["a2", "3x"], ["c2", "5o"]],
        [["b2", "4x"], ["a2", "3o", "o has won: three in a line"]],
        [["c2", "5x", "x has won: three in a line"], null],
    ] }])
}

#[test]
fn pages_hold_a_reply_to_every_legal_move() {
    let folder = Folder::with(&[("game.pgn", GAME)]);
    let run = "analyse --game tictactoe --nodes 1000 game.pgn --puzzles p.html --html g.html";
    let ran = folder.run(run);
    ran.remarks("puzzles in 'p.html'");
    let data = data_of(&folder.read("p.html"), "puzzles");
    let position =
        json!({ "frame": 0, "pieces": "oox...oxx", "last": [0], "state": "x to move", "text": "oox/.../oxx x" });
    let states = json!(["x to move", "o to move"]);
    let expected = json!({
        "source": "A & <b> - B, E, move 1...", "rating": 700, "themes": ["win in 1"], "wins": true,
        "ply": 1, "position": position, "solver": 0, "states": states, "turns": turn(),
    });
    assert_eq!(data["puzzles"][0], expected);
    assert_eq!(data["frames"][0]["cells"], json!(["a3", "b3", "c3", "a2", "b2", "c2", "a1", "b1", "c1"]));
    let data = data_of(&folder.read("g.html"), "game");
    let expected = json!({ "ply": 1, "position": position, "solver": 0, "states": states, "turns": turn() });
    assert_eq!(data["exercises"][1], expected);
    assert_eq!((&data["moves"][0]["eval"], &data["eval"]), (&json!("#1,239"), &json!("0.00,56")));
    folder.run(run).fails_with("'p.html' exists already");
}

#[test]
fn the_authors_remarks_stand_in_the_list_of_moves() {
    let folder = Folder::with(&[("game.pgn", GAME)]);
    folder.run("analyse --game tictactoe --nodes 1000 game.pgn --html g.html --output annotated.pgn").exits_with(0);
    let list = "\
<li class=\"remark\" data-ply=\"0\">&lt;i&gt;x&lt;/i&gt;</li>
<li><span class=\"number\">1.</span><button type=\"button\" class=\"move\" data-ply=\"1\">a3 <b class=\"blunder\">??</b></button></li>
<li class=\"remark\" data-ply=\"1\">first</li>
<li><span class=\"number\">1.</span><span class=\"gap\">…</span>\
<button type=\"button\" class=\"move\" data-ply=\"2\">a2! <b class=\"blunder\">??</b></button></li>
<li class=\"remark\" data-ply=\"2\">(1... b2 or 2. a2) last</li>
</ol>";
    let page = folder.read("g.html");
    assert!(page.contains(list), "{page}");
    // What the analysis has written into the record is no remark of the author.
    folder.run("analyse --game tictactoe --nodes 1000 annotated.pgn --html again.html").exits_with(0);
    assert_eq!(folder.read("again.html"), page);
}

#[test]
fn a_page_may_be_empty() {
    let folder = Folder::with(&[("game.pgn", "1. e4 e5 *\n"), ("none.pgn", "")]);
    for input in ["game.pgn", "none.pgn"] {
        let page = format!("{input}.html");
        folder.run(format!("analyse --depth 1 {input} --puzzles {page}")).remarks(format!("0 puzzles in '{page}'"));
        let data = data_of(&folder.read(&page), "puzzles");
        assert_eq!(data["puzzles"], json!([]));
    }
}
