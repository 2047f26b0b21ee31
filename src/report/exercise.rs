//! Exercises: positions to solve on a page, with an answer to every legal move.

use super::analyser::{Analyser, DeeperLimit};
use super::game_review::GameReview;
use super::mark::{Mark, MarkThresholds};
use super::puzzle::Puzzle;
use crate::any_position::{AnyMove, AnyPosition};
use crate::game::{Game, GameLine, Outcome};
use crate::picture::Picture;
use crate::system::StopSignal;

/// A position to solve.
pub struct Exercise {
    /// The game up to the position.
    pub line: GameLine<AnyPosition>,
    /// The turns of the solver, at least one.
    pub turns: Vec<ExerciseTurn>,
}

/// A turn of the solver.
pub struct ExerciseTurn {
    /// The legal moves. After the solution the opponent's reply belongs to the solution, too; after another move it refutes the
    /// move. There is none if the game or the exercise is over.
    pub moves: Vec<(AnyMove, Option<AnyMove>)>,
    /// The index of the solution.
    pub solution: usize,
    /// The indices of other moves that are accepted.
    pub accepted: Vec<usize>,
}

/// The exercises of a game.
#[derive(Default)]
pub struct GameExercises {
    /// Those of its puzzles, in their order.
    pub puzzles: Vec<Option<Exercise>>,
    /// Those of its mistakes and blunders.
    pub mistakes: Vec<Exercise>,
}

impl GameExercises {
    /// Makes an exercise of each of these puzzles, and of each mistake of the game if `with_mistakes` says so. A stop leaves out
    /// the exercises that are not complete.
    ///
    /// # Errors
    /// The engine does not work.
    pub fn of(
        review: &GameReview,
        puzzles: &[Puzzle],
        with_mistakes: bool,
        analyser: &mut Analyser,
        stop: StopSignal,
    ) -> Result<GameExercises, String> {
        let mut search = ReplySearch::new(review.nodes, review.thresholds, analyser, stop);
        let mut exercises = GameExercises::default();
        for puzzle in puzzles {
            exercises.puzzles.push(search.exercise(&puzzle.line, &puzzle.solution, None)?);
        }
        let mut line = GameLine::new(review.line.start().clone());
        for (&played, reviewed) in review.line.moves().iter().zip(&review.moves) {
            let best = reviewed.better_line.get(..1).filter(|_| with_mistakes && reviewed.mark >= Some(Mark::Mistake));
            if let Some(best) = best {
                exercises.mistakes.extend(search.exercise(&line, best, Some(played))?);
            }
            line.play(played);
        }
        Ok(exercises)
    }
}

/// Short searches for the best reply to every move.
struct ReplySearch<'a> {
    analyser: &'a mut Analyser,
    stop: StopSignal<'a>,
    limit: DeeperLimit,
    thresholds: MarkThresholds,
}

impl<'a> ReplySearch<'a> {
    /// `nodes` are those by which the positions of the game were searched.
    fn new(
        nodes: u64,
        thresholds: MarkThresholds,
        analyser: &'a mut Analyser,
        stop: StopSignal<'a>,
    ) -> ReplySearch<'a> {
        let limit = DeeperLimit::by_nodes((nodes / 20).clamp(100, 50_000), 1);
        ReplySearch { analyser, stop, limit, thresholds }
    }

    /// The exercise with this solution, in which the moves of both sides take turns; `None` after a stop, and for heaps with many
    /// moves. A solver who made the mistake `played` in the game may also play a move that is no inaccuracy.
    fn exercise(
        &mut self,
        start: &GameLine<AnyPosition>,
        solution: &[AnyMove],
        played: Option<AnyMove>,
    ) -> Result<Option<Exercise>, String> {
        // A page draws a board for each move where the board changes.
        const MOST_BOARDS: u64 = 20;
        if !start.position().has_fixed_board() && start.position().count_moves() > MOST_BOARDS {
            return Ok(None);
        }
        let (mut line, mut turns) = (start.clone(), Vec::new());
        for step in solution.chunks(2) {
            let Some(turn) = self.turn(&mut line, step, played)? else { return Ok(None) };
            turns.push(turn);
            step.iter().for_each(|&mv| line.play(mv));
        }
        Ok(Some(Exercise { line: start.clone(), turns }))
    }

    /// The turn whose solution is the first move of `step`, answered by the second one.
    fn turn(
        &mut self,
        line: &mut GameLine<AnyPosition>,
        step: &[AnyMove],
        played: Option<AnyMove>,
    ) -> Result<Option<ExerciseTurn>, String> {
        let (mut moves, mut values, mut wins) = (Vec::new(), Vec::new(), Vec::new());
        for mv in line.position().moves() {
            line.play(mv);
            let searched = self.analyser.analyse(line, Some(self.limit), self.stop);
            line.take_back();
            let Some(analysis) = searched? else { return Ok(None) };
            values.push(1.0 - analysis.expected_result());
            wins.push(analysis.game_end.is_some_and(|end| end.outcome == Outcome::Loss));
            moves.push((mv, if mv == step[0] { step.get(1).copied() } else { analysis.best() }));
        }
        let Some(solution) = moves.iter().position(|(mv, _)| *mv == step[0]) else { return Ok(None) };
        let is_no_inaccuracy = |index: usize| {
            played.is_some_and(|played| {
                moves[index].0 != played && self.thresholds.mark(values[solution] - values[index]).is_none()
            })
        };
        let is_accepted = |&index: &usize| index != solution && (wins[index] || is_no_inaccuracy(index));
        let accepted = (0..moves.len()).filter(is_accepted).collect();
        Ok(Some(ExerciseTurn { moves, solution, accepted }))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::find_game;
    use crate::report::analyser::{AnalysisEngine, FoundLines};
    use crate::search::{Score, SearchInfo, SearchLine, ShownScore};

    /// An engine for which the last move of the line has this probability to win, in thousandths, by its number.
    struct Judge([u16; 9]);

    impl AnalysisEngine for Judge {
        fn new_game(&mut self) {}

        fn search(
            &mut self,
            line: &GameLine<AnyPosition>,
            _: Option<DeeperLimit>,
            stop: StopSignal,
        ) -> Result<Option<FoundLines>, String> {
            let number = line.start().moves().iter().position(|mv| Some(mv) == line.moves().last()).unwrap();
            let wdl = Some([1000 - self.0[number], 0, self.0[number]]);
            let info = SearchInfo { wdl, ..SearchInfo::known(Score::DRAW, ShownScore::Estimate(0)) };
            let lines = vec![SearchLine { info, moves: vec![line.position().moves()[0]] }];
            Ok((!stop()).then(|| FoundLines { lines, ..FoundLines::default() }))
        }
    }

    #[test]
    fn moves_that_lose_less_than_an_inaccuracy_are_accepted() {
        let line = GameLine::new(find_game("tictactoe").unwrap().start());
        let moves = line.position().moves();
        let mut judge = Analyser::external("judge".to_owned(), Judge([800, 701, 700, 699, 900, 0, 710, 0, 0]));
        let mut accepted = |played: Option<AnyMove>, stop: bool| {
            let stop = move || stop;
            let mut search = ReplySearch::new(0, MarkThresholds::default(), &mut judge, &stop);
            let exercise = search.exercise(&line, &moves[..1], played).unwrap();
            exercise.map(|it| (it.turns[0].solution, it.turns[0].accepted.clone()))
        };
        assert_eq!(accepted(Some(moves[8]), false), Some((0, vec![1, 4, 6])));
        // Never the mistake itself, whatever a short search thinks of it.
        assert_eq!(accepted(Some(moves[4]), false), Some((0, vec![1, 6])));
        assert_eq!(accepted(None, false), Some((0, Vec::new())));
        assert_eq!(accepted(None, true), None);
    }
}
