//! The review of a game: what each move lost.

use super::analyser::Analyser;
use super::analysis::{Analysis, MoveText};
use super::annotation::{annotate, annotate_start};
use super::mark::Mark;
use crate::any_position::{AnyMove, AnyPosition};
use crate::game::{Game, GameLine, Outcome};
use crate::notation::record::GameRecord;
use crate::notation::{MoveStyle, Notation, show_moves};
use crate::search::ShownScore;
use crate::search::points;
use serde::Serialize;

/// The review of a game.
pub struct GameReview {
    /// White's expected result at the start, in points from 0 to 1.
    pub start: f64,
    /// The game as far as it was reviewed.
    pub line: GameLine<AnyPosition>,
    /// Its moves.
    pub moves: Vec<MoveReview>,
    /// White's and Black's accuracy, from 0 to 100; `None` without a move.
    pub accuracy: [Option<f64>; 2],
    /// Whether the review was ended before the last move.
    pub interrupted: bool,
}

/// The review of a move.
#[derive(Serialize)]
pub struct MoveReview {
    /// The move.
    #[serde(flatten)]
    pub played: MoveText,
    /// White's expected result after the move, in points from 0 to 1.
    pub white: f64,
    /// The expected points that the move lost.
    pub loss: f64,
    /// How bad the move is; `None` for a good one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub mark: Option<Mark>,
    /// The best move, if it is another one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub better: Option<MoveText>,
    /// For a move with a mark: the line of the best move.
    #[serde(skip)]
    pub better_line: Vec<AnyMove>,
    /// The rule that ends the game after the move.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub reason: Option<&'static str>,
}

/// Why a game cannot be reviewed to its end.
#[derive(Debug)]
pub struct ReviewError {
    /// What is wrong, in one line.
    pub message: String,
    /// The number of the rule that an illegal move breaks.
    pub rule: Option<u8>,
}

impl From<String> for ReviewError {
    fn from(message: String) -> ReviewError {
        ReviewError { message, rule: None }
    }
}

/// Analyses every position of a game and annotates its record, until `stop` returns true. Calls `progress` after each move. The
/// error names an illegal move; the moves before it are annotated. `None` if nothing was analysed before the stop.
pub fn review(
    record: &mut GameRecord,
    analyser: &mut Analyser,
    stop: &dyn Fn() -> bool,
    progress: &dyn Fn(),
) -> Result<Option<GameReview>, ReviewError> {
    analyser.player.set_position(record.setup(), &[])?;
    analyser.player.new_game();
    let white = analyser.player.game().white;
    let Some(mut before) = PositionValue::analyse(analyser, stop) else { return Ok(None) };
    annotate_start(&mut record.preface, before.eval().as_deref());
    let start = rounded(before.white);
    let mut moves = Vec::new();
    let places = record.places();
    for played in &mut record.moves {
        let mut line = analyser.player.line().clone();
        let by_white = line.position().side_to_move() == white;
        let mv = line.position().parse_move(&played.text).map_err(|error| ReviewError {
            message: format!("{}: {error}", places(played.line)),
            rule: error.rule().map(|rule| rule.number),
        })?;
        line.play(mv);
        analyser.player.set_line(line);
        let Some(after) = PositionValue::analyse(analyser, stop) else { break };
        let reviewed = compare(&before, &after, mv, by_white);
        played.text.clone_from(&reviewed.played.short);
        let better = || show_moves(&before.analysis.position, &reviewed.better_line, MoveStyle::Short);
        annotate(played, after.eval().as_deref(), reviewed.mark.map(|mark| (mark, better())));
        moves.push(reviewed);
        before = after;
        progress();
    }
    let mut line = analyser.player.line().clone();
    let is_interrupted = moves.len() < record.moves.len();
    if line.moves().len() > moves.len() {
        line.take_back();
    }
    let begins_second = line.start().side_to_move() != white;
    let accuracy = [0, 1].map(|side| mean_accuracy(moves.iter().skip(side ^ usize::from(begins_second)).step_by(2)));
    let review = GameReview { start, line, interrupted: is_interrupted, moves, accuracy };
    if !review.interrupted {
        for (name, accuracy) in ["WhiteAccuracy", "BlackAccuracy"].iter().zip(accuracy) {
            if let Some(accuracy) = accuracy {
                record.set_tag(name, format_args!("{accuracy:.1}"));
            }
        }
    }
    Ok(Some(review))
}

fn compare(before: &PositionValue, after: &PositionValue, played: AnyMove, by_white: bool) -> MoveReview {
    let better = before.analysis.best().filter(|best| *best != played);
    let text = |mv| MoveText::new(&before.analysis.position, mv);
    let for_mover = |white: f64| if by_white { white } else { 1.0 - white };
    let loss = better.map_or(0.0, |_| (for_mover(before.white) - for_mover(after.white)).max(0.0));
    let mark = Mark::of(loss);
    let best_line = before.analysis.lines.first().filter(|_| mark.is_some());
    MoveReview {
        played: text(played),
        white: rounded(after.white),
        loss: rounded(loss),
        mark,
        better_line: best_line.map_or_else(Vec::new, |line| line.moves.clone()),
        better: better.map(text),
        reason: after.analysis.game_end.map(|end| end.reason),
    }
}

/// The mean accuracy of moves; `None` without a move.
fn mean_accuracy<'a>(moves: impl Iterator<Item = &'a MoveReview>) -> Option<f64> {
    let all: Vec<f64> = moves.map(|mv| accuracy(mv.loss)).collect();
    (!all.is_empty()).then(|| rounded(all.iter().sum::<f64>() / all.len() as f64))
}

/// The accuracy of a move that loses this many points, from 0 to 100 (the curve of lichess.org, 2022, which counts in
/// percent).
fn accuracy(loss: f64) -> f64 {
    (103.1668 * (-4.354 * loss).exp() - 3.1669).clamp(0.0, 100.0)
}

/// Rounds to four digits after the point.
fn rounded(value: f64) -> f64 {
    (value * 1e4).round() / 1e4
}

/// A position of the game and its value.
struct PositionValue {
    analysis: Analysis,
    /// White's expected result, in points from 0 to 1.
    white: f64,
    white_to_move: bool,
}

impl PositionValue {
    /// Analyses the position of the analyser; `None` if `stop` has ended the search.
    fn analyse(analyser: &mut Analyser, stop: &dyn Fn() -> bool) -> Option<PositionValue> {
        let white_to_move = analyser.player.position().side_to_move() == analyser.player.game().white;
        let analysis = analyser.analyse_until(stop)?;
        let points = expected(&analysis);
        Some(PositionValue { analysis, white: if white_to_move { points } else { 1.0 - points }, white_to_move })
    }

    /// The evaluation as `[%eval]` has it: pawns or a payoff for White, with the depth. A draw by rule has no depth.
    /// After a win by rule there is no evaluation, since the notation of the move shows the win.
    fn eval(&self) -> Option<String> {
        if let Some(end) = self.analysis.game_end {
            return (end.outcome == Outcome::Draw).then(|| "0.00".to_owned());
        }
        let info = &self.analysis.lines.first()?.info;
        let score = if self.white_to_move { info.shown_score } else { -info.shown_score };
        Some(format!("{},{}", for_white(score), info.depth))
    }
}

/// The expected result of the side to move, in points.
fn expected(analysis: &Analysis) -> f64 {
    match (analysis.game_end, analysis.lines.first()) {
        (Some(end), _) => points(end.outcome.wdl()),
        (None, Some(line)) => line.info.expected_result(),
        (None, None) => 0.5,
    }
}

fn for_white(score: ShownScore) -> String {
    match score {
        ShownScore::WinIn(_) | ShownScore::LossIn(_) => score.to_string(),
        ShownScore::Payoff(payoff) => payoff.to_string(),
        other => format!("{:.2}", f64::from(other.hundredths()) / 100.0),
    }
}
