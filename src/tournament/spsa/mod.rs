//! Tuning of engine options by games: simultaneous perturbation stochastic approximation (SPSA).

mod pair_player;
pub mod parameter;
pub mod state;
pub mod tuner;

pub use pair_player::SpsaGames;
