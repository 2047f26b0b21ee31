//! Node counts of the textbook algorithms and the search, on a position or on recorded games.

pub mod comparison;
#[cfg(feature = "lab")]
pub mod game_means;
pub mod node_counter;
#[cfg(feature = "lab")]
pub mod recorded_games;
