//! What the search needs to know of a variant: its evaluation and its endgame tables.

use super::eval::pongor;
use super::{DraughtsPosition, DraughtsVariant, English, Pongor, eval};
use crate::eval::ModelOf;
use std::marker::PhantomData;

/// A game of the draughts family, to the search.
pub struct Draughts<V: DraughtsVariant>(PhantomData<V>);

/// What is known of one game of the family beyond its rules.
pub trait SearchedVariant: DraughtsVariant {
    /// What its evaluator is made of.
    type Model: ModelOf<DraughtsPosition<Self>>;

    /// The endgame tables in the program, the fewest pieces first: files of values and of distances.
    const TABLES: &'static [[&'static [u8]; 2]];
}

/// The two files with the tables of so many pieces.
macro_rules! tables {
    ($name:literal) => {
        [
            include_bytes!(concat!("../../../endgames/", $name, ".wdl")).as_slice(),
            include_bytes!(concat!("../../../endgames/", $name, ".dtc")).as_slice(),
        ]
    };
}

impl SearchedVariant for English {
    type Model = eval::EnglishModel;

    const TABLES: &'static [[&'static [u8]; 2]] = &[
        tables!("english-2"),
        tables!("english-3"),
        tables!("english-4"),
    ];
}

impl SearchedVariant for Pongor {
    type Model = pongor::PongorWeights;

    const TABLES: &'static [[&'static [u8]; 2]] = &[];
}
