//! A move that is pointed out cell by cell: which pieces can move, where they can go, and when a question is left.

use crate::any_position::{AnyMove, AnyPosition};
use crate::game::Game;
use crate::notation::{MoveStyle, Notation};
use crate::picture::Picture;

/// A legal move, and how it is pointed out on the board.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PointedMove {
    /// The move.
    pub mv: AnyMove,
    /// The move in [short style](MoveStyle::Short).
    pub text: String,
    /// As [`Picture::move_cells`].
    pub cells: Vec<String>,
}

impl PointedMove {
    /// A legal move of a position.
    pub fn new(position: &AnyPosition, mv: AnyMove) -> PointedMove {
        PointedMove { mv, text: position.show_move(mv, MoveStyle::Short), cells: position.move_cells(mv) }
    }

    /// All legal moves of a position.
    pub fn all(position: &AnyPosition) -> Vec<PointedMove> {
        position.moves().into_iter().map(|mv| PointedMove::new(position, mv)).collect()
    }
}

/// A move that is being pointed out.
#[derive(Clone, Debug, Default)]
pub struct Picking {
    moves: Vec<PointedMove>,
    cells: Vec<String>,
}

/// What a pick has led to.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Picked {
    /// No move goes on with this cell; nothing has changed.
    Refused,
    /// More cells are needed.
    Partly,
    /// The move is complete.
    Complete(PointedMove),
    /// Several moves have these cells, such as promotions.
    Choose(Vec<PointedMove>),
    /// The move may stop here, or go on to [targets](Picking::targets).
    StopOrGoOn(PointedMove),
}

impl Picking {
    /// Nothing is picked of these legal moves.
    pub fn new(moves: Vec<PointedMove>) -> Picking {
        Picking { moves, cells: Vec::new() }
    }

    /// As if the cells of a move had been picked.
    pub fn at_end_of(moves: Vec<PointedMove>, mv: &PointedMove) -> Picking {
        Picking { moves, cells: mv.cells.clone() }
    }

    /// The legal moves among which one is pointed out.
    pub fn moves(&self) -> &[PointedMove] {
        &self.moves
    }

    /// The cells that have been picked.
    pub fn cells(&self) -> &[String] {
        &self.cells
    }

    /// The moves that begin with the picked cells.
    fn candidates(&self) -> impl Iterator<Item = &PointedMove> {
        self.moves.iter().filter(|mv| mv.cells.starts_with(&self.cells))
    }

    /// The cells that can be picked next: pieces that can move, then the squares to which the picked one can go.
    pub fn targets(&self) -> Vec<&str> {
        let next = |mv: &'_ &PointedMove| mv.cells.len() > self.cells.len();
        let mut targets = Vec::new();
        for mv in self.candidates().filter(next) {
            let shown = [mv.cells.get(self.cells.len()), mv.cells.last()];
            // Before a piece is picked, only pieces are shown.
            for cell in shown.into_iter().take(if self.cells.is_empty() { 1 } else { 2 }).flatten() {
                if !targets.contains(&cell.as_str()) {
                    targets.push(cell);
                }
            }
        }
        targets
    }

    /// Picks a cell: the next one of a move, or the last one of a single move, whatever lies between. The first cell again
    /// puts the piece down, and another piece that can move is taken instead.
    pub fn pick(&mut self, cell: &str) -> Picked {
        let is_next = |mv: &PointedMove| mv.cells.get(self.cells.len()).is_some_and(|it| it == cell);
        if self.candidates().any(is_next) {
            self.cells.push(cell.to_owned());
            return self.result();
        }
        let ends: Vec<_> = self
            .candidates()
            .filter(|mv| mv.cells.len() > self.cells.len() && mv.cells.last().is_some_and(|it| it == cell))
            .collect();
        if let ([mv], false) = (&ends[..], self.cells.is_empty()) {
            self.cells = mv.cells.clone();
            return self.result();
        }
        if self.cells.first().is_some_and(|first| first == cell) {
            self.clear();
            return Picked::Partly;
        }
        if Picking::new(self.moves.clone()).targets().contains(&cell) {
            self.cells = vec![cell.to_owned()];
            return self.result();
        }
        Picked::Refused
    }

    /// Puts the picked piece down.
    pub fn clear(&mut self) {
        self.cells.clear();
    }

    fn result(&self) -> Picked {
        let complete: Vec<_> = self.candidates().filter(|mv| mv.cells == self.cells).collect();
        match (&complete[..], self.candidates().count() > complete.len()) {
            ([], _) => Picked::Partly,
            ([mv], false) => Picked::Complete((*mv).clone()),
            ([mv, ..], true) => Picked::StopOrGoOn((*mv).clone()),
            (_, false) => Picked::Choose(complete.into_iter().cloned().collect()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::find_game;

    fn picking(game: &str, position: &str) -> Picking {
        Picking::new(PointedMove::all(&find_game(game).unwrap().start().parse_position(position).unwrap()))
    }

    fn complete(picked: Picked) -> String {
        match picked {
            Picked::Complete(mv) => mv.text,
            other => panic!("{other:?}"),
        }
    }

    #[test]
    fn only_pieces_that_can_move_are_picked() {
        let mut picking = picking("chess", "4k3/8/8/8/8/8/4P3/4K2R w K - 0 1");
        assert_eq!(picking.targets().len(), 3);
        assert_eq!(picking.pick("a1"), Picked::Refused);
        assert_eq!(picking.pick("e2"), Picked::Partly);
        assert_eq!(picking.targets().len(), 2);
        assert_eq!(picking.pick("e5"), Picked::Refused);
        // Another piece instead, down again, and castling.
        assert_eq!(picking.pick("h1"), Picked::Partly);
        assert_eq!(picking.pick("h1"), Picked::Partly);
        assert!(picking.cells().is_empty());
        picking.pick("e1");
        assert_eq!(complete(picking.pick("g1")), "O-O");
    }

    #[test]
    fn promotions_are_a_choice() {
        let mut picking = picking("chess", "8/P6k/8/8/8/8/8/K7 w - - 0 1");
        picking.pick("a7");
        let picked = picking.pick("a8");
        assert!(matches!(&picked, Picked::Choose(moves) if moves.len() == 4), "{picked:?}");
    }

    #[test]
    fn a_capture_may_be_pointed_out_by_its_end() {
        let mut picking = picking("english", "B:W15,23:B11");
        picking.pick("11");
        assert_eq!(complete(picking.pick("27")), "11x27");
    }

    #[test]
    fn a_player_may_stop_between_two_jumps_in_slovak_draughts() {
        let mut picking = picking("slovak", "W:Wc1:Bd2,d4");
        let start = picking.targets()[0].to_owned();
        picking.pick(&start);
        let first = picking.targets()[0].to_owned();
        let Picked::StopOrGoOn(stop) = picking.pick(&first) else { panic!("{first}") };
        assert_eq!(stop.cells.len(), 2);
        let target = picking.targets()[0].to_owned();
        let whole = complete(picking.pick(&target));
        assert!(whole.ends_with(&target) && whole != stop.text, "{whole}");
    }

    #[test]
    fn a_single_cell_is_a_whole_move() {
        let mut picking = picking("tictactoe", "xo./.x./..o x");
        assert_eq!(complete(picking.pick("c3")), "c3");
    }
}
