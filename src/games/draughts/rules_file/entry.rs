//! The table `entry` of the rules files in the program: what the table of games says about a game besides its rules.

use super::super::embedded_files::GameFiles;
use super::super::variant::VariantKind;
use super::super::{Colour, DraughtsRules, parameters};
use crate::game::Side;
use crate::games::entry::GameInfo;
use crate::notation::toml_fields::{TomlField, TomlFields};
use crate::textbook::PublishedCount;

/// The most elements of a list.
const MOST_ELEMENTS: usize = 16;

/// Names and data that follow from the rules.
pub(super) fn info(name: &'static str, kind: VariantKind, rules: &DraughtsRules) -> GameInfo {
    GameInfo {
        name,
        options: &["Endgame Path"],
        white: if rules.first == Colour::White { Side::First } else { Side::Second },
        bench_depth: if kind.rows() == 8 { 11 } else { 9 },
        compare_depths: &[2, 4, 6],
        parameters: parameters::ALL,
        ..GameInfo::NEW
    }
}

/// Reads the table. A game that names no positions for the benchmark has those of the game that it is like.
///
/// # Errors
/// A field is missing, unknown or wrong; the error names the line.
pub(in super::super) fn read_entry(
    mut fields: TomlFields,
    files: &'static GameFiles,
    kind: VariantKind,
    rules: &DraughtsRules,
    bench_of_like: &'static [&'static str],
) -> Result<GameInfo, String> {
    let data = GameInfo { book_files: files.book, tables: files.tables, ..info(files.name, kind, rules) };
    let mut info = GameInfo { ballots: Some(files.ballots), ..data };
    if kind.rows() == 8 {
        info.compare_depths = &[2, 4, 6, 8];
    }
    info.about = text(&fields.take("about").ok_or("there is no field 'entry.about'")?)?;
    info.hub_variant = fields.take("hub").map_or(Ok(files.name), |field| text(&field)).map(Some)?;
    info.tags = match fields.take("game_type") {
        Some(field) => Box::leak(Box::new([("GameType", text(&field)?)])),
        None => Box::leak(Box::new([("Variant", files.name)])),
    };
    if let Some(field) = fields.take("reads_game_types") {
        info.game_types = list(&field, |number| Ok(number.integer(0..=999)? as u16))?;
    }
    info.two_points = fields.take("two_points").map_or(Ok(false), |field| field.flag())?;
    info.bench = fields.take("bench").map_or(Ok(bench_of_like), |field| list(&field, text))?;
    if let Some(field) = fields.take("bench_depth") {
        info.bench_depth = field.integer(1..=99)? as i32;
    }
    if let Some(field) = fields.take("published_counts") {
        let algorithms = field.table()?.rest();
        let counts = algorithms.iter().map(published_counts).collect::<Result<Vec<_>, _>>()?;
        info.published_counts = counts.concat().leak();
    }
    fields.finish()?;
    Ok(info)
}

/// The node counts of an algorithm: a list of depths and counts.
fn published_counts(field: &TomlField) -> Result<Vec<PublishedCount>, String> {
    let algorithm = &*field.name.clone().leak();
    let counts = field.list(MOST_ELEMENTS)?;
    let counts = counts.iter().map(|pair| match &pair.list(2)?[..] {
        [depth, nodes] => {
            let (depth, nodes) = (depth.integer(0..=99)?, nodes.integer(0..=u32::MAX)?.into());
            Ok(PublishedCount { algorithm, depth, nodes })
        }
        _ => Err(pair.expected("a depth and a number of nodes")),
    });
    counts.collect()
}

fn text(field: &TomlField) -> Result<&'static str, String> {
    Ok(field.text().ok_or_else(|| field.expected("a text in quotes"))?.to_owned().leak())
}

fn list<T>(field: &TomlField, read: impl Fn(&TomlField) -> Result<T, String>) -> Result<&'static [T], String> {
    Ok(field.list(MOST_ELEMENTS)?.iter().map(read).collect::<Result<Vec<T>, String>>()?.leak())
}
