//! The Universal Game Interface, draft 1.0 (kz04px, 2024), for any game of two players who move in turn.

pub mod client;
mod server;
pub mod syntax;

pub use server::UgiServer;

use crate::protocol::variant::VariantName;

/// The option that chooses the game.
const UGI_GAME_OPTION: &str = "Game";

/// The name by which UGI carries a game: it carries all.
pub const UGI_GAME: VariantName = |game| Some(game.name);
