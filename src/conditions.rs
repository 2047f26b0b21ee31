//! The conditions under which games are played: openings, time controls, and when a game is ended early.

pub mod adjudication;
pub mod key_values;
pub mod openings;
pub mod time_control;
