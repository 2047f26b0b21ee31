//! The documents of a page are what the program writes for the same settings.

use crate::page_session::{answer, new_page};
use crate::prelude::*;

/// The contents of the files of a document about a position of a game.
fn files(game: &str, position: Option<&str>, document: &Value) -> Vec<String> {
    let mut page = new_page();
    let players = ["person name=one", "person name=two"];
    answer(&mut page, json!({ "new": { "game": game, "position": position, "moves": [], "players": players } }));
    let answer = answer(&mut page, json!({ "document": document }));
    let files = answer["document"]["files"].as_array().unwrap_or_else(|| panic!("{answer}"));
    files.iter().map(|file| file["content"].as_str().unwrap().to_owned()).collect()
}

/// A text without the seconds that something took.
fn untimed(text: &str) -> String {
    let cut = |line: &str| match line.rsplit_once(' ') {
        Some((before, last)) if last.contains('.') && last.parse::<f64>().is_ok() => before.trim_end().to_owned(),
        _ => line.to_owned(),
    };
    text.lines().map(cut).collect::<Vec<_>>().join("\n")
}

const RECORD: &str = "[White \"Anna\"]\n[Black \"Bela\"]\n\n1. e4 e5 2. Qh5 Ke7 3. Qxe5# 1-0\n";

#[test]
fn documents_are_those_of_the_program() {
    let lecture = "(A(6 8) B(2 9))";
    let documents: Vec<(String, Vec<String>, Value)> = from_data("document_commands", "pages");
    for (command, names, document) in documents {
        let folder = Folder::new();
        let (name, options) = command.split_once(' ').unwrap_or((&command, ""));
        let written = folder.run(format!("{name} --game tree --position '{lecture}' {options}")).exits_with(0).out();
        let read = |name: &String| untimed(&if name == "-" { written.clone() } else { folder.read(name) });
        let expected: Vec<String> = names.iter().map(read).collect();
        let found: Vec<String> = files("tree", Some(lecture), &document).iter().map(|it| untimed(it)).collect();
        assert_eq!(found, expected, "{command}");
    }
}

#[test]
fn analyses_are_those_of_the_program() {
    let folder = Folder::with(&[("game.pgn", RECORD)]);
    folder.run("analyse --nodes 2000 --reasons game.pgn --html game.html").exits_with(0);
    let document = json!({ "analyse": { "record": RECORD, "nodes": 2000 } });
    assert_eq!(files("chess", None, &document), [folder.read("game.html")]);
}
