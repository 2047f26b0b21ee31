//! Nim and its relations: games with heaps of counters, in which the last mover wins (normal play) or loses (misere play).
//!
//! All of them are one type, [`HeapPosition`], which holds its rules as a value. Positions and moves are written as
//! `nim 3,4,5 misere p1` and `2:4-1`.
//!
//! Rules: `position`, `play`, `moves`, `broken_rule`, `taking`, `octal`, `grundy_values`, `sparse_space`, `nimber`, `sum`,
//! `exhaust`, `describe`, `nim`, `moore`

mod all_games;
mod broken_rule;
mod describe;
mod exhaust;
pub mod grundy_values;
mod moore;
mod move_text;
pub mod moves;
mod nim;
pub mod nimber;
pub mod octal;
mod play;
pub mod position;
mod sparse_space;
mod sum;
pub mod taking;
#[cfg(test)]
mod tests;
mod text;

pub use moves::HeapMove;
pub use position::HeapPosition;
