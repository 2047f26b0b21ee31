//! Games between people and the program, without any user interface: who plays, whose turn it is, hints, taking back,
//! clocks, saving. [`plain`] plays by lines of text, [`terminal`] on the whole screen, [`dxp`] with
//! another program over a network, [`web`] on the page of a browser; all use a [`Session`].

#[cfg(feature = "cli")]
mod action;
#[cfg(feature = "cli")]
pub mod dxp;
mod engines;
#[cfg(test)]
mod examples;
#[cfg(feature = "cli")]
pub mod game_file;
#[cfg(feature = "cli")]
pub mod last_game;
mod level;
mod mistake;
mod orientation;
pub mod page;
mod picking;
#[cfg(feature = "cli")]
mod placing;
#[cfg(feature = "cli")]
pub mod plain;
mod played_move;
mod players;
pub mod puzzle_file;
pub mod saved_game;
mod session;
pub mod start;
#[cfg(feature = "cli")]
pub mod terminal;
pub mod texts;
#[cfg(feature = "cli")]
pub mod web;

#[cfg(feature = "cli")]
pub use action::ballot;
pub use engines::EngineResources;
pub use level::Level;
pub use picking::{Picked, Picking, PointedMove};
#[cfg(feature = "cli")]
pub use placing::Placing;
pub use played_move::{PieceCounts, PlayedMove, SearchStatistics};
pub use players::{MachineSettings, SidePlayer};
pub use session::{GameOver, Session, SessionEvent, SessionSettings};
