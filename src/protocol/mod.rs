//! The protocols by which other programs talk to the engine, and the engine to others.

pub mod client;
pub mod dxp;
pub mod hub;
pub mod options;
pub mod output;
pub mod server;
pub mod session;
pub mod uci;
pub mod ugi;
pub mod variant;

pub use output::ProtocolOutput;
pub use session::{NoEngine, ProtocolSession, argument_lines, is_protocol_line};
