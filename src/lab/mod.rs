//! Games as data: self-play, game files, samples, training of networks, regression of weights, books from games, counts.

pub mod bench;
pub mod book;
pub mod compare;
pub mod dataset;
pub mod egdb;
pub mod game_file;
pub mod grundy_table;
pub mod lambda_return;
pub use crate::games::table::model_file;
pub mod perft;
pub mod quiet_position;
pub mod regression;
pub mod replay;
pub mod samples;
pub mod selfplay;
pub mod training;
pub mod training_target;
