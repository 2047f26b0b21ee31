//! The conditions under which games are played: openings, time controls, and when a game is ended early.

#[cfg(feature = "cli")]
pub mod adjudication;
#[cfg(feature = "cli")]
pub mod key_values;
#[cfg(feature = "cli")]
pub mod openings;
pub mod time_control;
