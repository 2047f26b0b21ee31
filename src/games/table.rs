//! The entries of the table of games as one type, for code that serves every game and is compiled once.

mod any_entry;
mod any_evaluation;
mod any_search;
pub mod small_games;

pub(crate) use any_entry::entry_methods;
pub use any_evaluation::AnyEvaluation;
pub use any_search::{AnySearch, GameKnowledge, GameSearch, TypedKnowledge};
