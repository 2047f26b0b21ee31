//! Heaps as rows of counters, Northcott's game as a board with men, Wythoff's game as a queen on a board.

use super::factor::factors;
use super::position::{HeapForm, HeapPosition};
use crate::game::Side;
use crate::picture::{Picture, PictureCell, PicturePiece};

/// The greatest number of rows and columns that are drawn: a file is a letter.
const MAX_DRAWN: u64 = 26;

/// Every heap is a row with its number. Of large heaps, and of many, only the first counters and heaps are drawn.
impl Picture for HeapPosition {
    const FIXED_BOARD: bool = false;

    fn rows(&self) -> Vec<Vec<Option<PictureCell>>> {
        match (self.rules.form(), &self.heaps[..]) {
            (HeapForm::Board, _) => self.board(),
            (HeapForm::Number, _) => {
                let exponents = factors(self.total())
                    .into_iter()
                    .map(|(_, exponent)| exponent.into());
                rows_of_counters(&Vec::from_iter(exponents))
            }
            (_, &[file, rank]) if self.walks_queen() && file.max(rank) < MAX_DRAWN => {
                queen(file, rank)
            }
            _ => rows_of_counters(&self.heaps),
        }
    }

    /// A heap without one of its counters would be drawn on a smaller board.
    fn without(&self, _: &str) -> Option<HeapPosition> {
        None
    }
}

const COUNTER: PicturePiece = PicturePiece {
    side: Side::First,
    kind: 0,
    letter: 'o',
};
const QUEEN: PicturePiece = PicturePiece {
    side: Side::First,
    kind: 2,
    letter: 'Q',
};

/// A man of Northcott's game.
fn man(side: Side) -> PicturePiece {
    PicturePiece {
        side,
        kind: 1,
        letter: ['1', '2'][side.index()],
    }
}

fn cell(file: u64, rank: u64, piece: Option<PicturePiece>) -> Option<PictureCell> {
    let letter = char::from(b'a' + file as u8);
    Some(PictureCell {
        name: format!("{letter}{rank}"),
        dark: (file + rank) % 2 == 1,
        piece,
    })
}

fn rows_of_counters(heaps: &[u64]) -> Vec<Vec<Option<PictureCell>>> {
    let widest = heaps.iter().copied().max().unwrap_or(0).clamp(1, MAX_DRAWN);
    let heaps = if heaps.is_empty() { &[0] } else { heaps };
    let row = |(number, &size): (u64, &u64)| {
        let counter = |file| cell(file, number, (file < size).then_some(COUNTER));
        (0..widest).map(counter).collect()
    };
    (1..=MAX_DRAWN).zip(heaps).map(row).collect()
}

fn queen(file: u64, rank: u64) -> Vec<Vec<Option<PictureCell>>> {
    let row = |row: u64| {
        let place = |column| (column == file && row == rank).then_some(QUEEN);
        let side = file.max(rank).max(1);
        (0..=side)
            .map(|column| cell(column, row, place(column)))
            .collect()
    };
    (0..=file.max(rank).max(1)).rev().map(row).collect()
}

impl HeapPosition {
    fn walks_queen(&self) -> bool {
        self.rules.name() == "wythoff"
    }

    fn board(&self) -> Vec<Vec<Option<PictureCell>>> {
        let columns = self.heaps.chunks(2).take(MAX_DRAWN as usize);
        let row = |row: u64| {
            let place = |men: &[u64]| {
                let mut sides = Side::BOTH.into_iter();
                sides
                    .find(|side| men.get(side.index()) == Some(&row))
                    .map(man)
            };
            let cells = (0..).zip(columns.clone());
            cells
                .map(|(file, men)| cell(file, row, place(men)))
                .collect()
        };
        (1..=self.parameters.rows).map(row).collect()
    }
}
