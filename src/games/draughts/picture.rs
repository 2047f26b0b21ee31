//! Implementation of [`Picture`] for draughts.

use super::colour::Colour;
use super::fen::letter;
use super::geometry::Geometry;
use super::moves::DraughtsMove;
use super::position::DraughtsPosition;
use super::squares;
use super::variant::DraughtsVariant;
use crate::board::Bitset;
use crate::game::{Side, Theory};
use crate::picture::{Picture, PictureCell, PicturePiece, PieceKind};

impl<V: DraughtsVariant> Theory for DraughtsPosition<V> {}

impl<V: DraughtsVariant> Picture for DraughtsPosition<V> {
    fn rows(&self) -> Vec<Vec<Option<PictureCell>>> {
        let size = usize::from(V::Board::ROWS);
        let mut rows = vec![vec![None; size]; size];
        for number in 1..=V::Board::SQUARES {
            let bit = self.variant.bit(number);
            let [row, column] = [V::Board::row(bit), V::Board::column(bit)].map(usize::from);
            let column = if self.rules().mirrored { size - 1 - column } else { column };
            rows[row][column] =
                Some(PictureCell { name: squares::name(self.variant, bit), dark: true, piece: self.drawn(bit) });
        }
        rows
    }

    fn side_name(&self, side: Side) -> &'static str {
        match self.colour(side) {
            Colour::White => "White",
            Colour::Black => "Black",
        }
    }

    /// A capture has the cells of one of its paths: the one that its notation gives.
    fn move_cells(&self, mv: DraughtsMove) -> Vec<String> {
        let path = mv.captures().then(|| self.ruled().path_of(mv)).flatten();
        let squares = path.unwrap_or_else(|| vec![mv.from, mv.to]);
        let name = |bit| squares::name(self.variant, bit);
        squares.into_iter().map(name).collect()
    }

    fn without(&self, cell: &str) -> Option<Self> {
        let square = squares::read::<V::Board>(cell, self.rules().mirrored)?;
        let square = Bitset::of(square.bit()?);
        if (self.occupied() & square).is_empty() {
            return None;
        }
        let mut setup = self.setup();
        setup.men = setup.men.map(|men| men & !square);
        setup.kings = setup.kings.map(|kings| kings & !square);
        DraughtsPosition::new(self.variant, &setup).ok()
    }
}

impl<V: DraughtsVariant> DraughtsPosition<V> {
    /// The piece on a square.
    fn drawn(&self, bit: u8) -> Option<PicturePiece> {
        let side = Side::BOTH.into_iter().find(|&side| self.pieces(side).has(bit))?;
        let king = self.kings(side).has(bit);
        let capital = letter(self.colour(side));
        Some(PicturePiece {
            side,
            kind: if king { PieceKind::CrownedMan } else { PieceKind::Man },
            is_white: self.colour(side) == Colour::White,
            letter: if king { capital } else { capital.to_ascii_lowercase() },
        })
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
