//! Games between people and the program, without any user interface: who plays, whose turn it is, hints, taking back,
//! clocks, saving. [`plain`] plays by lines of text, [`terminal`] on the whole screen, [`dxp`] with
//! another program over a network; all use a [`Session`].

mod action;
pub mod dxp;
mod engines;
#[cfg(test)]
mod examples;
pub mod last_game;
mod level;
mod picking;
mod placing;
pub mod plain;
mod played_move;
mod players;
mod pointed_move;
mod saved_clocks;
pub mod saved_game;
mod session;
pub mod start;
pub mod terminal;
pub mod texts;
mod thinking;

pub use level::Level;
pub use picking::{Picked, Picking};
pub use placing::Placing;
pub use played_move::{PieceCounts, PlayedMove, SearchStatistics};
pub use players::{MachineSettings, SidePlayer};
pub use pointed_move::PointedMove;
pub use session::{GameOver, Hint, Session, SessionEvent, SessionSettings};
