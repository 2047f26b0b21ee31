//! Kempelen plays two-player games of perfect information.
//!
//! The modules in reading order, from the ground floor up; a module sees only floors below its
//! own, and of its own floor only modules named before it (the layering test reads this table, and
//! knows some narrower rules):
//!
//! | floor | modules |
//! |---|---|
//! | 0 | [`worker`]: a thread that lives on; [`system`]: the operating system: files, signals, threads, the terminal; [`bytes`]: numbers in the bytes of a file; [`debug_log`]: a log of the lines of a protocol; [`board`]: bit sets and squares, geometry without rules |
//! | 1 | [`game`]: the rules of a game, as a trait; a game up to now; perft; [`random`]: reproducible random numbers |
//! | 2 | [`notation`], [`picture`], [`any_position`], [`eval`], [`opening`], [`retrograde`], [`search`], [`textbook`], [`solve`]: any game |
//! | 3 | [`games`]: the games, each with its rules, notation, picture and whatever else it brings; the table of games |
//! | 4 | [`engine`]: table, book and threads that think about one; no text |
//! | 5 | [`player`]: the faces through which protocols and tools see any game |
//! | 6 | [`protocol`]: UCI, Hub, UGI and DXP; [`conditions`]: openings, time controls, adjudication |
//! | 7 | [`tournament`]: games between engines; [`drawing`]: game trees, state graphs, strategies, charts, and pages that play an algorithm; [`lab`]: tools for developers: games as data and what is learnt from them, books, counts; [`report`]: analyses of positions and games, solutions and comparisons as text, tables, pictures and pages; [`play`]: games between people and the program |
//! | 8 | [`commands`]: one file a command |
//!
//! The feature `cli` brings floor 8, [`tournament`], and of [`report`] and [`play`] what needs files or a terminal; the feature `lab` brings
//! the module [`lab`].

// Tests get the dependencies of all tests.
#![cfg_attr(not(test), warn(unused_crate_dependencies))]
// Without `lab`, nobody calls some functions of other modules.
#![cfg_attr(not(feature = "lab"), allow(dead_code, unused_imports))]

pub mod any_position;
pub mod board;
pub mod bytes;
#[cfg(feature = "cli")]
pub mod commands;
mod conditions;
pub mod debug_log;
mod drawing;
pub mod engine;
pub mod eval;
pub mod game;
pub mod games;
#[cfg(feature = "lab")]
pub mod lab;
pub mod notation;
pub mod opening;
pub mod picture;
pub mod play;
pub mod player;
pub mod protocol;
pub mod random;
mod report;
pub mod retrograde;
pub mod search;
pub mod solve;
pub mod system;
pub mod textbook;
#[cfg(feature = "cli")]
mod tournament;
pub mod worker;
