//! Breakthrough (D. Troyka, 2000): the worked example of a game with a folder of its own.
//!
//! Each side has two rows of pawns on an 8 x 8 board. A pawn moves one square forward, straight or diagonally,
//! and captures only diagonally. The side that brings a pawn to the far row or captures all pawns of the
//! opponent wins. White moves first. There are no draws.
//!
//! Rules: `position`
//!
//! | file | concept |
//! |---|---|
//! | [`position`] | the rules |
//! | `notation`, `picture` | text and pictures of positions and moves |
//! | [`eval`] | the evaluation and its weights |
//! | `entry` | the search knowledge, and the game in the table of games |

mod entry;
pub mod eval;
mod notation;
mod picture;
pub mod position;

pub use entry::BreakthroughKnowledge;
pub use position::{Breakthrough, BreakthroughMove};
