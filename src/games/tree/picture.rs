//! The picture of a node: a cell for each of its moves.

use super::position::{TreeMove, TreePosition};
use crate::notation::{MoveStyle, Notation};
use crate::picture::{Picture, PictureCell};

impl Picture for TreePosition {
    const FIXED_BOARD: bool = false;

    fn rows(&self) -> Vec<Vec<Option<PictureCell>>> {
        let cell = |name| {
            Some(PictureCell {
                name,
                dark: false,
                piece: None,
            })
        };
        vec![self.move_names().into_iter().map(cell).collect()]
    }

    fn move_cells(&self, mv: TreeMove) -> Vec<String> {
        vec![self.show_move(mv, MoveStyle::Short)]
    }

    /// There are no pieces.
    fn without(&self, _cell: &str) -> Option<TreePosition> {
        None
    }
}
