//! The settings of an analysis.

use crate::search::SearchLimits;

/// How to search positions, and how to write the results.
#[derive(Clone, Debug)]
pub struct AnalysisSettings {
    /// The name of the game.
    pub game: String,
    /// The limits of each search.
    pub limits: SearchLimits,
    /// Number of best lines, at least 1.
    pub multi_pv: usize,
    /// Size of each transposition table in MiB.
    pub table_mebibytes: usize,
    /// Positions or games that are analysed in parallel, at least 1.
    pub jobs: usize,
    /// The form of the output.
    pub format: OutputFormat,
}

#[cfg(test)]
impl AnalysisSettings {
    /// Of chess, to depth 1.
    pub fn shallow(jobs: usize, format: OutputFormat) -> AnalysisSettings {
        let limits = SearchLimits { depth: Some(1), ..SearchLimits::default() };
        AnalysisSettings { game: "chess".to_owned(), limits, multi_pv: 1, table_mebibytes: 0, jobs, format }
    }
}

impl OutputFormat {
    /// The name of the format in plan files.
    pub fn name(self) -> &'static str {
        match self {
            OutputFormat::Plain => "plain",
            OutputFormat::Json => "json",
            OutputFormat::Csv => "csv",
        }
    }
}

/// The form of the output.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum OutputFormat {
    /// A line for people.
    Plain,
    /// JSON Lines: one object a line.
    Json,
    /// Comma-separated values (RFC 4180).
    Csv,
}
