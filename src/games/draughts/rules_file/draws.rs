//! The draw rules in a rules file.

use super::super::draw_rules::{DrawRules, FewPieces, FewPiecesRule, Progress};
use super::words::{CONDITIONS, FewPiecesCondition, PROGRESS};
use crate::notation::toml_fields::{TomlField, TomlFields};

/// The longest draw rule, in plies.
const MOST_PLIES: u16 = 1_000;

/// The most rules for few pieces.
const MOST_RULES: usize = 16;

/// The largest number of pieces of a side in any game.
const MOST_PIECES: u16 = 20;

/// Draw rules whose parts are not constants.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct DrawDescription {
    progress: Progress,
    plies: u16,
    name: String,
    /// Pieces, plies and names.
    few_pieces: Vec<(FewPieces, u16, String)>,
}

impl DrawDescription {
    /// The draw rules of a game of the table.
    pub(super) fn of(draws: &DrawRules) -> DrawDescription {
        let few = draws.few_pieces().iter();
        DrawDescription {
            progress: draws.progress,
            plies: draws.plies,
            name: draws.name.to_owned(),
            few_pieces: few.map(|rule| (rule.pieces, rule.plies, rule.name.to_owned())).collect(),
        }
    }

    /// These rules with the changes in a table.
    pub(super) fn with(mut self, mut fields: TomlFields) -> Result<DrawDescription, String> {
        if let Some(field) = fields.take("plies") {
            self.plies = field.integer(0..=MOST_PLIES)?;
            self.name = name(self.plies);
        }
        if let Some(field) = fields.take("progress") {
            self.progress = field.word(&PROGRESS)?;
        }
        if let Some(field) = fields.take("few_pieces") {
            let rules = field.list(MOST_RULES)?;
            self.few_pieces = rules.iter().map(few_pieces_rule).collect::<Result<_, _>>()?;
        }
        fields.finish()?;
        Ok(self)
    }

    /// The rules as constants, which are never freed.
    pub(super) fn leak(self) -> DrawRules {
        let few = self.few_pieces.into_iter();
        let few: Vec<FewPiecesRule> =
            few.map(|(pieces, plies, name)| FewPiecesRule { pieces, plies, name: name.leak() }).collect();
        let rules = DrawRules::without_progress(self.plies, self.name.leak());
        let rules = match self.progress {
            Progress::Advance => rules,
            Progress::Promotion => rules.or_promotion(),
        };
        rules.with_few_pieces(few.leak())
    }
}

fn few_pieces_rule(field: &TomlField) -> Result<(FewPieces, u16, String), String> {
    let mut fields = field.table()?;
    let mut needed = |name| {
        let found = fields.take(name);
        found.ok_or_else(|| field.error(format!("there is no field '{name}'")))
    };
    let condition = needed("when")?.word(&CONDITIONS)?;
    let plies = needed("plies")?.integer(1..=MOST_PLIES)?;
    let pieces = match condition {
        FewPiecesCondition::AgainstKing => {
            let pieces = range(&needed("pieces")?, 1..=MOST_PIECES)?;
            let kings = needed("kings")?.integer(0..=pieces[1].into())? as u8;
            FewPieces::AgainstKing { pieces, kings }
        }
        FewPiecesCondition::MainRoad => FewPieces::MainRoad,
        FewPiecesCondition::BothHaveKings => {
            FewPieces::BothHaveKings { pieces: range(&needed("pieces")?, 2..=2 * MOST_PIECES)? }
        }
    };
    fields.finish()?;
    Ok((pieces, plies, name(plies)))
}

/// A smallest and a largest number.
fn range(field: &TomlField, within: std::ops::RangeInclusive<u16>) -> Result<[u8; 2], String> {
    let list = field.list(2)?;
    let numbers = list.iter().map(|number| number.integer(within.clone()));
    match numbers.collect::<Result<Vec<u16>, String>>()?[..] {
        [least, most] if least <= most => Ok([least as u8, most as u8]),
        _ => Err(field.expected("the smallest and the largest number of pieces, as in [1, 2]")),
    }
}

/// The name of a rule of so many plies.
fn name(plies: u16) -> String {
    if plies.is_multiple_of(2) { format!("{}-move rule", plies / 2) } else { format!("{plies}-ply rule") }
}
