//! The static evaluation of a position, term by term.

pub mod board;
pub mod report;
