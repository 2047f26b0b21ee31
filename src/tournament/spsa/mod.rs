//! Tuning of engine options by playing games: simultaneous perturbation stochastic approximation (SPSA).

pub mod pair_player;
pub mod parameter;
pub mod state;
