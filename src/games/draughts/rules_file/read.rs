//! Reads the text of a rules file.

use super::super::keys::ZobristKeys;
use super::super::king_run::MAX_KING_RUN;
use super::super::position::{DraughtsCounters, DraughtsSetup};
use super::super::rules::{DraughtsRules, ENGLISH};
use super::super::squares::Squares;
use super::super::variant::VariantKind;
use super::super::{Colour, fen};
use super::contradictions::check;
use super::draws;
use super::words::{COLOURS, CRITERIA, GOALS, KINGS, LANDINGS, NOTATIONS, PROMOTIONS, RuleWord};
use crate::board::Bitset;
use crate::notation::toml_fields::{TomlField, TomlFields};

/// The rules that a file describes.
#[derive(Debug)]
pub struct RulesDescription {
    /// The board and the kind of kings.
    pub kind: VariantKind,
    /// The rules. Their name and keys are those of the game that they are like.
    pub(in super::super) rules: DraughtsRules,
    /// How errors about the start position begin.
    pub(super) start_location: String,
}

impl RulesDescription {
    /// Reads the fields of a rules file, which may be like one of `games`. A rule that it does not name is that of the game
    /// that it is like.
    ///
    /// # Errors
    /// A field is unknown or has a wrong value, or the rules contradict each other; the error names the line.
    pub fn of(
        mut fields: TomlFields,
        games: &mut dyn Iterator<Item = (&'static DraughtsRules, VariantKind)>,
    ) -> Result<RulesDescription, String> {
        let all = fields.clone();
        let (old, old_kind) = like(fields.take("like"), &games.collect::<Vec<_>>())?;
        let kind = read_kind(&mut fields, old_kind)?;
        let mut rules = DraughtsRules {
            mirrored: flag(fields.take("mirrored"), old.mirrored)?,
            men_capture_backward: flag(fields.take("men_capture_backward"), old.men_capture_backward)?,
            captures_along_rows: flag(fields.take("captures_along_rows"), old.captures_along_rows)?,
            men_capture_kings: flag(fields.take("men_capture_kings"), old.men_capture_kings)?,
            lifts_at_once: flag(fields.take("lifts_at_once"), old.lifts_at_once)?,
            may_stop: flag(fields.take("may_stop"), old.may_stop)?,
            first: word(fields.take("first"), &COLOURS, old.first)?,
            promotion: word(fields.take("promotion"), &PROMOTIONS, old.promotion)?,
            landing: word(fields.take("landing"), &LANDINGS, old.landing)?,
            goal: word(fields.take("goal"), &GOALS, old.goal)?,
            notation: word(fields.take("notation"), &NOTATIONS, old.notation)?,
            like: old.name,
            ..*old
        };
        if let Some(field) = fields.take("king_moves_in_a_row") {
            rules.king_moves_in_a_row = field.integer(0..=MAX_KING_RUN.into())? as u8;
        }
        let mut precedence = old.precedence.to_vec();
        if let Some(field) = fields.take("order") {
            precedence =
                field.list(CRITERIA.len())?.iter().map(|word| word.word(&CRITERIA)).collect::<Result<_, _>>()?;
        }
        read_pieces(&mut fields, kind, &mut rules)?;
        let draws = fields.take("draws").map(|field| field.table()).transpose()?;
        fields.finish()?;
        check(kind, &rules, &precedence, &all)?;
        // What is never freed is made last, when no error can come any more.
        if let Some(fields) = draws {
            rules.draws = draws::read(fields, &old.draws)?;
        }
        rules.precedence = precedence.leak();
        Ok(RulesDescription {
            kind,
            rules,
            start_location: all.location_of(&["start", "rows_of_men", "board", "like"]),
        })
    }

    /// The rules as a constant, which is never freed. The text `salt` seeds the Zobrist keys.
    pub(in super::super) fn leak(self, name: &'static str, salt: &str) -> &'static DraughtsRules {
        Box::leak(Box::new(DraughtsRules { name, keys: Box::leak(Box::new(ZobristKeys::salted(salt))), ..self.rules }))
    }
}

/// The game that the rules are like.
fn like(
    field: Option<TomlField>,
    games: &[(&'static DraughtsRules, VariantKind)],
) -> Result<(&'static DraughtsRules, VariantKind), String> {
    let Some(field) = field else { return Ok((&ENGLISH, VariantKind::English)) };
    games.iter().find(|(rules, _)| field.text() == Some(rules.name)).copied().ok_or_else(|| {
        let names: Vec<_> = games.iter().map(|(rules, _)| rules.name).collect();
        field.expected(format!("one of {}, in quotes", names.join(", ")))
    })
}

fn read_kind(fields: &mut TomlFields, old: VariantKind) -> Result<VariantKind, String> {
    let (board, kings) = (fields.take("board"), fields.take("kings"));
    let rows = match &board {
        None => old.rows(),
        Some(field) => {
            let rows = field.integer(0..=u32::MAX).ok();
            let built = rows.filter(|&rows| rows == 8 || rows == 10);
            built.ok_or_else(|| field.expected("8 or 10; no other boards are built"))? as u8
        }
    };
    let flying = kings.as_ref().map(|field| field.word(&KINGS)).transpose()?;
    VariantKind::with(rows, flying.unwrap_or(old.flying_kings())).ok_or_else(|| {
        let field = kings.or(board);
        let message = "short kings on 10 x 10 squares are not built; expected board = 8 or kings = \"flying\"";
        field.map_or_else(|| message.to_owned(), |field| field.error(message))
    })
}

/// Reads the pieces at the start, and how many a side may have.
fn read_pieces(fields: &mut TomlFields, kind: VariantKind, rules: &mut DraughtsRules) -> Result<(), String> {
    // At least two empty rows separate the men of the two sides.
    let most_rows = kind.rows() / 2 - 1;
    let most = most_rows * kind.rows() / 2;
    let (rows, start) = (fields.take("rows_of_men"), fields.take("start"));
    if let (Some(_), Some(start)) = (&rows, &start) {
        return Err(start.error("found rows_of_men too, expected one of the two"));
    }
    if let Some(field) = rows {
        rules.rows_of_men = field.integer(1..=most_rows.into())? as u8;
    }
    // If the game that it is like has more rows than fit, `contradictions` refuses the file.
    let mut pieces = u32::from(rules.rows_of_men.min(most_rows) * kind.rows() / 2);
    if let Some(field) = start {
        let squares = Squares { size: kind.board(), mirrored: rules.mirrored };
        let DraughtsSetup { men, kings, .. } = match field.text() {
            Some(text) => from_fen(&field, text, squares, rules.first)?,
            None => from_rows(&field, squares, rules.first)?,
        };
        rules.start = Some([men, kings]);
        let [white, black] = [0, 1].map(|colour| (men[colour] | kings[colour]).count());
        pieces = white.max(black);
        if pieces > most.into() {
            return Err(field.error(format!("found {pieces} pieces of a side, expected at most {most}")));
        }
    }
    if let Some(field) = fields.take("pieces") {
        let found = field.integer(1..=most.into())?;
        if found < pieces {
            return Err(field.expected(format!("at least {pieces}, as many as at the start")));
        }
        pieces = found;
    }
    rules.pieces = pieces as u8;
    Ok(())
}

fn flag(field: Option<TomlField>, old: bool) -> Result<bool, String> {
    field.map_or(Ok(old), |field| field.flag())
}

fn word<T: Copy>(field: Option<TomlField>, words: &[RuleWord<T>], old: T) -> Result<T, String> {
    field.map_or(Ok(old), |field| field.word(words))
}

/// Reads the pieces from a position in which the side `first` is to move.
fn from_fen(field: &TomlField, text: &str, squares: Squares, first: Colour) -> Result<DraughtsSetup, String> {
    let setup = fen::parse_setup(text, squares).map_err(|error| field.error(error))?;
    if setup.to_move != first {
        return Err(field.error(format!("{} is to move, but {first} moves first", setup.to_move)));
    }
    if setup.counters != DraughtsCounters::default() {
        return Err(field.error("found counters of draw rules, expected pieces alone"));
    }
    Ok(setup)
}

/// Reads rows as White sees them, the last row first: `b w` men, `B W` kings, `.` an empty square.
fn from_rows(field: &TomlField, squares: Squares, first: Colour) -> Result<DraughtsSetup, String> {
    let count = squares.size.rows();
    let size = usize::from(count);
    let rows = field.list(size).ok().filter(|rows| rows.len() == size);
    let rows = rows.ok_or_else(|| field.expected(format!("a FEN in quotes, or a list of {size} rows in quotes")))?;
    let mut setup = DraughtsSetup::empty(first);
    for (row, field) in (0..count).zip(&rows) {
        let cells: Option<Vec<char>> = field.text().map(|text| text.chars().collect());
        let cells = cells.filter(|cells| cells.len() == size);
        let cells = cells.ok_or_else(|| field.expected(format!("a row of {size} squares in quotes")))?;
        for (column, &cell) in (0..count).zip(&cells) {
            if cell == '.' {
                continue;
            }
            let piece = fen::lettered_piece(cell);
            let (colour, king) = piece.ok_or_else(|| field.expected("w b W B . for its squares"))?;
            let bit = squares.at(row, column).ok_or_else(|| {
                let place = column + 1;
                field.expected(format!("no piece on the light square {place} of the row"))
            })?;
            *setup.set_mut(colour, king) |= Bitset::of(bit);
        }
    }
    Ok(setup)
}
