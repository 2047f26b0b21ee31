//! The evaluation files in the program.

use super::super::variant::{
    DraughtsVariant, English, FlyingKings8x8, FlyingKings10x10, ShortKings8x8,
};
use crate::eval::nnue::embed;

/// A variant with an evaluation in the program.
pub trait EvaluatedVariant: DraughtsVariant {
    /// The weights of the game, or of the first of the games.
    const WEIGHTS: &'static [u8];

    /// Its network, or its weights if it has none.
    const FILE: &'static [u8] = Self::WEIGHTS;

    /// The name of the input features in network files.
    const INPUTS: &'static str;

    /// The text weights of one of the games.
    fn weights(self) -> &'static [u8] {
        Self::WEIGHTS
    }

    /// The network of one of the games, or its weights if it has none.
    fn file(self) -> &'static [u8] {
        self.weights()
    }
}

impl EvaluatedVariant for English {
    const WEIGHTS: &'static [u8] = embed!("../../../../eval/english.toml");
    const FILE: &'static [u8] = embed!("../../../../eval/english.nnue");
    const INPUTS: &'static str = "english: men and kings on squares";

    fn file(self) -> &'static [u8] {
        Self::FILE
    }
}

/// The embedded weights with a name.
macro_rules! weights {
    ($name:literal) => {
        embed!(concat!("../../../../eval/", $name, ".toml"))
    };
}

/// The embedded network with a name.
macro_rules! network {
    ($name:literal) => {
        embed!(concat!("../../../../eval/", $name, ".nnue"))
    };
}

impl EvaluatedVariant for ShortKings8x8 {
    const WEIGHTS: &'static [u8] = weights!("italian");
    const FILE: &'static [u8] = network!("italian");
    const INPUTS: &'static str = "draughts 8x8: men and kings on squares";

    fn weights(self) -> &'static [u8] {
        match self.rules().built_in().name {
            // Rules from a file that are like those of these games.
            "english" | "pongor" => English::WEIGHTS,
            _ => Self::WEIGHTS,
        }
    }

    fn file(self) -> &'static [u8] {
        match self.rules().built_in().name {
            // A network of English draughts has other inputs.
            "english" | "pongor" => English::WEIGHTS,
            _ => Self::FILE,
        }
    }
}

impl EvaluatedVariant for FlyingKings8x8 {
    const WEIGHTS: &'static [u8] = weights!("russian");
    const FILE: &'static [u8] = network!("russian");
    const INPUTS: &'static str = "draughts 8x8: men and kings on squares";

    fn weights(self) -> &'static [u8] {
        match self.rules().built_in().name {
            "brazilian" => weights!("brazilian"),
            "czech" => weights!("czech"),
            "slovak" => weights!("slovak"),
            "giveaway" => weights!("giveaway"),
            "pool" => weights!("pool"),
            "spanish" | "portuguese" => weights!("spanish"),
            "thai" => weights!("thai"),
            _ => Self::WEIGHTS,
        }
    }

    fn file(self) -> &'static [u8] {
        match self.rules().built_in().name {
            "czech" => network!("czech"),
            "slovak" => self.weights(),
            "giveaway" => network!("giveaway"),
            "spanish" | "portuguese" => network!("spanish"),
            "thai" => network!("thai"),
            _ => Self::FILE,
        }
    }
}

impl EvaluatedVariant for FlyingKings10x10 {
    const WEIGHTS: &'static [u8] = weights!("international");
    const FILE: &'static [u8] = network!("international");
    const INPUTS: &'static str = "draughts 10x10: men and kings on squares";

    fn weights(self) -> &'static [u8] {
        match self.rules().built_in().name {
            "killer" => weights!("killer"),
            "bt" => weights!("bt"),
            "losing" => weights!("losing"),
            "frisian" => weights!("frisian"),
            "frysk" => weights!("frysk"),
            _ => Self::WEIGHTS,
        }
    }

    fn file(self) -> &'static [u8] {
        match self.rules().built_in().name {
            "killer" => network!("killer"),
            "bt" => network!("bt"),
            "losing" => network!("losing"),
            "frisian" => network!("frisian"),
            "frysk" => self.weights(),
            _ => Self::FILE,
        }
    }
}
