//! Which games of the table each type of variant stands for.

use super::eval::EvaluatedVariant;
use super::rules_file::described_game;
use super::variant_kind::VariantKind;
use super::{DraughtsRules, DraughtsVariant, English, FlyingKings8x8, FlyingKings10x10, ShortKings8x8, family, infos};
use crate::games::entry::GameInfo;
use std::marker::PhantomData;

/// Search knowledge for a game of the draughts family.
pub struct Draughts<V: DraughtsVariant>(PhantomData<V>);

/// A type of variant whose games are in the table of games.
pub trait SearchedVariant: EvaluatedVariant {
    /// Its games in the table.
    const GAMES: &'static [&'static GameInfo];

    /// The variant that a game is: one of these, or a game that a file describes. `None` if it is of another type.
    fn of(game: &GameInfo) -> Option<Self>;
}

impl SearchedVariant for English {
    const GAMES: &'static [&'static GameInfo] = &[&infos::ENGLISH];

    fn of(game: &GameInfo) -> Option<English> {
        (game.name == infos::ENGLISH.name).then_some(English)
    }
}

/// The rules of a game that was read from a rules file, if its board and kings are of this kind.
fn described(game: &GameInfo, kind: VariantKind) -> Option<&'static DraughtsRules> {
    let described = game.described_by_file.then(|| described_game(game.name))??;
    (described.kind == kind).then_some(described.rules)
}

/// The types whose values are games.
macro_rules! searched_variants {
    ($($name:ident = $rules:expr, $games:expr;)*) => { $(
        impl SearchedVariant for $name {
            const GAMES: &'static [&'static GameInfo] = $games;

            fn of(game: &GameInfo) -> Option<$name> {
                let mut all = $rules.iter().copied();
                let built_in = all.find(|rules| rules.name == game.name);
                built_in.or_else(|| described(game, VariantKind::$name)).map($name)
            }
        }
    )* };
}

searched_variants! {
    ShortKings8x8 = family::SHORT_KINGS_8X8, &infos::SHORT_KINGS_8X8;
    FlyingKings8x8 = family::FLYING_KINGS_8X8, &infos::FLYING_KINGS_8X8;
    FlyingKings10x10 = family::FLYING_KINGS_10X10, &infos::FLYING_KINGS_10X10;
}
