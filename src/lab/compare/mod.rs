//! Node counts of the textbook algorithms and the search.

pub mod algorithms;
pub mod counting_evaluator;
pub mod root;
pub mod row;
pub mod thesis;
