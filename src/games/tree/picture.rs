//! The picture of a node: a cell for each of its moves.

use super::position::{TreeMove, TreePosition};
use crate::game::{Game, Side, Theory};
use crate::notation::{MoveStyle, Notation};
use crate::picture::{BoardLayout, Picture, PictureCell};

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
