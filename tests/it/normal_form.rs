//! `kempelen solve --normal-form` and `--reduced`.

use super::shell::{contains_all, run};

#[test]
fn the_normal_form_has_no_json() {
    for form in ["--normal-form", "--reduced"] {
        run(format!("solve --game tree {form} --json")).exits_with(2);
    }
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
