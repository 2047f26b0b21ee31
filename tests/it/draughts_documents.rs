//! `docs/variants.md` names every draughts variant, with its tag of PDN.

use crate::prelude::*;

const PAGE: &str = "docs/variants.md";

/// What the page does not say about the variants.
fn missing(page: &str) -> Vec<String> {
    let mut missing = Vec::new();
    for name in variant_names() {
        let start = format!("| `{name}` | ");
        let Some(row) = page.lines().find(|line| line.starts_with(&start)) else {
            missing.push(format!("a row '{start}'"));
            continue;
        };
        let tags = game_info(name).unwrap().tags.iter();
        let tags = tags.map(|(tag, value)| format!("`[{tag} \"{value}\"]`"));
        missing.extend(tags.filter(|tag| !row.contains(tag)).map(|tag| format!("{tag} for {name}")));
    }
    missing
}

#[test]
fn the_page_names_every_variant() {
    assert_eq!(missing(&fs::read_to_string(PAGE).unwrap()), [""; 0], "not in {PAGE}");
}

#[test]
fn a_changed_page_is_found() {
    let page = fs::read_to_string(PAGE).unwrap();
    let changed = page.replacen("25,W,8,8,A0,0", "26,W,8,8,A0,0", 1);
    assert_eq!(missing(&changed), ["`[GameType \"25,W,8,8,A0,0\"]` for russian"]);
}
