//! Kempelen plays two-player games of perfect information.
//!
//! The modules in reading order, from the ground floor up; a module sees only floors below its
//! own, and of its own floor only modules named before it (the layering test reads this table, and
//! knows some narrower rules):
//!
//! | floor | modules |
//! |---|---|
//! | 0 | [`file`](mod@file): files that a user names; [`system`]: what differs by machine; [`bytes`]: numbers in the bytes of a file; [`journal`]: a record of lines in a file; [`worker`]: a thread that lives on; [`board`]: bit sets and squares, geometry without rules |
//! | 1 | [`game`]: the rules of a game, as a trait; perft |
//! | 2 | [`notation`], [`picture`], [`eval`], [`opening`], [`retrograde`], [`search`], [`textbook`]: any game |
//! | 3 | [`games`]: rules, text and knowledge of chess and draughts; Tic-tac-toe, the smallest game |
//! | 4 | [`course`]: a game as far as it has come; [`engine`]: table, book and threads that think about one; no text |
//! | 5 | [`player`]: the faces through which protocols and tools see any game |
//! | 6 | [`protocol`]: UCI and Hub |
//! | 7 | [`tools`]: the commands |

pub mod board;
pub mod bytes;
pub mod course;
pub mod engine;
pub mod eval;
pub mod file;
pub mod game;
pub mod games;
pub mod journal;
pub mod notation;
pub mod opening;
pub mod picture;
pub mod player;
pub mod protocol;
pub mod retrograde;
pub mod search;
pub mod system;
pub mod textbook;
pub mod tools;
pub mod worker;
