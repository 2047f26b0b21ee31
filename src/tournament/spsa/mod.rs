//! Tuning of engine options by playing games: simultaneous perturbation stochastic approximation (SPSA).

pub mod parameter;
pub mod spsa;
pub mod trial;
