//! Opening books made from games or by searching, and their files.

pub mod files;
pub mod from_games;
pub mod from_search;
