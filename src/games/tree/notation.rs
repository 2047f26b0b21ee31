//! Moves as text: the label of the child, else its number, counted from 1.

use super::position::{TreeMove, TreePosition};
use crate::game::Game;
use crate::notation::{MoveError, MoveRule, MoveStyle, Notation, PositionError, excerpt};

impl TreePosition {
    /// The names of the moves, in their order.
    pub(super) fn move_names(&self) -> Vec<String> {
        let name = |(label, number): (Option<&str>, usize)| label.map_or_else(|| number.to_string(), str::to_owned);
        self.children().map(|child| child.label.as_deref()).zip(1..).map(name).collect()
    }
}

/// A position is written as the tree below the node and the side to move, `(A(6 8) B(7 11)) p1`.
impl Notation for TreePosition {
    fn parse_position(&self, text: &str) -> Result<Self, PositionError> {
        TreePosition::parse(text)
    }

    fn show(&self) -> String {
        let side = ["p1", "p2"][self.side_to_move().index()];
        format!("{} {side}", self.tree_text())
    }

    fn parse_move(&self, text: &str) -> Result<TreeMove, MoveError> {
        let names = self.move_names();
        if let Some(index) = names.iter().position(|name| name == text) {
            return Ok(TreeMove(index as u16));
        }
        let found = excerpt(text);
        let is_name = !text.is_empty() && text.chars().all(|c| c.is_ascii_alphanumeric());
        if !is_name {
            return Err(MoveError::Syntax { found, expected: "the label or the number of a move" });
        }
        let rule = if names.is_empty() {
            "the game is over at a leaf".to_owned()
        } else {
            format!("the moves are {}", excerpt(&names.join(", ")))
        };
        Err(MoveError::Illegal { found, reason: MoveRule::new(1, rule.into()) })
    }

    fn show_move(&self, mv: TreeMove, _style: MoveStyle) -> String {
        self.move_names().swap_remove(mv.0.into())
    }
}
