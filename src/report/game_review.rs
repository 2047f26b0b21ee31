//! The review of a game: what each move lost.

use super::analyser::Analyser;
use super::analysis::{Analysis, MoveText};
use super::annotation::{Mistake, MoveEvals, annotate, annotate_start};
use super::mark::{Mark, MarkThresholds, rounded};
use super::reason::{BadMove, Reason};
use super::settings::AnalysisSettings;
use crate::any_position::{AnyMove, AnyPosition};
use crate::game::{Game, GameLine, Outcome, Side};
use crate::games::{GameInfo, game_of};
use crate::notation::record::GameRecord;
use crate::notation::{MoveStyle, Notation, set_up, show_moves};
use crate::search::ShownScore;
use crate::system::StopSignal;
use serde::Serialize;

/// The review of a game by one engine. If several engines review a game, this is the JSON object of each; the skipped fields
/// are for the other outputs.
#[derive(Serialize)]
pub struct GameReview {
    /// The name of the engine.
    #[serde(rename = "name")]
    pub engine: String,
    /// White's and Black's accuracy, from 0 to 100; `None` without a move.
    pub accuracy: [Option<f64>; 2],
    /// White's expected points at the start, from 0 to 1; `None` if the engine has failed there.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub start: Option<f64>,
    /// Its moves.
    pub moves: Vec<MoveReview>,
    /// The evaluation of the start as in [`MoveReview::eval`].
    #[serde(skip)]
    pub start_eval: Option<String>,
    /// Why there is no evaluation of the start.
    #[serde(skip)]
    pub start_failure: Option<String>,
    /// The game as far as it was reviewed.
    #[serde(skip)]
    pub line: GameLine<AnyPosition>,
    /// What its marks mean.
    #[serde(skip)]
    pub thresholds: MarkThresholds,
    /// Mean number of nodes of the searches.
    #[serde(skip)]
    pub nodes: u64,
    /// Whether the review was ended before the last move.
    #[serde(skip)]
    pub interrupted: bool,
}

/// The review of a move.
#[derive(Default, Serialize)]
pub struct MoveReview {
    /// The move.
    #[serde(flatten)]
    pub played: MoveText,
    /// White's expected points after the move, from 0 to 1; `None` if the engine failed.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub white: Option<f64>,
    /// The expected points that the move lost; `None` if that is not known.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub loss: Option<f64>,
    /// How bad the move is; `None` for a good one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub mark: Option<Mark>,
    /// The best move, if it is another one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub better: Option<MoveText>,
    /// For a move with a mark: the line of the best move.
    #[serde(skip)]
    pub better_line: Vec<AnyMove>,
    /// Why it is bad, if that can be shown.
    #[serde(rename = "why", skip_serializing_if = "Option::is_none")]
    pub bad_because: Option<Reason>,
    /// The evaluation after the move, as the comment command `[%eval]` has it.
    #[serde(skip)]
    pub eval: Option<String>,
    /// The rule that ends the game after the move.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub reason: Option<&'static str>,
    /// Why there is no evaluation after the move, or why the search for a reason has failed.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub failure: Option<String>,
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

/// The game of a record up to the first illegal move, and what is wrong with that.
///
/// # Errors
/// The first position cannot be read.
pub fn legal_moves(
    record: &GameRecord,
    game: &'static GameInfo,
) -> Result<(GameLine<AnyPosition>, Option<ReviewError>), ReviewError> {
    let mut line = set_up(&game.start(), record.setup(), &[])?;
    let locations = record.locations();
    for played in &record.moves {
        match line.position().parse_move(&played.text) {
            Ok(mv) => line.play(mv),
            Err(error) => {
                let message = format!("{}: {error}", locations(played.line));
                return Ok((line, Some(ReviewError { message, rule: error.rule().map(|rule| rule.number) })));
            }
        }
    }
    Ok((line, None))
}

/// Analyses every position of a game, and looks for the reasons of bad moves if the settings say so, until `stop` returns
/// true. Calls `progress` after each move. `None` if nothing was analysed before the stop.
pub fn review(
    game: &GameLine<AnyPosition>,
    white: Side,
    analyser: &mut Analyser,
    settings: &AnalysisSettings,
    stop: StopSignal,
    progress: &dyn Fn(),
) -> Option<GameReview> {
    analyser.engine.new_game();
    let thresholds = settings.thresholds;
    let nodes_of = |value: &Valued| value.as_ref().map_or(0, |value| value.analysis.nodes());
    let line = GameLine::new(game.start().clone());
    let mut before = PositionValue::analyse(&line, white, analyser, stop)?;
    let mut review = GameReview {
        engine: analyser.name.clone(),
        accuracy: [None; 2],
        start: before.as_ref().ok().map(|value| rounded(value.white)),
        moves: Vec::new(),
        start_eval: before.as_ref().ok().and_then(PositionValue::eval),
        start_failure: before.as_ref().err().cloned(),
        line,
        thresholds,
        nodes: nodes_of(&before),
        interrupted: false,
    };
    for &mv in game.moves() {
        let line = &review.line;
        let mut next = line.clone();
        next.play(mv);
        let Some(after) = PositionValue::analyse(&next, white, analyser, stop) else { break };
        let mut reviewed = compare(&before, &after, line.position(), mv, white, thresholds);
        if let (true, Some(_), Ok(before), Ok(after)) = (settings.reasons, reviewed.mark, &before, &after) {
            let bad = BadMove { line, played: mv, before: &before.analysis, after: &after.analysis, thresholds };
            match bad.reason(analyser, stop) {
                Ok(reason) => reviewed.bad_because = reason,
                Err(failure) => reviewed.failure = Some(failure),
            }
        }
        review.moves.push(reviewed);
        review.nodes = nodes_of(&after).saturating_add(review.nodes);
        (review.line, before) = (next, after);
        progress();
    }
    review.interrupted = review.moves.len() < game.moves().len();
    review.nodes /= review.moves.len() as u64 + 1;
    let begins_second = usize::from(game.start().side_to_move() != white);
    review.accuracy = [0, 1].map(|side| mean_accuracy(review.moves.iter().skip(side ^ begins_second).step_by(2)));
    Some(review)
}

impl GameReview {
    /// White's expected points in each position, the start first; `None` where the engine has failed.
    pub fn values(&self) -> impl Iterator<Item = Option<f64>> {
        [self.start].into_iter().chain(self.moves.iter().map(|mv| mv.white))
    }

    /// For each move the reason why it is bad with the line that shows it: `loses a rook: 23... Qxa1`. `name` names a move that is
    /// written in reading order.
    pub fn reason_texts(&self, record: &GameRecord, name: &dyn Fn(&str) -> String) -> Vec<Option<String>> {
        let text = |(ply, mv): (usize, &MoveReview)| {
            let reason = mv.bad_because.as_ref()?;
            let first = if reason.replaces_move { ply } else { ply + 1 };
            let mut text = reason.text.clone();
            for (number, mv) in (first..).zip(&reason.line) {
                let (count, is_second) = record.move_number(number);
                text += if number == first { ": " } else { " " };
                if number == first || !is_second {
                    text += &format!("{count}{} ", if is_second { "..." } else { "." });
                }
                text += &name(&mv.short);
            }
            Some(text)
        };
        self.moves.iter().enumerate().map(text).collect()
    }

    /// A review for tests.
    #[cfg(test)]
    pub fn without_moves(line: GameLine<AnyPosition>) -> GameReview {
        GameReview {
            engine: "A".to_owned(),
            start: Some(0.5),
            start_eval: None,
            start_failure: None,
            line,
            moves: Vec::new(),
            accuracy: [None; 2],
            thresholds: MarkThresholds::default(),
            nodes: 0,
            interrupted: false,
        }
    }

    /// The positions without an evaluation: the number of moves before them, and why there is none.
    pub fn failures(&self) -> impl Iterator<Item = (usize, &str)> {
        let start = self.start_failure.iter().map(|failure| (0, &**failure));
        start.chain((1..).zip(&self.moves).filter_map(|(ply, mv)| Some((ply, mv.failure.as_deref()?))))
    }
}

/// Writes the reviews of a game into its record: evaluations, glyphs, better lines, and the accuracy, which only a complete review
/// has. Everything except the evaluations comes from the first engine.
pub fn annotate_record(record: &mut GameRecord, reviews: &[GameReview]) {
    let [review, others @ ..] = reviews else { return };
    annotate_start(&mut record.preface, review.start_eval.as_deref());
    let game = game_of(review.line.start());
    if let Some(game) = game {
        game.set_opening(record, &review.line);
    }
    // The other moves are named when the record is written.
    let reasons =
        review.reason_texts(record, &|mv| game.map_or_else(|| mv.to_owned(), |game| game.move_in(record, mv)));
    let moves = record.moves.iter_mut().zip(&review.moves).zip(review.line.positions_before());
    for (ply, ((played, reviewed), position)) in moves.enumerate() {
        played.text.clone_from(&reviewed.played.short);
        let better = || show_moves(position, &reviewed.better_line, MoveStyle::Short);
        let evals = others.iter().filter_map(|other| Some((&*other.engine, other.moves.get(ply)?.eval.as_deref()?)));
        let evals = MoveEvals { own: reviewed.eval.as_deref(), others: evals.collect() };
        let mistake =
            reviewed.mark.map(|mark| Mistake { mark, better: better(), reason: reasons.get(ply).cloned().flatten() });
        annotate(played, &evals, mistake);
    }
    let is_complete = review.moves.len() == record.moves.len();
    for (name, accuracy) in ["WhiteAccuracy", "BlackAccuracy"].iter().zip(review.accuracy) {
        match accuracy.filter(|_| is_complete) {
            Some(accuracy) => record.set_tag(name, format_args!("{accuracy:.1}")),
            // An earlier analysis may have left one.
            None => record.tags.retain(|(tag, _)| !tag.eq_ignore_ascii_case(name)),
        }
    }
}

/// The value of a position, or why the engine has none.
type Valued = Result<PositionValue, String>;

fn compare(
    before: &Valued,
    after: &Valued,
    position: &AnyPosition,
    played: AnyMove,
    white: Side,
    thresholds: MarkThresholds,
) -> MoveReview {
    let text = |mv| MoveText::new(position, mv);
    let by_white = position.side_to_move() == white;
    let for_mover = |value: &PositionValue| if by_white { value.white } else { 1.0 - value.white };
    let analysis = before.as_ref().ok().map(|before| &before.analysis);
    let better = analysis.and_then(Analysis::best).filter(|best| *best != played);
    let after_value = after.as_ref().ok();
    let loss = before
        .as_ref()
        .ok()
        .zip(after_value)
        .map(|(before, after)| better.map_or(0.0, |_| rounded((for_mover(before) - for_mover(after)).max(0.0))));
    // By the rounded loss, which is the one that is shown: differences of decimal fractions are hardly ever exact.
    let mark = loss.and_then(|loss| thresholds.mark(loss));
    let best_line = analysis.and_then(|analysis| analysis.lines.first()).filter(|_| mark.is_some());
    MoveReview {
        played: text(played),
        white: after_value.map(|after| rounded(after.white)),
        loss,
        mark,
        better_line: best_line.map_or_else(Vec::new, |line| line.moves.clone()),
        better: better.map(text),
        bad_because: None,
        eval: after_value.and_then(PositionValue::eval),
        reason: after_value.and_then(|after| after.analysis.game_end).map(|end| end.reason),
        failure: after.as_ref().err().cloned(),
    }
}

/// The mean accuracy of the moves whose loss is known; `None` without one.
fn mean_accuracy<'a>(moves: impl Iterator<Item = &'a MoveReview>) -> Option<f64> {
    let all: Vec<f64> = moves.filter_map(|mv| mv.loss).map(accuracy).collect();
    (!all.is_empty()).then(|| rounded(all.iter().sum::<f64>() / all.len() as f64))
}

/// The accuracy of a move that loses this many points, from 0 to 100 (the curve of lichess.org, 2022, which counts in
/// percent).
pub(super) fn accuracy(loss: f64) -> f64 {
    (103.1668 * (-4.354 * loss).exp() - 3.1669).clamp(0.0, 100.0)
}

/// The name of a player, with the accuracy if it is known: `Ann (accuracy 54)`.
pub(super) fn with_accuracy(player: &str, accuracy: Option<f64>) -> String {
    accuracy.map_or_else(|| player.to_owned(), |accuracy| format!("{player} (accuracy {accuracy:.0})"))
}

/// A position of the game and its value.
struct PositionValue {
    analysis: Analysis,
    /// White's expected points, from 0 to 1.
    white: f64,
    white_to_move: bool,
}

impl PositionValue {
    /// Analyses the position of `line`; `None` if `stop` has ended the search.
    fn analyse(line: &GameLine<AnyPosition>, white: Side, analyser: &mut Analyser, stop: StopSignal) -> Option<Valued> {
        let white_to_move = line.position().side_to_move() == white;
        Some(match analyser.analyse(line, None, stop).transpose()? {
            Ok(analysis) => {
                let points = analysis.expected_result();
                Ok(PositionValue { analysis, white: if white_to_move { points } else { 1.0 - points }, white_to_move })
            }
            Err(error) => Err(error),
        })
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

fn for_white(score: ShownScore) -> String {
    match score {
        ShownScore::WinIn(_) | ShownScore::LossIn(_) => score.to_string(),
        ShownScore::Payoff(payoff) => payoff.to_string(),
        other => format!("{:.2}", f64::from(other.hundredths()) / 100.0),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The numbers that the document works out.
    #[test]
    fn accuracies_are_those_of_the_document() {
        let words: Vec<&str> = include_str!("../../docs/analyse.md").split_whitespace().collect();
        let all = [0.0, 0.05, 0.2, 0.4].map(accuracy);
        assert_eq!(all.map(|accuracy| format!("{accuracy:.1}")), ["100.0", "79.8", "40.0", "14.9"]);
        assert_eq!(format!("{:.1}", all.iter().sum::<f64>() / 4.0), "58.7");
        for part in [
            "`103.1668 * exp(-4.354 * loss) - 3.1669`",
            "lose 0, 0.05, 0.2 and 0.4 points, their accuracies are 100.0, 79.8, 40.0 and 14.9, and the side has 58.7",
        ] {
            assert!(words.join(" ").contains(part), "{part}");
        }
        assert_eq!([1.0, -0.1].map(accuracy), [0.0, 100.0]);
    }
}
