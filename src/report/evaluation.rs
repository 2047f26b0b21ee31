//! The static evaluation of a position, term by term, as text and as JSON.

use crate::any_position::AnyPosition;
use crate::eval::pawn_unit::{pawns_text, to_hundredths};
use crate::game::{Game, Side};
use crate::games::{AnyEvaluation, GameInfo};
use crate::notation::Notation;
use crate::picture::text_board::{CellText, TextBoard, piece_colour};
use crate::picture::{Picture, PictureCell};
use crate::search::{Score, ShownScore};
use serde::{Serialize, Serializer};
use std::cmp::Ordering;
use std::collections::HashMap;

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

/// The board with the values of its pieces.
struct PieceValueBoard {
    rows: Vec<Vec<Option<PictureCell>>>,
    /// The value of each piece to its owner, in hundredths of a pawn or man, by the name of its cell. Pieces without which the
    /// position is not legal have none.
    values: HashMap<String, i32>,
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
        serializer.collect_seq(self.cells().filter_map(|cell| {
            Some(ValuedPiece { cell: &cell.name, piece: cell.piece?.letter, worth: self.value(cell) })
        }))
    }
}

/// Width of a cell in characters.
const WIDTH: usize = 8;

/// Smaller differences from the mean, in hundredths, are not coloured.
const NOTABLE: i32 = 10;

impl PieceValueBoard {
    /// The value of every piece of `position`: the evaluation for the side of the piece minus that without the piece.
    fn new(evaluation: &AnyEvaluation, position: &AnyPosition) -> PieceValueBoard {
        let score = |position: &AnyPosition, side: Side| {
            let score = to_hundredths(evaluation.evaluate(position), evaluation.pawn_value);
            if side == position.side_to_move() { score } else { -score }
        };
        let value = |cell: &PictureCell| {
            let (side, without) = (cell.piece?.side, position.without(&cell.name)?);
            Some((cell.name.clone(), score(position, side) - score(&without, side)))
        };
        let rows = position.rows();
        PieceValueBoard { values: rows.iter().flatten().flatten().filter_map(value).collect(), rows }
    }

    /// All cells on which a piece can stand, in reading order.
    fn cells(&self) -> impl Iterator<Item = &PictureCell> {
        self.rows.iter().flatten().flatten()
    }

    fn value(&self, cell: &PictureCell) -> Option<i32> {
        self.values.get(&cell.name).copied()
    }

    /// The board as text: in terminal colours, or with lines between the cells.
    fn text(&self, coloured: bool) -> String {
        let lines = |cell: &PictureCell, _| vec![name_and_piece(cell), self.value_text(cell)];
        TextBoard { coloured, frame: !coloured, ..TextBoard::new(&self.rows, WIDTH, &lines) }.draw()
    }

    /// The value of the piece in pawns or men: green for a piece of more than average value, red for one of less.
    fn value_text(&self, cell: &PictureCell) -> CellText {
        let value = self.value(cell).map(|value| format!("{:.2}", f64::from(value) / 100.0)).unwrap_or_default();
        let colour = match self.compare(cell) {
            Ordering::Greater => "38;5;22",
            Ordering::Equal => "38;5;236",
            Ordering::Less => "38;5;88",
        };
        CellText { text: format!("{value:>7} "), colour, square: None }
    }

    /// Compares the value of a piece with the mean of the pieces of its kind on the board.
    fn compare(&self, cell: &PictureCell) -> Ordering {
        let (Some(piece), Some(value)) = (cell.piece, self.value(cell)) else { return Ordering::Equal };
        let is_alike = |other: &&PictureCell| other.piece.is_some_and(|it| it.kind == piece.kind);
        let values: Vec<i32> = self.cells().filter(is_alike).filter_map(|other| self.value(other)).collect();
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::find_game;

    /// A man and a king are not of one kind, and the men are alike but for their places.
    #[test]
    fn a_piece_is_compared_with_those_of_its_kind() {
        let game = find_game("pongor").unwrap();
        let position = game.start().parse_position("B:W18:B1,K2").unwrap();
        let board = PieceValueBoard::new(&game.evaluation(&position, None).unwrap(), &position);
        let on = |name: &str| board.cells().find(|it| it.name == name).unwrap();
        assert!(board.value(on("2")) > board.value(on("1")));
        assert_eq!(["2", "10"].map(|name| board.compare(on(name))), [Ordering::Equal; 2]);
        let coloured = board.text(true);
        assert!(coloured.lines().count() == 16 && coloured.contains("\x1b[48;5;137;38;5;236m"), "{coloured}");
    }
}
