//! The Hub protocol, version 2, which draughts programs use (Fabien Letouzey, 2017).

pub mod client;
mod level;
pub mod numbering;
mod search_output;
mod server;
pub mod syntax;

pub use server::HubServer;

use crate::protocol::variant::VariantName;

/// The name by which Hub carries a game.
pub const HUB_VARIANT: VariantName = |game| game.hub_variant;
