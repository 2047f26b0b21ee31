//! Files of games: moves, scores and results in checked, compressed blocks.

pub mod block;
pub mod data;
pub mod digest;
pub mod header;
pub mod input;
pub mod reader;
pub mod store;
pub mod writer;
