//! Puzzles from games: positions in which exactly one move wins, or holds the draw.

use super::analyser::{Analyser, DeeperLimit};
use super::analysis::Analysis;
use super::exchange::LineMaterial;
use super::game_review::{GameReview, MoveReview};
use super::puzzle_theme::{PuzzleGoal, PuzzleTheme, pieces, themes_of};
use crate::any_position::{AnyMove, AnyPosition};
use crate::game::{Game, GameLine};
use crate::picture::Picture;
use crate::system::StopSignal;
use std::ops::RangeInclusive;

/// A position with one solution.
#[derive(Clone, Debug)]
pub struct Puzzle {
    /// The game up to the position.
    pub line: GameLine<AnyPosition>,
    /// The moves of the solver and the replies in turn; it ends with a move of the solver.
    pub solution: Vec<AnyMove>,
    /// Whether the solution wins, or holds the draw.
    pub goal: PuzzleGoal,
    /// Its themes, such as a fork or a promotion.
    pub themes: Vec<PuzzleTheme>,
    /// How difficult it is: a number like an Elo rating.
    pub rating: u32,
}

/// A move wins if its expected result is at least this many points.
const WINS: f64 = 0.75;

/// A move holds the draw if its expected result is among these points.
const DRAWS: RangeInclusive<f64> = 0.4..=0.6;

/// The second best move must lose so many points more than the best one. This is more than a mistake loses, so that all other moves
/// are still mistakes if a longer search changes the values a little.
const LEAD: f64 = 0.35;

/// A position is searched again with more nodes if the second best move seems to lose so much more than the best one.
const LEAD_AT_FIRST_SIGHT: f64 = 0.2;

/// The searches that confirm the first move, and those that confirm the later moves, visit this many times the nodes of the
/// review.
const DEEPER: u64 = 10;
const DEEPER_LATER: u64 = 4;

/// The first search of a position visits the nodes of the review, divided by the first number, but at least the second number.
const FIRST_SIGHT: (u64, u64) = (4, 500);

/// Maximum number of moves of the solver.
const MAX_MOVES: usize = 6;

/// The puzzles of a reviewed game. Stops soon after `stop` returns true.
///
/// # Errors
/// The engine does not work.
pub fn puzzles_of(review: &GameReview, analyser: &mut Analyser, stop: StopSignal) -> Result<Vec<Puzzle>, String> {
    let mut finder = PuzzleFinder { analyser, stop, nodes: review.nodes };
    let mut line = GameLine::new(review.line.start().clone());
    let mut puzzles = Vec::new();
    for (ply, &mv) in (1..).zip(review.line.moves()) {
        line.play(mv);
        // If another move than the best one loses little, there are two good moves.
        let has_two =
            |next: &MoveReview| next.better.is_some() && next.loss.is_some_and(|loss| loss < LEAD_AT_FIRST_SIGHT);
        if review.moves.get(ply).is_none_or(|next| !has_two(next)) {
            puzzles.extend(finder.puzzle(&line)?);
        }
    }
    Ok(puzzles)
}

struct PuzzleFinder<'a> {
    analyser: &'a mut Analyser,
    stop: StopSignal<'a>,
    nodes: u64,
}

impl PuzzleFinder<'_> {
    /// The puzzle of the position of `line`, if it is one.
    fn puzzle(&mut self, line: &GameLine<AnyPosition>) -> Result<Option<Puzzle>, String> {
        if line.outcome().is_some() || line.position().count_moves() < 2 {
            return Ok(None);
        }
        let may_be = |seen: &Analysis| {
            two_values(seen).is_some_and(|[best, second]| best - second >= LEAD_AT_FIRST_SIGHT)
                && !seen.best().is_some_and(|best| is_recapture(line, best))
        };
        let first_nodes = (self.nodes / FIRST_SIGHT.0).max(FIRST_SIGHT.1);
        if !self.two_best(line, first_nodes)?.as_ref().is_some_and(may_be) {
            return Ok(None);
        }
        let Some(first) = self.two_best(line, self.nodes.saturating_mul(DEEPER))?.filter(may_be) else {
            return Ok(None);
        };
        let Some(goal) = goal_of(&first) else { return Ok(None) };
        let solution = self.solution(line, &first, goal)?;
        if (self.stop)() {
            // The solution may be cut off.
            return Ok(None);
        }
        let moves = solution.len().div_ceil(2);
        let depth = u32::try_from(first.best_move_depth).unwrap_or(0);
        Ok(Some(Puzzle {
            themes: themes_of(line, &solution, &first, goal, self.analyser),
            line: line.clone(),
            solution,
            goal,
            rating: rating(depth, moves),
        }))
    }

    /// The moves until the advantage is clear, or until there is more than one solution.
    fn solution(
        &mut self,
        start: &GameLine<AnyPosition>,
        first: &Analysis,
        goal: PuzzleGoal,
    ) -> Result<Vec<AnyMove>, String> {
        let opponent = !start.position().side_to_move();
        let (mut line, mut moves, mut analysis) = (start.clone(), Vec::new(), first.clone());
        while let Some(pv) = analysis.lines.first().map(|line| line.moves.clone()) {
            moves.push(pv[0]);
            line.play(pv[0]);
            let rest = [&moves, &pv[1..]].concat();
            let material = LineMaterial::of(start.position(), &rest, opponent);
            let is_clear = material.is_some_and(|it| it.greatest_loss(moves.len(), |loss| loss > 0).is_some());
            let is_mate = analysis.lines[0].info.score.distance().is_some();
            let Some(&reply) = pv.get(1) else { break };
            if line.outcome().is_some() || is_clear && !is_mate || moves.len() / 2 + 1 >= MAX_MOVES {
                break;
            }
            line.play(reply);
            let next = if line.outcome().is_some() {
                None
            } else {
                self.two_best(&line, self.nodes.saturating_mul(DEEPER_LATER))?
            };
            match next.filter(|next| goal_of(next) == Some(goal) || line.position().count_moves() == 1) {
                Some(next) => analysis = next,
                None => break,
            }
            moves.push(reply);
        }
        Ok(moves)
    }

    /// The two best lines by so many nodes; `None` after a stop.
    fn two_best(&mut self, line: &GameLine<AnyPosition>, nodes: u64) -> Result<Option<Analysis>, String> {
        self.analyser.analyse(line, Some(DeeperLimit::by_nodes(nodes, 2)), self.stop)
    }
}

/// What the best move reaches and the second best one does not; `None` if both do.
fn goal_of(analysis: &Analysis) -> Option<PuzzleGoal> {
    let [best, second] = two_values(analysis)?;
    match best {
        _ if best - second < LEAD => None,
        _ if best >= WINS => Some(PuzzleGoal::Win),
        _ => DRAWS.contains(&best).then_some(PuzzleGoal::Draw),
    }
}

/// The expected results of the two best moves, in points.
fn two_values(analysis: &Analysis) -> Option<[f64; 2]> {
    match &analysis.lines[..] {
        [best, second, ..] => Some([best, second].map(|line| line.info.expected_result())),
        _ => None,
    }
}

/// Whether a move takes the piece that has just taken one.
fn is_recapture(line: &GameLine<AnyPosition>, mv: AnyMove) -> bool {
    let (Some(before), Some(&last)) = (line.positions_before().last(), line.moves().last()) else { return false };
    let (position, opponent) = (line.position(), !line.position().side_to_move());
    let Some(landed) = before.move_cells(last).pop() else { return false };
    let stands = |position: &AnyPosition| {
        let mut cells = position.rows().into_iter().flatten().flatten();
        cells.any(|cell| cell.name == landed && cell.piece.is_some_and(|piece| piece.side == opponent))
    };
    pieces(before) > pieces(position) && stands(position) && !stands(&position.play(mv))
}

/// The rating by the depth at which the search has found the first move, and by the number of moves.
fn rating(depth: u32, moves: usize) -> u32 {
    (600 + 100 * depth.min(20) + 80 * (moves.max(1) as u32 - 1)).min(3000)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::find_game;
    use crate::report::settings::{AnalysisSettings, OutputFormat};

    /// The goal if the two best moves expect these points, in thousandths.
    fn goal(best: u16, second: u16) -> Option<PuzzleGoal> {
        let settings = AnalysisSettings::shallow(1, OutputFormat::Plain);
        let line = GameLine::new(find_game("chess").unwrap().start());
        let mut analysis = Analyser::new(&settings).unwrap().analyse(&line, None, &|| false).unwrap().unwrap();
        let line = analysis.lines.remove(0);
        analysis.lines = [best, second]
            .map(|win| {
                let mut line = line.clone();
                line.info.wdl = Some([win, 0, 1000 - win]);
                line
            })
            .to_vec();
        goal_of(&analysis)
    }

    #[test]
    fn the_best_move_leads_clearly_and_wins_or_holds_the_draw() {
        let (win, draw) = (Some(PuzzleGoal::Win), Some(PuzzleGoal::Draw));
        for (best, second, expected) in [
            (1000, 649, win),
            (1000, 651, None),
            (750, 0, win),
            (749, 0, None),
            (601, 0, None),
            (600, 249, draw),
            (600, 251, None),
            (400, 0, draw),
            (399, 0, None),
        ] {
            assert_eq!(goal(best, second), expected, "{best} {second}");
        }
    }

    #[test]
    fn deeper_and_longer_puzzles_are_harder() {
        assert_eq!(rating(1, 1), 700);
        assert!(rating(5, 1) < rating(9, 1) && rating(5, 1) < rating(5, 3));
        assert_eq!(rating(300, 9), 3000);
    }
}
