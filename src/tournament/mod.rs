//! Games between engines: engine processes, the referee, openings, pairings, statistics (Elo, SPRT) and tuning by
//! playing (SPSA).

pub mod adjudication;
mod child_process;
mod engine;
pub mod engine_config;
mod engine_error;
mod engine_options;
mod finished_game;
mod game;
pub mod game_options;
mod key_values;
mod limit_check;
pub mod match_output;
pub mod match_plan;
pub mod match_runner;
pub mod openings;
mod pair_statistics;
mod pgn_file;
pub mod referee;
pub mod schedule;
pub mod sprt;
pub mod spsa;
mod standings;
mod summary;
mod summary_table;
pub mod time_control;
