//! `kempelen solve --normal-form` and `--reduced`.

use super::shell::{contains_all, run};
use serde_json::{Value, json};

#[test]
fn the_normal_form_as_json() {
    let form = |form: &str| {
        let text = run(["solve", "--game", "tree", form, "--json", "--position", "(3 (1 2))"]).text();
        serde_json::from_str::<Value>(&text).unwrap()["normal_form"].take()
    };
    let full = form("--normal-form");
    assert_eq!(full["payoffs"], json!([[3, 3], [1, 2]]));
    assert_eq!(full["columns"], json!(["after 2: 1", "after 2: 2"]));
    assert_eq!(full["nash_pairs"], json!([[0, 0], [0, 1]]));
    assert_eq!(full["subgame_perfect_pairs"], json!([[0, 0]]));
    let reduced = form("--reduced");
    assert_eq!(reduced["form"], "reduced normal form");
    assert_eq!(reduced["subgame_perfect_pairs"], Value::Null);
}

#[test]
fn the_normal_form_of_the_thesis() {
    let text = run("solve --game tree --reduced").text();
    assert_eq!(text, include_str!("../data/normal_form.txt"));
    let text = run("solve --game tree --normal-form").text();
    assert!(text.starts_with("normal form of "), "{text}");
    assert!(text.contains("\nA32: "), "{text}");
    let error = run("solve --game tictactoe --moves a1 b1 c1 --normal-form").err();
    contains_all(&error, ["the normal form has ", "the limit is 10000 entries"]);
}
