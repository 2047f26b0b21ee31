//! What the script of the page of a game reads: positions, moves, better lines, and exercises with the legal moves at each turn and
//! the replies.

use super::boards::{PageBoards, PagePosition, PageWriter, pieces_text};
use crate::any_position::{AnyMove, AnyPosition};
use crate::game::{Game, GameLine, Side};
use crate::notation::record::GameRecord;
use crate::notation::{MoveStyle, Notation};
use crate::picture::diagram::{CellPlace, Diagram};
use crate::picture::svg_parts::{BoardParts, arrow_over};
use crate::picture::{BoardView, Picture};
use crate::report::board_diagram::{shown_diagram, state_of_game};
use crate::report::exercise::Exercise;
use crate::report::game_review::GameReview;
use crate::report::mark::Mark;
use serde::Serialize;
use serde_json::{Value, json};

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
        let reasons = review.reason_texts(record, &str::to_owned);
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

/// A position to solve.
#[derive(Serialize)]
pub struct PageExercise {
    /// The number of moves before it.
    ply: usize,
    position: PagePosition,
    /// The side that solves it: 0 for White, 1 for Black.
    solver: usize,
    /// What stands below the board when the solver is to move, and when the opponent is.
    states: [String; 2],
    turns: Vec<PageTurn>,
}

/// A turn of the solver.
#[derive(Serialize)]
struct PageTurn {
    solution: usize,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    accepted: Vec<usize>,
    /// The legal moves with the replies, each as an array: its text, then cells with what stands on them after it (`52.36P`),
    /// those by which a person points the move out first, after a slash others that change. If the game is over, a text that
    /// says how follows, or the position if the move changes the board.
    moves: Vec<(Value, Option<Value>)>,
}

impl PageWriter {
    /// Writes an exercise of a game in which this side is White.
    pub fn exercise(&mut self, exercise: &Exercise, white: Side) -> PageExercise {
        let mut line = exercise.line.clone();
        let position = self.position(&line, true);
        let solver = line.position().side_to_move();
        let states = [solver, !solver].map(|side| format!("{} to move", line.position().side_name(side)));
        let mut turns = Vec::new();
        for turn in &exercise.turns {
            turns.push(PageTurn {
                solution: turn.solution,
                accepted: turn.accepted.clone(),
                moves: turn.moves.iter().map(|&(mv, reply)| self.attempt(&mut line, mv, reply)).collect(),
            });
            let (mv, reply) = turn.moves[turn.solution];
            [mv].into_iter().chain(reply).for_each(|mv| line.play(mv));
        }
        PageExercise { ply: exercise.line.moves().len(), position, solver: usize::from(solver != white), states, turns }
    }

    /// A move and the reply to it.
    fn attempt(
        &mut self,
        line: &mut GameLine<AnyPosition>,
        mv: AnyMove,
        reply: Option<AnyMove>,
    ) -> (Value, Option<Value>) {
        let first = self.ply(line, mv);
        let second = reply.map(|reply| self.ply(line, reply));
        if second.is_some() {
            line.take_back();
        }
        line.take_back();
        (first, second)
    }

    /// Plays a move.
    fn ply(&mut self, line: &mut GameLine<AnyPosition>, mv: AnyMove) -> Value {
        let old = shown_diagram(line);
        let text = line.position().show_move(mv, MoveStyle::Short);
        let columns = old.columns();
        let number = |(row, column): CellPlace| row * columns + column;
        let cells = line.position().move_cells(mv);
        let path: Vec<usize> = cells.iter().filter_map(|name| old.find(name)).map(number).collect();
        line.play(mv);
        if !line.position().has_fixed_board() {
            let path: String = path.iter().map(|cell| format!("{cell}.")).collect();
            return json!([text, path, self.position(line, false)]);
        }
        let [was, is] =
            [&old, &shown_diagram(line)].map(|it| Vec::from_iter(pieces_text(it, &mut self.pieces).chars()));
        let mut changes: String = path.iter().map(|&cell| format!("{cell}{}", is[cell])).collect();
        let others = (0..is.len()).filter(|cell| was[*cell] != is[*cell] && !path.contains(cell));
        let others: String = others.map(|cell| format!("{cell}{}", is[cell])).collect();
        if !others.is_empty() {
            changes += &format!("/{others}");
        }
        match line.end() {
            Some(_) => json!([text, changes, state_of_game(line)]),
            None => json!([text, changes]),
        }
    }
}
