//! Game files: moves, scores and results in checked, compressed blocks.

pub mod block;
pub mod error;
pub mod header;
pub mod reader;
pub mod training_game;
pub mod writer;
