//! The static evaluation of a position, term by term, as text and as JSON.

use crate::any_position::AnyPosition;
use crate::eval::pawn_unit::{pawns_text, to_hundredths};
use crate::game::{Game, Side};
use crate::games::{AnyEvaluation, GameInfo};
use crate::notation::Notation;
use crate::picture::diagram::CellPlace;
use crate::picture::text_board::{CellText, TextBoard, piece_colour};
use crate::picture::{Picture, PictureCell};
use crate::search::{Score, ShownScore};
use serde::{Serialize, Serializer};
use std::cmp::Ordering;

/// The version of the JSON object.
const VERSION: u32 = 2;

/// The static evaluation of a position; its JSON object has the fields that are not skipped.
#[derive(Serialize)]
pub struct EvaluationReport {
    version: u32,
    /// The name of the game.
    game: &'static str,
    /// What the game is.
    #[serde(skip)]
    about: &'static str,
    /// The position as text.
    position: String,
    /// The name of the side to move.
    #[serde(skip)]
    side: &'static str,
    /// The evaluation for the side to move, in hundredths of a pawn or man; in a game with payoffs a payoff.
    value: i32,
    /// The same as it is shown to people.
    #[serde(skip)]
    shown: ShownScore,
    /// Whether the search may use the evaluation of such a position.
    quiet: bool,
    /// The terms that add up to the value; empty for a network.
    terms: Vec<TermValues>,
    /// The value of every piece.
    #[serde(rename = "pieces")]
    board: PieceValueBoard,
}

/// The values of a term for both sides.
#[derive(Serialize)]
struct TermValues {
    name: &'static str,
    white: i32,
    black: i32,
}

impl EvaluationReport {
    /// The evaluation of a position.
    pub fn new(game: &'static GameInfo, position: &AnyPosition, evaluation: &AnyEvaluation) -> EvaluationReport {
        let [white, black] = [game.white, !game.white].map(Side::index);
        let terms = evaluation.terms(position).into_iter();
        let value = evaluation.evaluate(position);
        EvaluationReport {
            version: VERSION,
            game: game.name,
            about: game.about,
            position: position.show(),
            side: position.side_name(position.side_to_move()),
            value: to_hundredths(value, evaluation.pawn_value),
            shown: ShownScore::of(position, Score::estimate(value), evaluation.pawn_value),
            quiet: evaluation.is_quiet(position),
            terms: terms
                .map(|term| TermValues { name: term.name, white: term.values[white], black: term.values[black] })
                .collect(),
            board: PieceValueBoard::new(evaluation, position),
        }
    }

    /// The text for people.
    pub fn text(&self, coloured: bool) -> String {
        let mut text = format!("{}: {}\n\n", self.about, self.position);
        if !self.terms.is_empty() {
            text += &self.table();
            text.push('\n');
        }
        text += &self.board.text(coloured);
        text += &format!("\nvalue for the side to move: {} ({})\n", self.shown, self.side);
        if !self.quiet {
            text += "The position is not quiet: the search looks further, and does not use the value.\n";
        }
        text
    }

    /// The terms that are not zero, and their sums.
    fn table(&self) -> String {
        let row = |name: &str, white: i32, black: i32| {
            let [white, black, balance] = [white, black, white - black].map(pawns_text);
            format!("{name:<26} {white:>8} {black:>8} {balance:>9}\n")
        };
        let mut text = format!("{:<26} {:>8} {:>8} {:>9}\n", "term", "White", "Black", "balance");
        for &TermValues { name, white, black } in &self.terms {
            if (white, black) != (0, 0) {
                text += &row(name, white, black);
            }
        }
        let sum = |of: fn(&TermValues) -> i32| self.terms.iter().map(of).sum();
        text + &row("sum", sum(|term| term.white), sum(|term| term.black))
    }
}

/// A cell and the value of its piece.
pub struct ValuedCell {
    /// The cell.
    pub cell: PictureCell,
    /// The value for the owner in hundredths of a pawn or man; `None` where the position without the piece is not legal.
    pub value: Option<i32>,
}

/// The board with the values of its pieces.
pub struct PieceValueBoard {
    rows: Vec<Vec<Option<ValuedCell>>>,
}

/// A piece as it is written.
#[derive(Serialize)]
struct ValuedPiece<'a> {
    cell: &'a str,
    piece: char,
    worth: Option<i32>,
}

/// The pieces, in reading order.
impl Serialize for PieceValueBoard {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(self.cells().filter_map(|ValuedCell { cell, value }| {
            Some(ValuedPiece { cell: &cell.name, piece: cell.piece?.letter, worth: *value })
        }))
    }
}

/// Width of a cell in characters.
const WIDTH: usize = 8;

/// Smaller differences from the mean, in hundredths, are not coloured.
const NOTABLE: i32 = 10;

impl PieceValueBoard {
    /// The value of every piece of `position`: the evaluation for the side of the piece minus that without the piece.
    pub fn new(evaluation: &AnyEvaluation, position: &AnyPosition) -> PieceValueBoard {
        let score = |position: &AnyPosition, side: Side| {
            let score = to_hundredths(evaluation.evaluate(position), evaluation.pawn_value);
            if side == position.side_to_move() { score } else { -score }
        };
        let valued = |cell: PictureCell| {
            let value = cell.piece.and_then(|piece| {
                Some(score(position, piece.side) - score(&position.without(&cell.name)?, piece.side))
            });
            ValuedCell { cell, value }
        };
        let row = |row: Vec<Option<PictureCell>>| row.into_iter().map(|cell| cell.map(valued)).collect();
        PieceValueBoard { rows: position.rows().into_iter().map(row).collect() }
    }

    /// All cells on which a piece can stand, in reading order.
    pub fn cells(&self) -> impl Iterator<Item = &ValuedCell> {
        self.rows.iter().flatten().flatten()
    }

    /// The board as text: in terminal colours, or with lines between the cells.
    pub fn text(&self, coloured: bool) -> String {
        let lines = |_: &PictureCell, (row, column): CellPlace| {
            let valued = self.rows[row][column].as_ref();
            let both = |valued| {
                let value = CellText { text: value_text(valued), colour: self.value_colour(valued), square: None };
                vec![name_and_piece(&valued.cell), value]
            };
            valued.map(both).unwrap_or_default()
        };
        let row = |row: &Vec<Option<ValuedCell>>| row.iter().map(|it| it.as_ref().map(|it| it.cell.clone())).collect();
        let rows: Vec<Vec<Option<PictureCell>>> = self.rows.iter().map(row).collect();
        let board = TextBoard { coloured, frame: !coloured, ..TextBoard::new(&rows, WIDTH, &lines) };
        board.draw()
    }

    /// Green for a piece of more than average value, red for one of less.
    fn value_colour(&self, valued: &ValuedCell) -> &'static str {
        match self.compare(valued) {
            Ordering::Greater => "38;5;22",
            Ordering::Equal => "38;5;236",
            Ordering::Less => "38;5;88",
        }
    }

    /// Compares the value of a piece with the mean of the pieces of its kind on the board.
    fn compare(&self, valued: &ValuedCell) -> Ordering {
        let (Some(piece), Some(value)) = (valued.cell.piece, valued.value) else { return Ordering::Equal };
        let is_alike = |other: &&ValuedCell| other.cell.piece.is_some_and(|it| it.kind == piece.kind);
        let values: Vec<i32> = self.cells().filter(is_alike).filter_map(|other| other.value).collect();
        let mean = values.iter().sum::<i32>() / values.len().max(1) as i32;
        match value - mean {
            more if more >= NOTABLE => Ordering::Greater,
            less if less <= -NOTABLE => Ordering::Less,
            _ => Ordering::Equal,
        }
    }
}

/// The name of the cell and the piece.
fn name_and_piece(cell: &PictureCell) -> CellText {
    let piece = cell.piece.map_or(' ', |piece| piece.letter);
    CellText { text: format!(" {:<3} {piece}  ", cell.name), colour: piece_colour(cell), square: None }
}

/// The value of the piece in pawns or men.
fn value_text(valued: &ValuedCell) -> String {
    let value = valued.value.map(|value| f64::from(value) / 100.0);
    let text = value.map_or(String::new(), |value| format!("{value:.2}"));
    format!("{text:>7} ")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::find_game;

    fn board(game: &str, fen: &str) -> PieceValueBoard {
        let game = find_game(game).unwrap();
        let position = game.start().parse_position(fen).unwrap();
        PieceValueBoard::new(&game.evaluation(&position, None).unwrap(), &position)
    }

    fn on<'a>(board: &'a PieceValueBoard, name: &str) -> &'a ValuedCell {
        board.cells().find(|it| it.cell.name == name).unwrap()
    }

    #[test]
    fn a_piece_is_worth_something_to_its_owner() {
        let board = board("chess", "4k3/p7/8/3n4/8/8/P6P/4K2R b - - 0 1");
        for (name, least) in [("h1", 300), ("d5", 200), ("a7", 20), ("a2", 20)] {
            let value = on(&board, name).value;
            assert!(value.unwrap() > least, "{name}: {value:?}");
        }
        assert_eq!(on(&board, "e1").value, None);
        assert_eq!(board.cells().filter(|it| it.value.is_some()).count(), 5);
        let (plain, coloured) = (board.text(false), board.text(true));
        assert!(plain.contains(" d5  n  ") && !plain.contains('\x1b'), "{plain}");
        assert!(plain.lines().all(|line| line.len() == 8 * (WIDTH + 1) + 1));
        assert_eq!(coloured.lines().count(), 16);
    }

    #[test]
    fn light_squares_of_a_draughts_board_stay_empty() {
        let board = board("pongor", "B:W18:B1,K2");
        assert_eq!(board.cells().count(), 32);
        assert!(on(&board, "2").value > on(&board, "1").value);
        // A man and a king are not of one kind, and the men are alike but for their places.
        assert_eq!(board.compare(on(&board, "2")), Ordering::Equal);
        assert_eq!(board.compare(on(&board, "10")), Ordering::Equal);
    }
}
