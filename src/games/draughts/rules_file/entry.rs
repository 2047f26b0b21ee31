//! The table `entry` of the rules files in the program: what the table of games says about a game besides its rules.

use super::super::embedded_files::{ENGLISH_NAMES, GameFiles};
use super::super::variant::VariantKind;
use super::super::{Colour, DraughtsRules, parameters};
use crate::game::Side;
use crate::games::entry::GameInfo;
use crate::notation::toml_fields::error_with_line;
use crate::search::Depth;
use crate::textbook::PublishedCount;
use serde::Deserialize;
use std::collections::BTreeMap;

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

/// A rules file of the program, without its rules.
#[derive(Deserialize)]
#[serde(bound(deserialize = "'de: 'static"))]
struct EntryFile {
    entry: EntryTable,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct EntryTable {
    about: &'static str,
    hub: Option<&'static str>,
    game_type: Option<&'static str>,
    #[serde(default)]
    reads_game_types: Vec<u16>,
    #[serde(default)]
    two_points: bool,
    bench: Option<Vec<&'static str>>,
    bench_depth: Option<Depth>,
    /// Depths and node counts of algorithms.
    #[serde(default)]
    published_counts: BTreeMap<&'static str, Vec<(u32, u64)>>,
}

/// Reads the table. A game that names no positions for the benchmark has those of the game that it is like.
///
/// # Errors
/// A field is missing, unknown or wrong; the error names the line.
pub(in super::super) fn read_entry(
    files: &'static GameFiles,
    kind: VariantKind,
    rules: &DraughtsRules,
    bench_of_like: &'static [&'static str],
) -> Result<GameInfo, String> {
    let EntryFile { entry } = toml::from_str(files.rules).map_err(|error| error_with_line(files.rules, &error))?;
    let info = info(files.name, kind, rules);
    let tag = entry.game_type.map_or(("Variant", files.name), |text| ("GameType", text));
    let counts = entry.published_counts.into_iter().flat_map(|(algorithm, counts)| {
        counts.into_iter().map(move |(depth, nodes)| PublishedCount { algorithm, depth, nodes })
    });
    Ok(GameInfo {
        about: entry.about,
        hub_variant: Some(entry.hub.unwrap_or(files.name)),
        tags: Box::leak(Box::new([tag])),
        game_types: entry.reads_game_types.leak(),
        two_points: entry.two_points,
        book_files: files.book,
        opening_names: (files.name == "english").then_some(&ENGLISH_NAMES),
        tables: files.tables,
        ballots: Some(files.ballots),
        bench: entry.bench.map_or(bench_of_like, |bench| bench.leak()),
        bench_depth: entry.bench_depth.unwrap_or(info.bench_depth),
        compare_depths: if kind.rows() == 8 { &[2, 4, 6, 8] } else { info.compare_depths },
        published_counts: counts.collect::<Vec<_>>().leak(),
        ..info
    })
}
