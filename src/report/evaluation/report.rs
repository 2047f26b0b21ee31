//! What is said of an evaluation: a table and a board for people, an object for scripts.

use super::board::Board;
use crate::eval::Term;
use crate::player::GameInfo;
use serde::Serialize;

/// The version of the object.
const VERSION: u32 = 1;

/// All that is known of the value of a position.
pub struct Report {
    /// The game.
    pub game: &'static GameInfo,
    /// The position as text.
    pub position: String,
    /// The value for the side to move, in hundredths.
    pub value: i32,
    /// Whether the search may stop in such a position.
    pub quiet: bool,
    /// The parts that add up to the value; none if the evaluator does not know any.
    pub terms: Vec<Term>,
    /// What every piece is worth.
    pub board: Board,
}

#[derive(Serialize)]
struct Object<'a> {
    version: u32,
    game: &'a str,
    position: &'a str,
    value: i32,
    quiet: bool,
    terms: Vec<Row<'a>>,
    pieces: Vec<Piece<'a>>,
}

#[derive(Serialize)]
struct Row<'a> {
    name: &'a str,
    white: i32,
    black: i32,
}

#[derive(Serialize)]
struct Piece<'a> {
    cell: &'a str,
    piece: char,
    worth: Option<i32>,
}

impl Report {
    /// One object in one line.
    pub fn json(&self) -> serde_json::Result<String> {
        let pieces = self.board.cells().filter_map(|(cell, worth)| {
            Some(Piece {
                cell: &cell.name,
                piece: cell.piece?.letter,
                worth: *worth,
            })
        });
        serde_json::to_string(&Object {
            version: VERSION,
            game: self.game.name,
            position: &self.position,
            value: self.value,
            quiet: self.quiet,
            terms: self.terms.iter().map(|term| self.row(term)).collect(),
            pieces: pieces.collect(),
        })
    }

    fn row(&self, term: &Term) -> Row<'static> {
        let white = self.game.white;
        Row {
            name: term.name,
            white: term.worth[white.index()],
            black: term.worth[(!white).index()],
        }
    }

    /// For people.
    pub fn text(&self, coloured: bool) -> String {
        let mut text = format!("{}: {}\n\n", self.game.about, self.position);
        if !self.terms.is_empty() {
            text += &self.table();
            text.push('\n');
        }
        text += &match coloured {
            true => self.board.coloured(),
            false => self.board.plain(),
        };
        text += &format!("\nvalue for the side to move: {}\n", signed(self.value));
        if !self.quiet {
            text += "The position is not quiet: the search looks further, and does not use the value.\n";
        }
        text
    }

    /// The terms that there are in the position, and their sums.
    fn table(&self) -> String {
        let row = |name: &str, white: i32, black: i32| {
            let columns = [white, black, white - black].map(signed);
            let [white, black, balance] = columns;
            format!("{name:<26} {white:>8} {black:>8} {balance:>9}\n")
        };
        let rows: Vec<Row> = self.terms.iter().map(|term| self.row(term)).collect();
        let mut text = format!(
            "{:<26} {:>8} {:>8} {:>9}\n",
            "term", "White", "Black", "balance"
        );
        for Row { name, white, black } in &rows {
            if (*white, *black) != (0, 0) {
                text += &row(name, *white, *black);
            }
        }
        let sum = |of: fn(&Row) -> i32| rows.iter().map(of).sum();
        text + &row("sum", sum(|row| row.white), sum(|row| row.black))
    }
}

/// Hundredths as pawns or men, with a sign.
fn signed(value: i32) -> String {
    format!("{:+.2}", f64::from(value) / 100.0)
}
