//! The interface of CheckerBoard, by which draughts programs load an engine as a library: `getmove`, `enginecommand` and
//! `islegal`. This is all of it but the pointers; the library itself is in the folder `checkerboard`.
//!
//! A library plays one game, which CheckerBoard calls by its number in PDN.

mod board;
mod commands;
mod engine;
mod options;
mod reporter;

pub use board::{BLACK, Board, CheckerboardMove, CheckerboardSquare, Gametype, MAX_JUMPS, WHITE};
pub use commands::{constant_reply, is_about_position};
pub use engine::{BoardAnswer, BoardRequest, CheckerboardEngine, Verdict};
pub use options::CheckerboardOptions;

/// The most bytes of a text or reply, its zero at the end included.
pub const TEXT_SIZE: usize = 1024;
