//! A game up to now.

pub use crate::game::GameLine as GameHistory;
