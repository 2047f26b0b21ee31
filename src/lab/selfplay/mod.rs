//! Games of the engine against itself.

pub mod fixed_nodes;
pub mod generate;
pub mod play;
pub mod random_starts;
pub mod rescore;
