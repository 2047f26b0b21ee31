//! Implementation of [`Picture`] for draughts.

use super::fen::piece_letter;
use super::king_run::KingRun;
use super::position::{DraughtsPosition, DraughtsSetup};
use super::squares::Squares;
use super::{Colour, DraughtsMove, DraughtsRules, DraughtsVariant};
use crate::board::Bitset;
use crate::game::{Side, Theory};
use crate::notation::PositionError;
use crate::picture::{Picture, PictureCell, PicturePiece, PieceKind, wrong_cell};

impl<V: DraughtsVariant> Theory for DraughtsPosition<V> {}

impl<V: DraughtsVariant> Picture for DraughtsPosition<V> {
    fn rows(&self) -> Vec<Vec<Option<PictureCell>>> {
        drawn_rows(&self.setup(), self.variant.squares(), self.rules())
    }

    fn side_name(&self, side: Side) -> &'static str {
        match self.colour(side) {
            Colour::White => "White",
            Colour::Black => "Black",
        }
    }

    /// A capture has the cells of one of its paths: the one that its notation gives.
    fn move_cells(&self, mv: DraughtsMove) -> Vec<String> {
        let squares = mv.captures().then(|| self.ruled().path_of(mv)).flatten().unwrap_or_else(|| vec![mv.from, mv.to]);
        let (named, names) = (self.variant.squares(), self.rules().notation.squares);
        squares.into_iter().map(|bit| named.name(bit, names)).collect()
    }

    fn without(&self, cell: &str) -> Option<Self> {
        let square = Bitset::of(self.variant.squares().read(cell)??);
        if (self.occupied() & square).is_empty() {
            return None;
        }
        let mut setup = self.setup();
        setup.men = setup.men.map(|men| men & !square);
        setup.kings = setup.kings.map(|kings| kings & !square);
        let runs = &mut setup.counters.king_runs;
        *runs = runs.map(|run| if square.has(run.square()) { KingRun::default() } else { run });
        DraughtsPosition::new(self.variant, &setup).ok()
    }

    fn palette(&self) -> Vec<PicturePiece> {
        let colours = Side::BOTH.map(|side| self.colour(side));
        colours.into_iter().flat_map(|colour| [false, true].map(|king| piece(colour, king, self.rules()))).collect()
    }

    fn with_pieces(&self, pieces: &[(String, PicturePiece)], mover: Side) -> Result<Self, PositionError> {
        let mut setup = DraughtsSetup::empty(self.colour(mover));
        for (cell, drawn) in pieces {
            let bit = self.variant.squares().read(cell).flatten().ok_or_else(|| wrong_cell(cell))?;
            *setup.set_mut(self.colour(drawn.side), drawn.kind == PieceKind::CrownedMan) |= Bitset::of(bit);
        }
        DraughtsPosition::new(self.variant, &setup).map_err(PositionError)
    }
}

fn drawn_rows(setup: &DraughtsSetup, squares: Squares, rules: &DraughtsRules) -> Vec<Vec<Option<PictureCell>>> {
    let size = usize::from(squares.size.rows());
    let mut rows = vec![vec![None; size]; size];
    for bit in squares.bits() {
        let [row, column] = [squares.size.row(bit), squares.column(bit)].map(usize::from);
        let name = squares.name(bit, rules.notation.squares);
        let piece = setup.piece_on(bit).map(|(colour, king)| piece(colour, king, rules));
        rows[row][column] = Some(PictureCell { name, dark: true, piece });
    }
    rows
}

fn piece(colour: Colour, king: bool, rules: &DraughtsRules) -> PicturePiece {
    PicturePiece {
        side: rules.side_of(colour),
        kind: if king { PieceKind::CrownedMan } else { PieceKind::Man },
        is_white: colour == Colour::White,
        letter: piece_letter(colour, king),
    }
}

#[cfg(test)]
mod tests {
    use super::super::English;
    use super::*;
    use crate::notation::Notation;

    #[test]
    fn without_removes_one_piece() {
        let position = DraughtsPosition::parse(English, "B:W18,K24:B1,K2").unwrap();
        let without = |cell| position.without(cell).map(|position| position.show());
        assert_eq!(without("24").as_deref(), Some("B:W18:B1,K2"));
        assert_eq!(without("1").as_deref(), Some("B:W18,K24:BK2"));
        for wrong in ["3", "0", "33", "256", "x"] {
            assert_eq!(without(wrong), None, "{wrong}");
        }
    }

    #[test]
    fn square_one_is_in_the_second_column_of_the_top_row() {
        let rows = DraughtsPosition::parse(English, "B:W18,K24:B1,K2").unwrap().rows();
        assert_eq!(rows[0][0], None);
        let cells = [&rows[0][1], &rows[0][3], &rows[4][3], &rows[5][6]];
        let drawn = cells.map(|cell| {
            let cell = cell.clone().unwrap();
            (cell.name, cell.piece.map(|piece| piece.letter))
        });
        let expected = [("1", 'b'), ("2", 'B'), ("18", 'w'), ("24", 'W')];
        assert_eq!(drawn, expected.map(|(name, piece)| (name.to_owned(), Some(piece))));
    }
}
