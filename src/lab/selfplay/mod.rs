//! Games of the engine against itself.

pub mod game;
pub mod goal;
pub mod run;
pub mod starts;
pub mod thinking;
