//! Breakthrough (D. Troyka, 2000): the worked example of a game with a folder of its own.
//!
//! Either side has two rows of pawns on a board of 8 x 8. A pawn moves one square forward, straight
//! or diagonally, and captures diagonally only. Who brings a pawn to the far row or captures all
//! pawns of the opponent has won. White moves first; somebody always wins.
//!
//! Rules: `position`
//!
//! | file | concept |
//! |---|---|
//! | [`position`] | the rules |
//! | `notation`, `picture` | positions and moves as text, the board as it is drawn |
//! | [`eval`] | the evaluation and its weights |
//! | `entry` | what the search knows, and the game in the table of games |

mod entry;
pub mod eval;
mod notation;
mod picture;
pub mod position;

pub use entry::BreakthroughKnowledge;
pub use position::{Breakthrough, BreakthroughMove};
