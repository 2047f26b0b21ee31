//! Fitting the weights of an evaluation to the results of games (regression).

pub mod fit;
pub mod gradients;
pub mod matrix;
pub mod numbers;
pub mod report;
pub mod rounds;
