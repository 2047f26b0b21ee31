//! The Hub protocol, which draughts programs use (Fabien Letouzey): version 2 of 2017, and version 1 as a client.

pub mod client;
pub mod client_v1;
mod level;
pub mod numbering;
mod server;
pub mod syntax;

pub use server::HubServer;

use crate::protocol::variant::VariantName;

/// The name by which Hub carries a game.
pub const HUB_VARIANT: VariantName = |game| game.hub_variant;

/// The parameter with the name of a rules file.
const RULES_PARAMETER: &str = "rules";
