//! Tools for developers: games as data and what is learnt from them, opening books, endgame tables, counts of nodes.

pub mod book;
pub mod dataset;
pub mod egdb;
pub mod game_file;
pub mod game_tools;
pub mod grundy_table;
pub mod perft;
mod position_list;
pub mod record_files;
pub mod regression;
pub mod samples;
pub mod selfplay;
pub mod training;
pub mod training_target;
