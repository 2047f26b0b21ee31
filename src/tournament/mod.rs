//! Games between engines: engine processes, the referee, openings, pairings, statistics (Elo, SPRT) and tuning by
//! playing (SPSA).

pub mod adjudication;
pub mod child_process;
pub mod engine;
pub mod engine_config;
pub mod engine_error;
pub mod engine_options;
pub mod finished_game;
pub mod game;
pub mod game_options;
pub mod key_values;
pub mod limit_check;
pub mod match_plan;
pub mod match_runner;
pub mod openings;
pub mod pair_statistics;
pub mod pgn_file;
pub mod schedule;
pub mod sprt;
pub mod spsa;
pub mod standings;
pub mod summary;
pub mod time_control;
