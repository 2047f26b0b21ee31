//! What the script of a page reads of an exercise: the position, and the legal moves at each turn with the replies.

use super::data::{PagePosition, PageWriter, pieces_text, shown_diagram};
use crate::any_position::{AnyMove, AnyPosition};
use crate::game::{Game, GameLine, Side};
use crate::notation::{MoveStyle, Notation};
use crate::picture::Picture;
use crate::picture::diagram::CellPlace;
use crate::report::board_diagram::state_of_game;
use crate::report::exercise::Exercise;
use crate::report::game_end::GameEnd;
use serde::Serialize;

/// A position to solve.
#[derive(Serialize)]
pub struct PageExercise {
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
    /// The legal moves with the replies.
    moves: Vec<(PagePly, Option<PagePly>)>,
}

/// A move: its text, then cells with what stands on them after it (`52.36P`). The cells by which a person points the move out
/// come first, then after a slash others that change.
#[derive(Serialize)]
#[serde(untagged)]
enum PagePly {
    /// The other side is to move.
    Usual(String, String),
    /// The game is over; the last text says how.
    Last(String, String, String),
    /// The board is another one after the move.
    NewBoard(String, String, PagePosition),
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
        PageExercise { position, solver: usize::from(solver != white), states, turns }
    }

    /// A move and the reply to it.
    fn attempt(
        &mut self,
        line: &mut GameLine<AnyPosition>,
        mv: AnyMove,
        reply: Option<AnyMove>,
    ) -> (PagePly, Option<PagePly>) {
        let first = self.ply(line, mv);
        let second = reply.map(|reply| {
            let ply = self.ply(line, reply);
            line.take_back();
            ply
        });
        line.take_back();
        (first, second)
    }

    /// Plays a move.
    fn ply(&mut self, line: &mut GameLine<AnyPosition>, mv: AnyMove) -> PagePly {
        let old = shown_diagram(line);
        let text = line.position().show_move(mv, MoveStyle::Short);
        let cells = line.position().move_cells(mv);
        let columns = old.columns();
        let number = |(row, column): CellPlace| row * columns + column;
        let path: Vec<usize> = cells.iter().filter_map(|name| old.find(name)).map(number).collect();
        line.play(mv);
        if !line.position().has_fixed_board() {
            let path = path.iter().map(|cell| format!("{cell}.")).collect();
            return PagePly::NewBoard(text, path, self.position(line, false));
        }
        let [was, is] =
            [&old, &shown_diagram(line)].map(|it| Vec::from_iter(pieces_text(it, &mut self.pieces).chars()));
        let changed = (0..is.len()).filter(|cell| was[*cell] != is[*cell] && !path.contains(cell));
        let others: String = changed.map(|cell| format!("{cell}{}", is[cell])).collect();
        let mut changes: String = path.iter().map(|&cell| format!("{cell}{}", is[cell])).collect();
        if !others.is_empty() {
            changes += &format!("/{others}");
        }
        match GameEnd::reached(line) {
            Some(_) => PagePly::Last(text, changes, state_of_game(line)),
            None => PagePly::Usual(text, changes),
        }
    }
}
