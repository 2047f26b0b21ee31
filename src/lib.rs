//! Kempelen plays two-player games of perfect information.
//!
//! The modules in reading order, from the ground floor up; a module sees only floors below its own:
//!
//! | floor | modules |
//! |---|---|
//! | 0 | [`board`]: bit sets and squares, geometry without rules |
//! | 1 | [`game`]: the rules of a game, as a trait; perft |
//! | 2 | [`notation`], [`eval`]: any game |

pub mod board;
pub mod eval;
pub mod game;
pub mod notation;
