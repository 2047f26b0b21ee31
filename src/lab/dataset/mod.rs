//! Operations on game files: check, merge, shuffle, statistics.

pub mod merge;
pub mod stats;
pub mod trainer_bytes;
