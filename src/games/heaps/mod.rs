//! Nim and its relations: games with heaps of counters, in which the last mover wins (normal play) or loses (misere play).
//!
//! All of them are one type, [`HeapPosition`], which holds its rules as a value. Positions and moves are written as
//! `nim 3,4,5 misere p1` and `2:4-1`.
//!
//! Rules: `position`, `symmetry`, `play`, `moves`, `broken_rule`, `taking`, `octal`, `grundy_values`, `sparse_space`, `nimber`, `sum`, `exhaust`
//! Rules: `describe`, `factor`, `take_and_break`, `circular_theory`, `nim`, `northcott`, `moore`, `poker`, `lasker`, `end`
//! Rules: `fibonacci`, `wythoff`, `endwythoff`, `divisor`, `subtraction`, `count`, `ring`, `circular`, `octal_games`, `greedy`, `building`

mod all_games;
mod broken_rule;
mod building;
mod circular;
mod circular_theory;
mod count;
mod describe;
mod divisor;
mod end;
mod endwythoff;
mod entry;
mod exhaust;
mod factor;
mod fibonacci;
mod greedy;
pub mod grundy_values;
mod how_to_play;
mod lasker;
mod moore;
mod move_text;
pub mod moves;
mod nim;
pub mod nimber;
pub mod nimber_expression;
mod northcott;
mod notation;
pub mod octal;
mod octal_games;
mod picture;
mod play;
mod poker;
pub mod position;
mod random_start;
mod read_text;
mod ring;
mod sparse_space;
mod subtraction;
mod sum;
mod symmetry;
mod take_and_break;
pub mod taking;
#[cfg(test)]
mod tests;
mod text;
mod wythoff;

pub use entry::HeapKnowledge;
pub use moves::HeapMove;
pub use position::HeapPosition;
