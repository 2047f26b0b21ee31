//! Tuning of engine options by games: simultaneous perturbation stochastic approximation (SPSA).

pub mod state;
pub mod tuner;
