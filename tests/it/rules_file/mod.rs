//! Games of the draughts family whose rules a file describes.

mod files;
mod random_rules;
mod refused;

use kempelen::games::draughts::DraughtsRules;
use kempelen::games::draughts::draw_rules::{FewPieces, Progress};
use kempelen::games::draughts::rules_file::words::{
    COLOURS, CRITERIA, GOALS, KINGS, LANDINGS, NOTATIONS, PROGRESS, PROMOTIONS, RuleWord,
};
use kempelen::games::draughts::variant::VariantKind;
use std::fmt::Write;

/// The word for a meaning.
fn word<T: PartialEq>(words: &[RuleWord<T>], meant: &T) -> String {
    let found = words.iter().find(|(_, it)| it == meant);
    format!("\"{}\"", found.unwrap().0)
}

/// A rules file that names every rule.
fn written(rules: &DraughtsRules, kind: VariantKind) -> String {
    let order: Vec<String> = rules.precedence.iter().map(|it| word(&CRITERIA, it)).collect();
    let mut text = format!(
        "board = {}\nkings = {}\nfirst = {}\nrows_of_men = {}\npieces = {}\nmirrored = {}\n\
         men_capture_backward = {}\ncaptures_along_rows = {}\nmen_capture_kings = {}\norder = [{}]\n\
         promotion = {}\nlifts_at_once = {}\nlanding = {}\nmay_stop = {}\nking_moves_in_a_row = {}\ngoal = {}\n\
         notation = {}\n[draws]\nplies = {}\nprogress = {}\nname = \"{}\"\n",
        kind.rows(),
        word(&KINGS, &kind.flying_kings()),
        word(&COLOURS, &rules.first),
        rules.rows_of_men,
        rules.pieces,
        rules.mirrored,
        rules.men_capture_backward,
        rules.captures_along_rows,
        rules.men_capture_kings,
        order.join(", "),
        word(&PROMOTIONS, &rules.promotion),
        rules.lifts_at_once,
        word(&LANDINGS, &rules.landing),
        rules.may_stop,
        rules.king_moves_in_a_row,
        word(&GOALS, &rules.goal),
        word(&NOTATIONS, &rules.notation),
        rules.draws.plies,
        word(&PROGRESS, &rules.draws.progress),
        rules.draws.name,
    );
    if rules.draws.few_pieces().is_empty() {
        text += "few_pieces = []\n";
    }
    for rule in rules.draws.few_pieces() {
        let condition = match rule.pieces {
            FewPieces::AgainstKing { pieces, kings } => {
                format!("when = \"against a lone king\"\npieces = {pieces:?}\nkings = {kings}")
            }
            FewPieces::MainRoad => "when = \"three pieces against a king on the main road\"".to_owned(),
            FewPieces::BothHaveKings { pieces } => {
                format!("when = \"both sides have kings\"\npieces = {pieces:?}")
            }
        };
        let plies = rule.plies;
        writeln!(text, "[[draws.few_pieces]]\n{condition}\nplies = {plies}").unwrap();
    }
    assert!(rules.draws.progress == Progress::Advance || text.contains("promotions"));
    text
}
