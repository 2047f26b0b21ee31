//! The evaluation and the embedded endgame tables of each variant.

use super::eval::pongor;
use super::{
    DraughtsPosition, DraughtsVariant, English, FlyingKings8x8, FlyingKings10x10, Pongor,
    ShortKings8x8, eval, family, infos,
};
use crate::eval::ModelOf;
use crate::eval::nnue::Features;
use crate::games::entry::GameInfo;
use std::marker::PhantomData;

/// Search knowledge for a game of the draughts family.
pub struct Draughts<V: DraughtsVariant>(PhantomData<V>);

/// A variant with an evaluation.
pub trait SearchedVariant: DraughtsVariant {
    /// The weights or network of the evaluation.
    type Model: ModelOf<DraughtsPosition<Self>>;

    /// The input features of its networks; `()` if it has none.
    type Inputs: Features<DraughtsPosition<Self>>;

    /// The games in the table of games.
    const GAMES: &'static [&'static GameInfo];

    /// The rules of one of them.
    fn of(game: &GameInfo) -> Self;

    /// The embedded endgame tables in the order of the number of pieces: for each a file of values and one of distances.
    fn embedded_tables(self) -> &'static [[&'static [u8]; 2]] {
        &[]
    }
}

/// The embedded files of values and distances with a name.
macro_rules! tables {
    ($name:literal) => {
        [
            include_bytes!(concat!("../../../endgames/", $name, ".wdl")).as_slice(),
            include_bytes!(concat!("../../../endgames/", $name, ".dtc")).as_slice(),
        ]
    };
}

impl SearchedVariant for English {
    type Model = eval::DraughtsModel<English>;
    type Inputs = eval::SquareFeatures<English>;
    const GAMES: &'static [&'static GameInfo] = &[&infos::ENGLISH];

    fn of(_: &GameInfo) -> English {
        English
    }

    fn embedded_tables(self) -> &'static [[&'static [u8]; 2]] {
        const {
            &[
                tables!("english-2"),
                tables!("english-3"),
                tables!("english-4"),
            ]
        }
    }
}

impl SearchedVariant for Pongor {
    type Model = pongor::PongorWeights;
    type Inputs = ();
    const GAMES: &'static [&'static GameInfo] = &[&infos::PONGOR];

    fn of(_: &GameInfo) -> Pongor {
        Pongor
    }
}

/// The types whose values are games.
macro_rules! searched_variants {
    ($($name:ident = $rules:expr, $games:expr;)*) => { $(
        impl SearchedVariant for $name {
            type Model = eval::DraughtsModel<$name>;
            type Inputs = eval::SquareFeatures<$name>;
            const GAMES: &'static [&'static GameInfo] = $games;

            fn of(game: &GameInfo) -> $name {
                let mut all = $rules.iter();
                let rules = all.find(|rules| rules.name == game.name);
                $name(rules.expect("every game in the table has rules"))
            }
        }
    )* };
}

searched_variants! {
    ShortKings8x8 = family::SHORT_KINGS_8X8, &infos::SHORT_KINGS_8X8;
    FlyingKings8x8 = family::FLYING_KINGS_8X8, &infos::FLYING_KINGS_8X8;
    FlyingKings10x10 = family::FLYING_KINGS_10X10, &infos::FLYING_KINGS_10X10;
}
