//! Whole games: what every move cost, and where the game was decided.

use super::desk::Desk;
use super::finding::{Analysis, Both, describe};
use crate::game::Side;
use crate::notation::Style;
use crate::notation::record::{Played, Record};
use crate::search::Score;
use serde::Serialize;

/// A judgement of every move of a game.
pub struct Judged {
    /// What White could expect at the start, in points from 0 to 1.
    pub start: f64,
    /// The moves.
    pub moves: Vec<JudgedMove>,
    /// White's and Black's accuracy, from 0 to 100; `None` without a move.
    pub accuracy: [Option<f64>; 2],
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
}

/// How bad a move is, by the points that it loses.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Mark {
    /// `?!`: a tenth of a point.
    Inaccuracy,
    /// `?`: two tenths.
    Mistake,
    /// `??`: three tenths.
    Blunder,
}

impl Mark {
    fn of(loss: f64) -> Option<Mark> {
        match loss {
            loss if loss >= 0.3 => Some(Mark::Blunder),
            loss if loss >= 0.2 => Some(Mark::Mistake),
            loss if loss >= 0.1 => Some(Mark::Inaccuracy),
            _ => None,
        }
    }

    fn glyph(self) -> u8 {
        match self {
            Mark::Inaccuracy => 6,
            Mark::Mistake => 2,
            Mark::Blunder => 4,
        }
    }
}

/// Analyses every position of a game and annotates it. The message names the move that is wrong, up
/// to which the record is annotated.
pub fn judge(record: &mut Record, desk: &mut Desk) -> Result<Judged, String> {
    desk.player.set_position(record.setup(), &[])?;
    desk.player.new_game();
    let white = desk.player.game().white;
    let mut before = Look::take(desk);
    let start = rounded(before.white);
    let mut moves = Vec::new();
    let mut sums = [Sum::default(); 2];
    for played in &mut record.moves {
        let mover = desk.player.side_to_move();
        let texts = desk.player.play(&played.text, &[Style::Long, Style::Short]);
        let texts = texts.map_err(|error| format!("line {}: {error}", played.line))?;
        let [long, short] = <[String; 2]>::try_from(texts).unwrap_or_default();
        let after = Look::take(desk);
        let judged = compare(&before, &after, Both { long, short }, mover == white);
        annotate(played, &judged, &before, &after);
        sums[usize::from(mover != white)].add(accuracy(judged.loss));
        moves.push(judged);
        before = after;
    }
    let accuracy = sums.map(Sum::mean);
    for (name, accuracy) in ["WhiteAccuracy", "BlackAccuracy"].iter().zip(accuracy) {
        if let Some(accuracy) = accuracy {
            record.set_tag(name, format_args!("{accuracy:.1}"));
        }
    }
    Ok(Judged {
        start,
        moves,
        accuracy,
    })
}

fn compare(before: &Look, after: &Look, played: Both, by_white: bool) -> JudgedMove {
    let best = before.analysis.as_ref().and_then(Analysis::best);
    let better = best.filter(|best| *best != played);
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
    }
}

/// Writes the judgement into the record.
fn annotate(played: &mut Played, judged: &JudgedMove, before: &Look, after: &Look) {
    played.text.clone_from(&judged.played.short);
    played.comment = after.comment(&played.comment);
    if let Some(mark) = judged.mark {
        played.glyphs = vec![mark.glyph()];
        let line = before
            .analysis
            .as_ref()
            .and_then(|analysis| analysis.lines.first());
        played.instead = line.map_or_else(Vec::new, |line| line.short.clone());
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
    /// `None` if the game is over.
    analysis: Option<Analysis>,
    /// What White can expect, in points.
    white: f64,
    white_to_move: bool,
}

impl Look {
    fn take(desk: &mut Desk) -> Look {
        let mover = desk.player.side_to_move();
        let white_to_move = mover == desk.player.game().white;
        let (analysis, points) = match desk.player.outcome() {
            Some(outcome) => (None, points(outcome.winner(mover), mover)),
            None => {
                let analysis = desk.analyse();
                let points = expected(&analysis);
                (Some(analysis), points)
            }
        };
        Look {
            analysis,
            white: if white_to_move { points } else { 1.0 - points },
            white_to_move,
        }
    }

    /// What was said of the move, and the value of the position after it as programs write it:
    /// in pawns for White, with the depth.
    fn comment(&self, said: &str) -> String {
        let value = self.analysis.as_ref().and_then(|analysis| {
            let finding = &analysis.lines.first()?.finding;
            let score = if self.white_to_move {
                finding.shown
            } else {
                -finding.shown
            };
            Some(format!("[%eval {},{}]", for_white(score), finding.depth))
        });
        let parts = [said.to_owned(), value.unwrap_or_default()];
        parts.join(" ").trim().to_owned()
    }
}

fn points(winner: Option<Side>, side: Side) -> f64 {
    match winner {
        None => 0.5,
        Some(winner) => f64::from(u8::from(winner == side)),
    }
}

/// The points that the side to move can expect. Where a game has no measured chances, a man is
/// taken for three quarters of a point.
fn expected(analysis: &Analysis) -> f64 {
    let Some(line) = analysis.lines.first() else {
        return 0.5;
    };
    match line.finding.chances {
        Some([win, draw, _]) => (f64::from(win) + f64::from(draw) / 2.0) / 1000.0,
        None => 1.0 / (1.0 + (-f64::from(line.finding.shown.value()) / 91.0).exp()),
    }
}

fn for_white(score: Score) -> String {
    match score.distance() {
        Some(_) => describe(score),
        None => format!("{:.2}", f64::from(score.value()) / 100.0),
    }
}
