//! Operations on game files: check, merge, shuffle, export, statistics.

pub mod check;
pub mod export;
pub mod merge;
pub mod stats;
