//! The games of the family. Those of the table are read from their rules files when the first of them is needed.

use super::embedded_files::{ALL, GameFiles};
use super::rules::{DraughtsRules, ENGLISH};
use super::rules_file::entry::read_entry;
use super::rules_file::read::RulesDescription;
use super::variant::{DraughtsVisitor, VariantKind};
use crate::games::entry::GameInfo;
use crate::notation::toml_fields::TomlFields;
use std::sync::LazyLock;

/// A game of the family.
pub struct DraughtsGame {
    /// Its names and data.
    pub info: GameInfo,
    /// The type of its positions.
    pub kind: VariantKind,
    /// Its rules.
    pub rules: &'static DraughtsRules,
}

impl DraughtsGame {
    /// Runs `visitor` with the game.
    pub fn visit<T: DraughtsVisitor>(&self, visitor: T) -> T::Output {
        self.kind.visit(self.rules, visitor)
    }
}

/// The games of the table, in its order.
pub static BUILT_IN_GAMES: LazyLock<Vec<DraughtsGame>> = LazyLock::new(|| {
    let mut games = Vec::new();
    for files in ALL {
        games.push(read_game(files, &games).unwrap_or_else(|error| panic!("{}.toml: {error}", files.name)));
    }
    games
});

/// Reads a game of the table, whose rules are like those of one of the `earlier` games.
fn read_game(files: &'static GameFiles, earlier: &[DraughtsGame]) -> Result<DraughtsGame, String> {
    let mut fields = TomlFields::parse(files.rules)?;
    // It is read apart.
    let _ = fields.take("entry");
    if files.name == ENGLISH.name {
        // The compiler knows these rules.
        fields.finish()?;
        let (kind, rules) = (VariantKind::English, &ENGLISH);
        return Ok(DraughtsGame { info: read_entry(files, kind, rules, &[])?, kind, rules });
    }
    let mut description = RulesDescription::of(fields, &mut earlier.iter().map(|game| (game.rules, game.kind)))?;
    let like = earlier.iter().find(|game| game.rules.name == description.rules.like);
    description.rules.like = files.name;
    let kind = description.kind;
    let rules = description.leak(files.name, files.name);
    let info = read_entry(files, kind, rules, like.map_or(&[], |like| like.info.bench))?;
    Ok(DraughtsGame { info, kind, rules })
}

/// Names and data of the games of a kind.
pub(super) fn infos(kind: VariantKind) -> &'static [&'static GameInfo] {
    static INFOS: LazyLock<[Vec<&GameInfo>; 4]> = LazyLock::new(|| {
        VariantKind::ALL
            .map(|kind| BUILT_IN_GAMES.iter().filter(|game| game.kind == kind).map(|game| &game.info).collect())
    });
    &INFOS[kind as usize]
}

/// The game of the table with this name.
pub fn built_in_game(name: &str) -> Option<&'static DraughtsGame> {
    BUILT_IN_GAMES.iter().find(|game| game.info.name.eq_ignore_ascii_case(name))
}

/// The names of all variants, the default first.
pub fn variant_names() -> impl Iterator<Item = &'static str> {
    ALL.iter().map(|files| files.name)
}

/// The names of the variants that can have endgame tables, the default first.
pub fn games_with_tables() -> impl Iterator<Item = &'static str> {
    variant_names().filter(|name| built_in_game(name).is_some_and(|game| game.rules.have_endgame_tables()))
}

/// Runs `visitor` with the variant called `name`; `None` if there is no such variant.
pub fn with_variant<T: DraughtsVisitor>(name: &str, visitor: T) -> Option<T::Output> {
    built_in_game(name).map(|game| game.visit(visitor))
}
