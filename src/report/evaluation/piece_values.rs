//! A board with the value of every piece.

use crate::eval::Evaluator;
use crate::game::Side;
use crate::picture::{Picture, PictureCell};
use std::cmp::Ordering;

/// A cell and the value of its piece for the owner; `None` where the position without the piece is not legal.
pub type ValuedCell = (PictureCell, Option<i32>);

/// The value of every piece of `position`, in rows: the evaluation for the side of the piece minus that without the piece.
pub fn piece_values<G: Picture>(
    evaluator: &mut impl Evaluator<G>,
    position: &G,
) -> Vec<Vec<Option<ValuedCell>>> {
    let mut score = |position: &G, side: Side| {
        evaluator.reset(position);
        let score = evaluator.score(position);
        if side == position.side_to_move() {
            score
        } else {
            -score
        }
    };
    let mut valued = |cell: PictureCell| {
        let worth = cell.piece.and_then(|piece| {
            let without = position.without(&cell.name)?;
            Some(score(position, piece.side) - score(&without, piece.side))
        });
        (cell, worth)
    };
    let rows = position.rows().into_iter();
    rows.map(|row| row.into_iter().map(|cell| cell.map(&mut valued)).collect())
        .collect()
}

/// The board with the values of its pieces.
pub struct PieceValueBoard {
    rows: Vec<Vec<Option<ValuedCell>>>,
}

/// Width of a cell in characters.
const WIDTH: usize = 8;

/// Smaller differences from the mean, in hundredths, are not coloured.
const NOTABLE: i32 = 10;

impl PieceValueBoard {
    /// A board with these rows.
    pub fn new(rows: Vec<Vec<Option<ValuedCell>>>) -> PieceValueBoard {
        PieceValueBoard { rows }
    }

    /// All cells on which a piece can stand, in reading order.
    pub fn cells(&self) -> impl Iterator<Item = &ValuedCell> {
        self.rows.iter().flatten().flatten()
    }

    /// The board as plain text with lines between the cells.
    pub fn plain(&self) -> String {
        let mut text = String::new();
        let mut rule = String::new();
        for row in &self.rows {
            let dashes = "-".repeat(WIDTH) + "+";
            rule = format!("+{}\n", dashes.repeat(row.len()));
            let line = |write: Write| {
                let cell = |cell: &Option<ValuedCell>| match cell {
                    Some(valued) => format!("|{}", write(valued)),
                    None => format!("|{:WIDTH$}", ""),
                };
                row.iter().map(cell).collect::<String>() + "|\n"
            };
            text += &rule;
            text += &line(head);
            text += &line(foot);
        }
        text + &rule
    }

    /// The board in terminal colours (ECMA-48).
    pub fn coloured(&self) -> String {
        const OFF: &str = "\x1b[0m";
        let lines: [(Ink, Write); 2] = [(ink_of_head, head), (ink_of_foot, foot)];
        let mut text = String::new();
        for row in &self.rows {
            for (ink, write) in lines {
                for cell in row {
                    text += &match cell {
                        Some(valued) => {
                            let ground = if valued.0.dark { 137 } else { 180 };
                            let ink = ink(self, valued);
                            format!("\x1b[48;5;{ground}m{ink}{}{OFF}", write(valued))
                        }
                        None => format!("\x1b[48;5;180m{:WIDTH$}{OFF}", ""),
                    };
                }
                text.push('\n');
            }
        }
        text
    }

    /// Compares the value of a piece with the mean of the pieces of its kind on the board.
    fn compare(&self, (cell, worth): &ValuedCell) -> Ordering {
        let (Some(piece), Some(worth)) = (cell.piece, *worth) else {
            return Ordering::Equal;
        };
        let like =
            |(cell, _): &&ValuedCell| cell.piece.is_some_and(|other| other.kind == piece.kind);
        let all: Vec<i32> = self
            .cells()
            .filter(like)
            .filter_map(|&(_, worth)| worth)
            .collect();
        let mean = all.iter().sum::<i32>() / all.len().max(1) as i32;
        match worth - mean {
            more if more >= NOTABLE => Ordering::Greater,
            less if less <= -NOTABLE => Ordering::Less,
            _ => Ordering::Equal,
        }
    }
}

type Ink = fn(&PieceValueBoard, &ValuedCell) -> &'static str;
type Write = fn(&ValuedCell) -> String;

/// The name of the cell and the piece.
fn head((cell, _): &ValuedCell) -> String {
    let piece = cell.piece.map_or(' ', |piece| piece.letter);
    format!(" {:<3} {piece}  ", cell.name)
}

/// The value of the piece in pawns or men.
fn foot((_, worth): &ValuedCell) -> String {
    let worth = worth.map_or(String::new(), |worth| {
        format!("{:.2}", f64::from(worth) / 100.0)
    });
    format!("{worth:>7} ")
}

/// Bright for the first side, black for the second side.
fn ink_of_head(_: &PieceValueBoard, (cell, _): &ValuedCell) -> &'static str {
    match cell.piece.map(|piece| piece.side) {
        Some(Side::First) => "\x1b[1;97m",
        Some(Side::Second) => "\x1b[1;30m",
        None => "\x1b[38;5;94m",
    }
}

/// Green for a piece of more than average value, red for one of less.
fn ink_of_foot(board: &PieceValueBoard, valued: &ValuedCell) -> &'static str {
    match board.compare(valued) {
        Ordering::Greater => "\x1b[38;5;22m",
        Ordering::Equal => "\x1b[38;5;236m",
        Ordering::Less => "\x1b[38;5;88m",
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::eval::Model;
    use crate::notation::Notation;
    use crate::search::Knowledge;

    fn board<K: Knowledge<Game: Picture + Notation>>(fen: &str) -> PieceValueBoard {
        let mut evaluator = K::evaluator(&K::Model::embedded().unwrap());
        PieceValueBoard::new(piece_values(&mut evaluator, &K::Game::parse(fen).unwrap()))
    }

    fn on<'a>(board: &'a PieceValueBoard, name: &str) -> &'a ValuedCell {
        board.cells().find(|(cell, _)| cell.name == name).unwrap()
    }

    #[test]
    fn a_piece_is_worth_something_to_its_owner() {
        use crate::games::chess::Chess;
        let fen = "4k3/p7/8/3n4/8/8/P6P/4K2R b - - 0 1";
        let board = board::<Chess>(fen);
        for (name, least) in [("h1", 300), ("d5", 200), ("a7", 20), ("a2", 20)] {
            let (_, worth) = on(&board, name);
            assert!(worth.unwrap() > least, "{name}: {worth:?}");
        }
        assert_eq!(on(&board, "e1").1, None);
        assert_eq!(
            board.cells().filter(|(_, worth)| worth.is_some()).count(),
            5
        );
        let (plain, coloured) = (board.plain(), board.coloured());
        assert!(
            plain.contains(" d5  n  ") && !plain.contains('\x1b'),
            "{plain}"
        );
        assert!(plain.lines().all(|line| line.len() == 8 * (WIDTH + 1) + 1));
        assert_eq!(coloured.lines().count(), 16);
    }

    #[test]
    fn light_squares_of_a_draughts_board_stay_empty() {
        use crate::games::draughts::{Draughts, Pongor};
        let board = board::<Draughts<Pongor>>("B:W18:B1,K2");
        assert_eq!(board.cells().count(), 32);
        assert!(on(&board, "2").1 > on(&board, "1").1);
        // A man and a king are not of one kind, and the men are alike but for their places.
        assert_eq!(board.compare(on(&board, "2")), Ordering::Equal);
        assert_eq!(board.compare(on(&board, "10")), Ordering::Equal);
    }
}
