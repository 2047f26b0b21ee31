//! The text of UCI: `read` makes a [`UciCommand`] of a client's line, and the other functions write the lines of the engine.
//!
//! The crate `vampirc-uci` reads the moves, and writes the answers. It cannot be given a whole line: it keeps the longest
//! prefix that it understands and drops the rest in silence, loses parts of `go` that stand beside one another, and panics on
//! some numbers. So a line is divided at its keywords here, and each part is read once, by the crate or by this module.
//!
//! Nothing here depends on a position: whether a move is legal or an option exists is not checked.

mod answer;
mod command;
pub(in crate::protocol) mod go;
mod moves;
mod read;

pub(in crate::protocol) use answer::nodes_per_second;
pub use answer::{InfoFields, UciScore, best_move_line, info_line, info_string, option_line};
pub use command::{GoCommand, SyntaxError, UciCommand};
pub(in crate::protocol) use read::split_position;
pub use read::{decode, is_command, read, split_word};
