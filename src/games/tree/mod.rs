//! A game tree as a game: its position is a node of a tree that the user writes, with payoffs at the leaves, such as
//! `(A(6 8) B(7 11))`. So the figures of books on games are positions, which every tool can search and draw.
//!
//! Rules: `position`

mod notation;
pub mod position;
#[cfg(test)]
mod tests;
mod tree_text;

pub use position::{TreeMove, TreePosition};

use crate::game::StartPosition;
use crate::games::entry::{GameInfo, SmallGame};

impl SmallGame for TreePosition {
    fn games() -> &'static [&'static GameInfo] {
        &[&GameInfo {
            name: "tree",
            about: "A game tree with payoffs, as in (A(6 8) B(7 11))",
            how_to_play: "A move chooses a branch; its letter or number names it. MAX moves first, then the two take turns until a leaf is reached.\n\
The number at the leaf is the payoff of MAX: MAX wants the greatest, MIN the least. If it is positive MAX wins, if it is negative MIN wins, and 0 is a draw.",
            bench: &["(((6 -10)(8 2))((7 1)(11 -8))) p1", "(A(6 8) B(7 11 (X:0 Y:-3)) C:5) p1"],
            compare_depths: &[1, 2, 3],
            ..GameInfo::NEW
        }]
    }

    fn start(_: &GameInfo) -> TreePosition {
        StartPosition::start()
    }

    fn static_evaluation(&self) -> i32 {
        self.side_to_move.relative(self.node().evaluation.unwrap_or(0))
    }
}
