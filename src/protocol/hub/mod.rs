//! The Hub protocol, version 2, which draughts programs use (Fabien Letouzey, 2017).

pub mod client;
mod level;
pub mod numbering;
mod search_output;
mod server;
pub mod syntax;

pub use server::HubServer;
