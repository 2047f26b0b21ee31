//! Node counts of the textbook algorithms and the search, on a position or on recorded games.

pub mod algorithms;
mod compared_value;
mod count_table;
pub mod game_means;
pub mod node_counter;
pub mod position_counts;
pub mod recorded_games;
