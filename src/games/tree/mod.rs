//! A game tree as a game: its position is a node of a tree that the user writes, with payoffs at the leaves, such as
//! `(A(6 8) B(7 11))`. So the figures of books on games are positions, which every tool can search and draw.
//!
//! Rules: `position`

mod entry;
mod notation;
mod picture;
pub mod position;
#[cfg(test)]
mod tests;
mod tree_text;

pub use position::{TreeMove, TreePosition};
