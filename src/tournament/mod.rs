//! Games between engines: engine processes, the referee, openings, pairings, statistics (Elo, SPRT) and tuning by
//! playing (SPSA).

pub mod adjudication;
pub mod ending;
pub mod engine;
pub mod engine_options;
pub mod failure;
pub mod game;
pub mod game_archive;
pub mod key_values;
pub mod openings;
pub mod pair_statistics;
pub mod plan;
pub mod process;
pub mod profile;
pub mod runner;
pub mod schedule;
pub mod search;
pub mod settings;
pub mod sprt;
pub mod spsa;
pub mod standings;
pub mod summary;
pub mod time_control;
