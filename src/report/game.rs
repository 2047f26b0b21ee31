//! Whole games: what every move cost, and where the game was decided.

use super::desk::Desk;
use super::finding::{Analysis, Both, describe};
use super::mark::Mark;
use super::remarks::{Remark, annotate, annotate_start};
use crate::game::Outcome;
use crate::notation::MoveStyle;
use crate::notation::record::GameRecord;
use crate::search::Score;
use serde::Serialize;

/// A judgement of the moves of a game.
pub struct Judged {
    /// What White could expect at the start, in points from 0 to 1.
    pub start: f64,
    /// The moves.
    pub moves: Vec<JudgedMove>,
    /// White's and Black's accuracy, from 0 to 100; `None` without a move.
    pub accuracy: [Option<f64>; 2],
    /// Whether the user did not want to wait for the moves that are missing.
    pub interrupted: bool,
}

/// A move, and what it changed.
#[derive(Serialize)]
pub struct JudgedMove {
    /// The move.
    #[serde(flatten)]
    pub played: Both,
    /// What White can expect after it, in points from 0 to 1.
    pub white: f64,
    /// The points that it gave away.
    pub loss: f64,
    /// How bad it is, if it is.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub mark: Option<Mark>,
    /// The best move, where it was another one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub better: Option<Both>,
    /// The rule that ends the game with it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub reason: Option<&'static str>,
}

/// Analyses every position of a game and annotates it; tells `progress` of each move. The message
/// names the move that is wrong, up to which the record is annotated. `None` if Ctrl-C came before
/// anything was analysed.
pub fn judge(
    record: &mut GameRecord,
    desk: &mut Desk,
    progress: &(dyn Fn() + Sync),
) -> Result<Option<Judged>, String> {
    desk.player.set_position(record.setup(), &[])?;
    desk.player.new_game();
    let white = desk.player.game().white;
    let Some(mut before) = Look::take(desk) else {
        return Ok(None);
    };
    annotate_start(&mut record.preface, before.eval().as_deref());
    let start = rounded(before.white);
    let mut moves = Vec::new();
    let mut sums = [Sum::default(); 2];
    for played in &mut record.moves {
        let mover = desk.player.side_to_move();
        let texts = desk
            .player
            .play(&played.text, &[MoveStyle::Long, MoveStyle::Short]);
        let texts = texts.map_err(|error| format!("line {}: {error}", played.line))?;
        let [long, short] = <[String; 2]>::try_from(texts).unwrap_or_default();
        let Some(after) = Look::take(desk) else {
            break;
        };
        let judged = compare(&before, &after, Both { long, short }, mover == white);
        played.text.clone_from(&judged.played.short);
        annotate(played, remark(&judged, &before, &after));
        sums[usize::from(mover != white)].add(accuracy(judged.loss));
        moves.push(judged);
        before = after;
        progress();
    }
    let judged = Judged {
        start,
        interrupted: moves.len() < record.moves.len(),
        moves,
        accuracy: sums.map(Sum::mean),
    };
    if !judged.interrupted {
        set_accuracy(record, judged.accuracy);
    }
    Ok(Some(judged))
}

fn set_accuracy(record: &mut GameRecord, accuracy: [Option<f64>; 2]) {
    for (name, accuracy) in ["WhiteAccuracy", "BlackAccuracy"].iter().zip(accuracy) {
        if let Some(accuracy) = accuracy {
            record.set_tag(name, format_args!("{accuracy:.1}"));
        }
    }
}

fn compare(before: &Look, after: &Look, played: Both, by_white: bool) -> JudgedMove {
    let better = before.analysis.best().filter(|best| *best != played);
    let for_mover = |white: f64| if by_white { white } else { 1.0 - white };
    let loss = match better {
        Some(_) => (for_mover(before.white) - for_mover(after.white)).max(0.0),
        None => 0.0,
    };
    JudgedMove {
        played,
        white: rounded(after.white),
        loss: rounded(loss),
        mark: Mark::of(loss),
        better,
        reason: after.analysis.over.map(|over| over.reason),
    }
}

/// What is written of a move into the record.
fn remark(judged: &JudgedMove, before: &Look, after: &Look) -> Remark {
    let best = before.analysis.lines.first();
    let better = best.map_or_else(Vec::new, |line| line.short.clone());
    Remark {
        eval: after.eval(),
        mistake: judged.mark.map(|mark| (mark, better)),
    }
}

/// How good a move is that loses so many points, from 0 to 100 (the curve of lichess.org, 2022,
/// which has chances from 0 to 100).
fn accuracy(loss: f64) -> f64 {
    (103.1668 * (-4.354 * loss).exp() - 3.1669).clamp(0.0, 100.0)
}

/// As many digits as mean anything.
fn rounded(value: f64) -> f64 {
    (value * 1e4).round() / 1e4
}

#[derive(Clone, Copy, Default)]
struct Sum {
    sum: f64,
    count: u32,
}

impl Sum {
    fn add(&mut self, value: f64) {
        self.sum += value;
        self.count += 1;
    }

    fn mean(self) -> Option<f64> {
        (self.count > 0).then(|| rounded(self.sum / f64::from(self.count)))
    }
}

/// A look at a position of the game.
struct Look {
    analysis: Analysis,
    /// What White can expect, in points.
    white: f64,
    white_to_move: bool,
}

impl Look {
    /// `None` if Ctrl-C came.
    fn take(desk: &mut Desk) -> Option<Look> {
        let white_to_move = desk.player.side_to_move() == desk.player.game().white;
        let analysis = desk.analyse_until_interrupted()?;
        let points = expected(&analysis);
        Some(Look {
            analysis,
            white: if white_to_move { points } else { 1.0 - points },
            white_to_move,
        })
    }

    /// The value of the position as programs write it: in pawns for White, with the depth. A draw
    /// by rule has no depth, and a win by rule no value: the move has its sign already.
    fn eval(&self) -> Option<String> {
        if let Some(over) = self.analysis.over {
            return (over.outcome == Outcome::Draw).then(|| "0.00".to_owned());
        }
        let finding = &self.analysis.lines.first()?.finding;
        let score = if self.white_to_move {
            finding.shown_score
        } else {
            -finding.shown_score
        };
        Some(format!("{},{}", for_white(score), finding.depth))
    }
}

/// The points that the side to move can expect. Where a game has no measured chances, a man is
/// taken for three quarters of a point.
fn expected(analysis: &Analysis) -> f64 {
    let points = |[win, draw, _]: [u16; 3]| (f64::from(win) + f64::from(draw) / 2.0) / 1000.0;
    if let Some(over) = analysis.over {
        return points(over.wdl());
    }
    let Some(line) = analysis.lines.first() else {
        return 0.5;
    };
    match line.finding.wdl {
        Some(chances) => points(chances),
        None => 1.0 / (1.0 + (-f64::from(line.finding.shown_score.value()) / 91.0).exp()),
    }
}

fn for_white(score: Score) -> String {
    match score.distance() {
        Some(_) => describe(score),
        None => format!("{:.2}", f64::from(score.value()) / 100.0),
    }
}
