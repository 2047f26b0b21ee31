//! Games of the engine against itself.

pub mod generate;
pub mod play;
pub mod random_starts;
