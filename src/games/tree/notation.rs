//! Moves as text: the label of the child, else its number, counted from 1. The picture of a node: a cell for each of its moves.

use super::position::{TreeMove, TreePosition};
use crate::game::{Game, Side, Theory};
use crate::notation::{MoveError, MoveRule, MoveStyle, Notation, PositionError, excerpt};
use crate::picture::{BoardLayout, Picture, PictureCell};

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
        Err(MoveError::Illegal { found, reason: MoveRule::new(1, rule) })
    }

    fn show_move(&self, mv: TreeMove, _style: MoveStyle) -> String {
        self.move_names().swap_remove(mv.0.into())
    }
}

impl Theory for TreePosition {}

impl Picture for TreePosition {
    fn has_fixed_board(&self) -> bool {
        false
    }

    fn rows(&self) -> Vec<Vec<Option<PictureCell>>> {
        let cell = |name| Some(PictureCell { name, dark: false, piece: None });
        vec![self.move_names().into_iter().map(cell).collect()]
    }

    fn layout(&self) -> BoardLayout {
        let is_leaf = self.count_moves() == 0;
        BoardLayout::Branches(is_leaf.then(|| self.payoff()).flatten())
    }

    fn side_name(&self, side: Side) -> &'static str {
        ["MAX", "MIN"][side.index()]
    }

    fn move_cells(&self, mv: TreeMove) -> Vec<String> {
        vec![self.show_move(mv, MoveStyle::Short)]
    }

    /// There are no pieces.
    fn without(&self, _cell: &str) -> Option<TreePosition> {
        None
    }
}
