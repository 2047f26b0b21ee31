//! Perft of a position, and suites of published counts.

pub mod run;
pub mod suite;
