//! Fitting the weights of an evaluation to the results of games (regression).

pub mod fit;
pub mod matrix;
pub mod toml_numbers;
pub mod tuner;
