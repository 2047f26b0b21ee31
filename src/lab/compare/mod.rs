//! Node counts of the textbook algorithms and the search.

pub mod count;
pub mod judge;
pub mod row;
pub mod thesis;
