//! `docs/variants.md` lists the rules of every draughts variant as the program has them.

use kempelen::games::draughts::family::{variant_names, with_variant};
use kempelen::games::draughts::move_rules::rules_of;
use kempelen::games::draughts::{DraughtsVariant, DraughtsVisitor};
use kempelen::games::game_info;
use std::fmt::Write;

const PAGE: &str = "docs/variants.md";
const BEGIN: &str = "<!-- from the program -->";
const END: &str = "<!-- end -->";

/// What the program says about the rules of a variant.
struct Rules;

impl DraughtsVisitor for Rules {
    type Output = String;

    fn visit<V: DraughtsVariant>(self, variant: V) -> String {
        let rules = variant.rules();
        let game = game_info(rules.name).unwrap();
        let mut text = String::new();
        for (name, value) in game.tags {
            writeln!(text, "In PDN: `[{name} \"{value}\"]`.\n").unwrap();
        }
        let draws = rules.draws.texts();
        if !draws.is_empty() {
            writeln!(text, "Draws:\n").unwrap();
        }
        for draw in draws {
            writeln!(text, "- {draw}").unwrap();
        }
        writeln!(text, "\nRules that a move can break:\n").unwrap();
        for rule in rules_of(variant) {
            writeln!(text, "- {}: {}", rule.number, rule.text).unwrap();
        }
        text
    }
}

/// The page with the parts that come from the program.
fn renewed(page: &str) -> String {
    let mut renewed = page.to_owned();
    for name in variant_names() {
        let heading = format!("\n## `{name}`\n");
        let section = renewed.find(&heading).unwrap_or_else(|| panic!("{PAGE} has no '{heading}'"));
        let begin = section + renewed[section..].find(BEGIN).expect("a part from the program");
        let end = begin + renewed[begin..].find(END).expect("the end of the part");
        let rules = with_variant(name, Rules).unwrap();
        renewed.replace_range(begin..end, &format!("{BEGIN}\n\n{}\n\n", rules.trim()));
    }
    renewed
}

/// With the variable `KEMPELEN_WRITE_DOCUMENTS` the page is written anew.
#[test]
fn the_page_has_the_rules_of_the_program() {
    let page = std::fs::read_to_string(PAGE).unwrap();
    let renewed = renewed(&page);
    if std::env::var_os("KEMPELEN_WRITE_DOCUMENTS").is_some() {
        std::fs::write(PAGE, renewed).unwrap();
        return;
    }
    let lines = page.lines().zip(renewed.lines()).enumerate();
    for (number, (found, expected)) in lines {
        assert_eq!(found, expected, "line {} of {PAGE}", number + 1);
    }
    assert!(page == renewed, "{PAGE} has not the rules of the program");
}

#[test]
fn a_changed_page_is_found() {
    let page = std::fs::read_to_string(PAGE).unwrap();
    let changed = page.replacen("- 9: a capture must go on", "- 9: a capture may go on", 1);
    assert!(page != changed && renewed(&changed) != changed);
}
