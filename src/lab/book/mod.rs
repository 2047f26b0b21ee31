//! Opening books made from games.

pub mod from_games;
pub mod from_search;
