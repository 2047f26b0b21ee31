//! Building, checking and showing endgame tables of draughts.

pub mod build;
pub mod probe;
pub mod stats;
pub mod verify;
