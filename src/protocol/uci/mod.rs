//! The Universal Chess Interface (Rudolf Huber and Stefan Meyer-Kahlen, 2000).

pub mod client;
pub(in crate::protocol) mod dialect;
mod limits;
pub(in crate::protocol) mod search_output;
mod server;
pub mod syntax;

pub use server::UciServer;

use crate::protocol::variant::VariantName;

/// The option that chooses the game.
const UCI_VARIANT_OPTION: &str = "UCI_Variant";

/// The name by which UCI carries a game.
pub const UCI_VARIANT: VariantName = |game| game.uci_variant;
