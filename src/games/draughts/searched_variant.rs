//! The evaluation and the embedded endgame tables of each variant.

use super::eval::pongor;
use super::{DraughtsPosition, DraughtsVariant, English, Pongor, eval};
use crate::eval::ModelOf;
use std::marker::PhantomData;

/// Search knowledge for a game of the draughts family.
pub struct Draughts<V: DraughtsVariant>(PhantomData<V>);

/// A variant with an evaluation and endgame tables.
pub trait SearchedVariant: DraughtsVariant {
    /// The weights or network of the evaluation.
    type Model: ModelOf<DraughtsPosition<Self>>;

    /// The embedded endgame tables in the order of the number of pieces: for each a file of values and one of distances.
    const TABLES: &'static [[&'static [u8]; 2]];
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
