//! Games between engines: engine processes, the referee, pairings, statistics (Elo, SPRT) and tuning by playing (SPSA).

pub mod child_process;
pub mod cross_table;
pub mod engine;
mod engine_checks;
pub mod engine_config;
mod finished_game;
pub mod game;
pub mod match_output;
pub mod match_parts;
pub mod match_runner;
pub mod match_settings;
mod pair_statistics;
mod pgn_file;
mod rating;
pub mod rating_table;
pub mod sprt;
pub mod spsa;
mod standings;
mod summary;
