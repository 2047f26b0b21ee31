//! The static evaluation of a position, term by term.

pub mod piece_values;
pub mod report;
