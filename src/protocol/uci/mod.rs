//! The Universal Chess Interface (Rudolf Huber and Stefan Meyer-Kahlen, 2000).

pub mod client;
mod limits;
mod search_output;
mod server;
pub mod syntax;

pub use server::UciServer;
