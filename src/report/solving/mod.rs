//! What `kempelen solve` says about a position: by theory, endgame tables, its state graph, or proof searches.

mod endgame_report;
mod position_report;
mod settings;
mod strategy;
mod theory_report;
mod value;

pub use settings::{SolveMethod, SolveSettings};
pub use strategy::{StrategyFor, StrategyRequest, read_goal};
pub use value::value_of;

/// An answer as text, which may say that the value is not known.
pub struct SolveAnswer {
    /// Lines of text, or of JSON.
    pub text: String,
    /// Whether the answer is known.
    pub is_known: bool,
    /// Whether it is what was asked for, not a text that says that there is no such strategy.
    pub is_found: bool,
}

impl SolveAnswer {
    /// An answer.
    pub fn known(text: String) -> SolveAnswer {
        SolveAnswer { text, is_known: true, is_found: true }
    }
}
