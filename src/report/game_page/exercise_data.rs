//! What the script of a page reads of an exercise: the position, and the legal moves at each turn with the replies.

use super::boards::{PagePosition, PageWriter, pieces_text, shown_diagram};
use crate::any_position::{AnyMove, AnyPosition};
use crate::game::{Game, GameLine, Side};
use crate::notation::{MoveStyle, Notation};
use crate::picture::Picture;
use crate::picture::diagram::CellPlace;
use crate::report::board_diagram::state_of_game;
use crate::report::exercise::Exercise;
use crate::report::game_end::GameEnd;
use serde::Serialize;
use serde_json::{Value, json};

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
        match GameEnd::reached(line) {
            Some(_) => json!([text, changes, state_of_game(line)]),
            None => json!([text, changes]),
        }
    }
}
