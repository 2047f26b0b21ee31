//! The draw rules in a rules file.

use super::super::draw_rules::{DrawRules, FewPieces, FewPiecesRule};
use super::words::{CONDITIONS, PROGRESS};
use crate::notation::toml_fields::{TomlField, TomlFields};
use std::ops::RangeInclusive;

/// The longest draw rule, in plies.
const MOST_PLIES: u32 = 1_000;

/// The longest name of a rule, in bytes.
const LONGEST_NAME: usize = 40;

/// The most rules for few pieces.
const MOST_RULES: usize = 16;

/// The largest number of pieces of a side in any game.
const MOST_PIECES: u32 = 20;

/// Reads the table of draw rules. A rule that it does not name is one of `old`. The rules are never freed.
///
/// # Errors
/// A field is unknown or has a wrong value; the error names the line.
pub(super) fn read(mut fields: TomlFields, old: &DrawRules) -> Result<DrawRules, String> {
    let (mut plies, mut named) = (old.plies, None);
    if let Some(field) = fields.take("plies") {
        plies = field.integer(0..=MOST_PLIES)? as u16;
        named = Some(name(plies));
    }
    if let Some(field) = fields.take("name") {
        let is_short = |text: &&str| (1..=LONGEST_NAME).contains(&text.len()) && !text.contains(char::is_control);
        let text = field.text().filter(is_short).map(str::to_owned);
        let expected = || field.expected(format!("a text of at most {LONGEST_NAME} bytes in quotes"));
        named = Some(text.ok_or_else(expected)?);
    }
    let progress = fields.take("progress").map_or(Ok(old.progress), |field| field.word(&PROGRESS))?;
    let few_pieces = fields
        .take("few_pieces")
        .map(|field| field.list(MOST_RULES)?.iter().map(few_pieces_rule).collect::<Result<Vec<_>, String>>());
    let few_pieces = few_pieces.transpose()?;
    fields.finish()?;
    let with_name = |(pieces, plies)| FewPiecesRule { pieces, plies, name: name(plies).leak() };
    let few_pieces = few_pieces.map(|rules| &*rules.into_iter().map(with_name).collect::<Vec<_>>().leak());
    let rules = DrawRules::without_progress(plies, named.map_or(old.name, |name| name.leak()));
    let mut rules = rules.with_few_pieces(few_pieces.unwrap_or(old.few_pieces()));
    rules.progress = progress;
    Ok(rules)
}

/// Reads the pieces and the plies of a rule for few pieces.
fn few_pieces_rule(field: &TomlField) -> Result<(FewPieces, u16), String> {
    let mut fields = field.table()?;
    let mut needed = |name| fields.take(name).ok_or_else(|| field.error(format!("there is no field '{name}'")));
    let mut condition = needed("when")?.word(&CONDITIONS)?;
    let plies = needed("plies")?.integer(1..=MOST_PLIES)? as u16;
    match &mut condition {
        FewPieces::AgainstKing { pieces, kings } => {
            *pieces = range(&needed("pieces")?, 1..=MOST_PIECES)?;
            *kings = needed("kings")?.integer(0..=pieces[1].into())? as u8;
            pieces[0] = pieces[0].max(*kings);
        }
        FewPieces::MainRoad => {}
        FewPieces::BothHaveKings { pieces } => *pieces = range(&needed("pieces")?, 2..=2 * MOST_PIECES)?,
    }
    fields.finish()?;
    Ok((condition, plies))
}

/// A smallest and a largest number.
fn range(field: &TomlField, within: RangeInclusive<u32>) -> Result<[u8; 2], String> {
    let list = field.list(2)?;
    let numbers = list.iter().map(|number| number.integer(within.clone()));
    match numbers.collect::<Result<Vec<u32>, String>>()?[..] {
        [least, most] if least <= most => Ok([least as u8, most as u8]),
        _ => Err(field.expected("the smallest and the largest number of pieces, as in [1, 2]")),
    }
}

/// The name of a rule of so many plies.
fn name(plies: u16) -> String {
    if plies.is_multiple_of(2) { format!("{}-move rule", plies / 2) } else { format!("{plies}-ply rule") }
}
