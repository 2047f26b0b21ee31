//! The static evaluation of a position, term by term, as text and as JSON.

mod piece_values;

use crate::any_position::AnyPosition;
use crate::eval::pawn_unit::{pawns_text, to_hundredths};
use crate::game::{Game, Side};
use crate::games::{AnyEvaluation, GameInfo};
use crate::notation::Notation;
use crate::picture::Picture;
use crate::search::{Score, ShownScore};
use piece_values::PieceValueBoard;
use serde::Serialize;

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

    /// One JSON object in one line.
    pub fn json(&self) -> serde_json::Result<String> {
        serde_json::to_string(self)
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
