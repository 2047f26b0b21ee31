//! Heaps as rows of counters, Northcott's game as a board with men, Wythoff's game as a queen on a board.

use super::factor::factors;
use super::moves::HeapMove;
use super::position::{HeapForm, HeapPosition};
use crate::game::{Game, Side};
use crate::picture::{BoardLayout, HeapLabel, Picture, PictureCell, PicturePiece, PieceKind};

/// The greatest number of rows and columns that are drawn: a file is a letter.
const MAX_DRAWN: u64 = 26;

/// Every heap is a row with its number. Of large heaps, and of many, only the first counters and heaps are drawn.
impl Picture for HeapPosition {
    fn has_fixed_board(&self) -> bool {
        false
    }

    fn rows(&self) -> Vec<Vec<Option<PictureCell>>> {
        match (self.rules.facts().form, &self.heaps[..]) {
            (HeapForm::Board, _) => self.board(),
            (HeapForm::Number, _) => {
                let exponents = factors(self.total()).into_iter().map(|(_, exponent)| exponent.into());
                rows_of_counters(&Vec::from_iter(exponents))
            }
            (_, &[file, rank]) if self.draws_queen() => queen(file, rank),
            _ => rows_of_counters(&self.heaps),
        }
    }

    fn layout(&self) -> BoardLayout {
        let label = |name: u64, size: u64| HeapLabel { name: name.to_string(), size };
        match self.rules.facts().form {
            HeapForm::Board => BoardLayout::Squares,
            HeapForm::Number => {
                let labels = factors(self.total()).into_iter().map(|(prime, exponent)| label(prime, exponent.into()));
                BoardLayout::Heaps(labels.collect())
            }
            _ if self.draws_queen() => BoardLayout::Squares,
            _ => BoardLayout::Heaps((1..).zip(&self.heaps).map(|(number, &size)| label(number, size)).collect()),
        }
    }

    fn side_name(&self, side: Side) -> &'static str {
        ["Player 1", "Player 2"][side.index()]
    }

    /// A man or the queen, and where it goes. Of a heap that becomes smaller, the first of the counters that are taken: those to
    /// the right of it go with it.
    fn move_cells(&self, mv: HeapMove) -> Vec<String> {
        if let (HeapMove::Step { column, to }, HeapForm::Board) = (mv, self.rules.facts().form) {
            let man = 2 * column as usize + self.side_to_move().index();
            let Some(&from) = self.heaps.get(man) else { return Vec::new() };
            return vec![board_name(column.into(), from), board_name(column.into(), to)];
        }
        let HeapMove::Change(changes) = mv else { return Vec::new() };
        if let (&[file, rank], true) = (&self.heaps[..], self.draws_queen()) {
            let mut to = [file, rank];
            changes.iter().for_each(|(heap, size)| to[heap] = size);
            return vec![name(file, rank), name(to[0], to[1])];
        }
        let is_row = |heap: usize| self.rules.facts().form != HeapForm::Number && heap < MAX_DRAWN as usize;
        match mv.single_change() {
            Some((heap, size)) if is_row(heap) && self.heaps[heap] <= MAX_DRAWN && size < self.heaps[heap] => {
                vec![name(size, heap as u64 + 1)]
            }
            _ => Vec::new(),
        }
    }

    /// A heap without one of its counters would be drawn on a smaller board.
    fn without(&self, _: &str) -> Option<HeapPosition> {
        None
    }
}

const COUNTER: PicturePiece = PicturePiece { side: Side::First, kind: PieceKind::Counter, is_white: true, letter: 'o' };
const QUEEN: PicturePiece = PicturePiece { side: Side::First, kind: PieceKind::Queen, is_white: true, letter: 'Q' };

/// A man of Northcott's game.
fn man(side: Side) -> PicturePiece {
    PicturePiece { side, kind: PieceKind::Man, is_white: side == Side::First, letter: ['1', '2'][side.index()] }
}

fn cell(file: u64, rank: u64, piece: Option<PicturePiece>) -> Option<PictureCell> {
    Some(PictureCell { name: name(file, rank), dark: (file + rank) % 2 == 1, piece })
}

/// The name of a cell. Files of what is not drawn have none.
fn name(file: u64, rank: u64) -> String {
    let letter = char::from(b'a' + (file % MAX_DRAWN) as u8);
    format!("{letter}{rank}")
}

/// The name of a cell of Northcott's board: its column and its row, as moves have them.
fn board_name(column: u64, row: u64) -> String {
    format!("{}:{row}", column + 1)
}

fn rows_of_counters(heaps: &[u64]) -> Vec<Vec<Option<PictureCell>>> {
    let widest = heaps.iter().copied().max().unwrap_or(0).clamp(1, MAX_DRAWN);
    let heaps = if heaps.is_empty() { &[0] } else { heaps };
    let row = |(number, &size): (u64, &u64)| {
        (0..widest).map(|file| cell(file, number, (file < size).then_some(COUNTER))).collect()
    };
    (1..=MAX_DRAWN).zip(heaps).map(row).collect()
}

fn queen(file: u64, rank: u64) -> Vec<Vec<Option<PictureCell>>> {
    let row = |row: u64| {
        let place = |column| (column == file && row == rank).then_some(QUEEN);
        let side = file.max(rank).max(1);
        (0..=side).map(|column| cell(column, row, place(column))).collect()
    };
    (0..=file.max(rank).max(1)).rev().map(row).collect()
}

impl HeapPosition {
    /// Whether two heaps are drawn as a queen, which walks to a corner.
    fn draws_queen(&self) -> bool {
        self.rules.facts().name == "wythoff" && self.heaps.iter().all(|&size| size < MAX_DRAWN)
    }

    fn board(&self) -> Vec<Vec<Option<PictureCell>>> {
        let columns = self.heaps.chunks(2).take(MAX_DRAWN as usize);
        let row = |row: u64| {
            let place = |men: &[u64]| Side::BOTH.into_iter().find(|side| men.get(side.index()) == Some(&row)).map(man);
            let cell = |(column, men): (u64, &[u64])| {
                Some(PictureCell { name: board_name(column, row), ..cell(column, row, place(men))? })
            };
            (0..).zip(columns.clone()).map(cell).collect()
        };
        (1..=self.parameters.rows).map(row).collect()
    }
}
