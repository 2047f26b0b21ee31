//! What is wanted of an analysis of many positions or games.

use crate::search::SearchLimits;

/// How to think about positions, and how to write what was found.
#[derive(Clone, Debug)]
pub struct Plan {
    /// The name of the game.
    pub game: String,
    /// How long to think about each.
    pub limits: SearchLimits,
    /// How many best lines to show.
    pub variations: usize,
    /// The size of each table, in MiB.
    pub mebibytes: usize,
    /// How many positions at a time.
    pub jobs: usize,
    /// How to write what was found.
    pub format: Format,
}

impl Format {
    /// What it is called.
    pub fn name(self) -> &'static str {
        match self {
            Format::Plain => "plain",
            Format::Json => "json",
            Format::Csv => "csv",
        }
    }
}

/// How to write what was found.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Format {
    /// For people.
    Plain,
    /// An object a line.
    Json,
    /// A table separated by commas.
    Csv,
}
