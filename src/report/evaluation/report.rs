//! The static evaluation of a position as text and as JSON.

use super::piece_values::PieceValueBoard;
use crate::any_position::AnyPosition;
use crate::eval::Term;
use crate::eval::pawn_unit::{pawns_text, to_hundredths};
use crate::game::{Game, Side};
use crate::games::{AnyEvaluation, GameInfo};
use crate::notation::Notation;
use serde::Serialize;

/// The version of the JSON object.
const VERSION: u32 = 2;

/// The static evaluation of a position.
pub struct EvaluationReport {
    /// The game.
    pub game: &'static GameInfo,
    /// The position as text.
    pub position: String,
    /// The side to move.
    pub side: Side,
    /// The evaluation for the side to move, in hundredths of a pawn or man.
    pub value: i32,
    /// Whether the search may use the evaluation of such a position.
    pub quiet: bool,
    /// The terms that add up to the value; empty for a network.
    pub terms: Vec<Term>,
    /// The value of every piece.
    pub board: PieceValueBoard,
}

#[derive(Serialize)]
struct JsonEvaluation<'a> {
    version: u32,
    game: &'a str,
    position: &'a str,
    value: i32,
    quiet: bool,
    terms: Vec<JsonTerm<'a>>,
    pieces: Vec<JsonPiece<'a>>,
}

#[derive(Serialize)]
struct JsonTerm<'a> {
    name: &'a str,
    white: i32,
    black: i32,
}

#[derive(Serialize)]
struct JsonPiece<'a> {
    cell: &'a str,
    piece: char,
    worth: Option<i32>,
}

impl EvaluationReport {
    /// The evaluation of a position.
    pub fn new(game: &'static GameInfo, position: &AnyPosition, evaluation: &AnyEvaluation) -> EvaluationReport {
        EvaluationReport {
            game,
            position: position.show(),
            side: position.side_to_move(),
            value: to_hundredths(evaluation.evaluate(position), evaluation.pawn_value),
            quiet: evaluation.is_quiet(position),
            terms: evaluation.terms(position),
            board: PieceValueBoard::new(evaluation, position),
        }
    }

    /// One JSON object in one line.
    pub fn json(&self) -> serde_json::Result<String> {
        let pieces = self.board.cells().filter_map(|valued| {
            Some(JsonPiece { cell: &valued.cell.name, piece: valued.cell.piece?.letter, worth: valued.value })
        });
        serde_json::to_string(&JsonEvaluation {
            version: VERSION,
            game: self.game.name,
            position: &self.position,
            value: self.value,
            quiet: self.quiet,
            terms: self.terms.iter().map(|term| self.row(term)).collect(),
            pieces: pieces.collect(),
        })
    }

    fn row(&self, term: &Term) -> JsonTerm<'static> {
        let white = self.game.white;
        JsonTerm { name: term.name, white: term.values[white.index()], black: term.values[(!white).index()] }
    }

    /// The text for people.
    pub fn text(&self, coloured: bool) -> String {
        let mut text = format!("{}: {}\n\n", self.game.about, self.position);
        if !self.terms.is_empty() {
            text += &self.table();
            text.push('\n');
        }
        text += &self.board.text(coloured);
        let colour = if self.side == self.game.white { "White" } else { "Black" };
        let value = pawns_text(self.value);
        text += &format!("\nvalue for the side to move: {value} ({colour})\n");
        if !self.quiet {
            text += "The position is not quiet: the search looks further, and does not use the value.\n";
        }
        text
    }

    /// The terms that are not zero, and their sums.
    fn table(&self) -> String {
        let row = |name: &str, white: i32, black: i32| {
            let columns = [white, black, white - black].map(pawns_text);
            let [white, black, balance] = columns;
            format!("{name:<26} {white:>8} {black:>8} {balance:>9}\n")
        };
        let rows: Vec<JsonTerm> = self.terms.iter().map(|term| self.row(term)).collect();
        let mut text = format!("{:<26} {:>8} {:>8} {:>9}\n", "term", "White", "Black", "balance");
        for JsonTerm { name, white, black } in &rows {
            if (*white, *black) != (0, 0) {
                text += &row(name, *white, *black);
            }
        }
        let sum = |of: fn(&JsonTerm) -> i32| rows.iter().map(of).sum();
        text + &row("sum", sum(|row| row.white), sum(|row| row.black))
    }
}
