//! Games of the engine against itself.

pub mod game;
pub mod generate;
pub mod random_starts;
pub mod searcher;
pub mod stop_condition;
