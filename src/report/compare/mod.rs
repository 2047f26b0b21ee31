//! Node counts of the textbook algorithms and the search, on a position or on recorded games.

mod algorithms;
mod compared_value;
pub mod comparison;
mod count_table;
#[cfg(feature = "lab")]
pub mod game_means;
pub mod node_counter;
pub mod position_counts;
#[cfg(feature = "lab")]
pub mod recorded_games;
