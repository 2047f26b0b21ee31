//! What the script of the page of a game reads: positions, moves, better lines and exercises.

use super::boards::{PageBoards, PagePosition, PageWriter};
use super::exercise_data::PageExercise;
use crate::any_position::{AnyMove, AnyPosition};
use crate::game::{GameLine, Side};
use crate::notation::record::GameRecord;
use crate::picture::diagram::Diagram;
use crate::picture::svg_parts::{BoardParts, arrow_over};
use crate::picture::{BoardView, Picture};
use crate::report::exercise::Exercise;
use crate::report::game_review::GameReview;
use crate::report::mark::Mark;
use serde::Serialize;

/// The data of a page.
#[derive(Serialize)]
pub struct GamePageData {
    /// The boards and pieces of all positions.
    #[serde(flatten)]
    pub boards: PageBoards,
    /// White's expected points at the start.
    pub start: Option<f64>,
    /// The evaluation of the start as in [`PageMove::eval`].
    #[serde(skip_serializing_if = "Option::is_none")]
    pub eval: Option<String>,
    /// What further engines think.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub others: Vec<PageEngine>,
    /// The positions: that before the first move, and that after each move.
    pub positions: Vec<PagePosition>,
    /// The moves.
    pub moves: Vec<PageMove>,
    /// The mistakes as exercises.
    pub exercises: Vec<PageExercise>,
}

/// A further engine.
#[derive(Serialize)]
pub struct PageEngine {
    /// Its name.
    pub name: String,
    /// White's expected points in each position.
    pub white: Vec<Option<f64>>,
}

/// A move.
#[derive(Serialize)]
pub struct PageMove {
    /// Its number.
    pub number: usize,
    /// Whether it is the second move of this number.
    pub is_second: bool,
    /// In the notation for people.
    pub text: String,
    /// White's expected points after it.
    pub white: Option<f64>,
    /// The evaluation after it as the comment command `[%eval]` has it: for White, with the depth.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub eval: Option<String>,
    /// How bad it is.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub mark: Option<Mark>,
    /// The best move, if it is another one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub best: Option<String>,
    /// Why it is bad, with the line that shows it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub why: Option<String>,
    /// An arrow of the best move (SVG), for moves with a mark.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub arrow: String,
    /// A better line: its moves with the positions after them.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub line: Vec<(String, PagePosition)>,
}

impl GamePageData {
    /// The data of a game with its reviews, and with the exercises of its mistakes.
    pub fn new(record: &GameRecord, reviews: &[GameReview], mistakes: &[Exercise], white: Side) -> GamePageData {
        let review = &reviews[0];
        let reasons = review.reason_texts(record);
        let mut writer = PageWriter::default();
        let mut line = GameLine::new(review.line.start().clone());
        let mut positions = vec![writer.position(&line, true)];
        let mut moves = Vec::new();
        for ((ply, reviewed), &mv) in review.moves.iter().enumerate().zip(review.line.moves()) {
            let is_marked = reviewed.mark.is_some();
            let best = reviewed.better_line.first().filter(|_| is_marked);
            let arrow = best.map_or(String::new(), |&best| best_arrow(line.position(), best));
            let better_line =
                if is_marked { writer.better_line(line.clone(), &reviewed.better_line) } else { Vec::new() };
            positions.push(writer.step(&mut line, mv, true));
            let (number, is_second) = record.move_number(ply);
            moves.push(PageMove {
                number,
                is_second,
                text: reviewed.played.short.clone(),
                white: reviewed.white,
                eval: reviewed.eval.clone(),
                mark: reviewed.mark,
                best: reviewed.better.as_ref().map(|it| it.short.clone()),
                why: reasons[ply].clone(),
                arrow,
                line: better_line,
            });
        }
        let exercises = mistakes.iter().map(|mistake| writer.exercise(mistake, white)).collect();
        GamePageData {
            boards: writer.boards(),
            start: review.start,
            eval: review.start_eval.clone(),
            others: reviews[1..]
                .iter()
                .map(|other| PageEngine { name: other.engine.clone(), white: other.values().collect() })
                .collect(),
            positions,
            moves,
            exercises,
        }
    }
}

/// An arrow of a move, if it goes from a cell to another.
fn best_arrow(position: &AnyPosition, mv: AnyMove) -> String {
    let diagram = Diagram::new(&BoardView::of(position));
    let Some(grid) = BoardParts::new(&diagram).grid else { return String::new() };
    let cells = position.move_cells(mv);
    let points: Vec<_> = cells.iter().filter_map(|name| diagram.find(name)).map(|place| grid.middle(place)).collect();
    arrow_over(&points)
}
