//! Game files: moves, scores and results in checked, compressed blocks.

pub mod block;
pub mod reader;
pub mod training_game;
pub mod writer;
