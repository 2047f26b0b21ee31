//! Operations on game files: import, check, merge, shuffle, statistics.

pub mod import;
pub mod merge;
pub mod stats;
pub mod trainer_bytes;
