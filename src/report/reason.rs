//! Reasons in words why a move is bad. Each can be shown: by a line that ends in a mate or a loss of material, which a deeper
//! search confirms, by the rules, by endgame tables, or by the theory of the game. Where nothing can be shown, there is no reason.

use super::analyser::{Analyser, DeeperLimit};
use super::analysis::{Analysis, MoveText, move_texts};
use super::exchange::{Exchange, LineMaterial};
use super::mark::MarkThresholds;
use crate::any_position::{AnyMove, AnyPosition};
use crate::game::{Game, GameEnd, GameLine, Outcome, Side, Theory};
use crate::search::{ShownScore, points};
use crate::system::StopSignal;
use serde::Serialize;

/// Why a move is bad.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Reason {
    /// What kind of reason it is.
    pub kind: ReasonKind,
    /// The reason in words: `loses a rook`, `misses mate in 3`.
    pub text: String,
    /// Whether the line should have been played in place of the move; else it follows the move.
    pub replaces_move: bool,
    /// The line that shows it; empty if theory or tables do.
    pub line: Vec<MoveText>,
}

/// The kinds of reasons.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum ReasonKind {
    /// A mate, or the forced end of another game.
    Mate,
    /// The rules, by which the move ends the game.
    Rules,
    /// The result by endgame tables.
    Tables,
    /// The result by the theory of the game.
    Theory,
    /// Pieces that are lost, or not won.
    Material,
}

/// A bad move, and the searches before and after it.
pub struct BadMove<'a> {
    /// The game up to the move.
    pub line: &'a GameLine<AnyPosition>,
    /// The move.
    pub played: AnyMove,
    /// The analysis of the position before the move.
    pub before: &'a Analysis,
    /// The analysis of the position after the move.
    pub after: &'a Analysis,
    /// What counts as a bad move.
    pub thresholds: MarkThresholds,
}

/// The worth of a mate, in pawns or men: more than all pieces.
const MATE: i32 = 1000;

/// The searches that confirm a reason visit this many times the nodes of the first ones.
const DEEPER: u32 = 10;

/// Maximum number of plies that show a loss: longer lines are not reliable.
pub const MAX_PLIES: usize = 16;

/// A line with fewer plies does not show how its exchanges end: a search may end when it has just found a new best move.
const SHORT_LINE: usize = 8;

impl BadMove<'_> {
    /// Why the move is bad; `None` if that cannot be shown, or after a stop.
    ///
    /// # Errors
    /// The engine fails in a deeper search.
    pub fn reason(&self, analyser: &mut Analyser, stop: StopSignal) -> Result<Option<Reason>, String> {
        if let Some(end) = self.after.game_end {
            return Ok(by_end(end));
        }
        let mut line = self.line.clone();
        line.play(self.played);
        if let Some(reason) = self.by_theory(line.position()) {
            return Ok(Some(reason));
        }
        let Some(after) = self.deeper(self.after, &line, analyser, stop)? else { return Ok(None) };
        let Some(before) = self.deeper(self.before, self.line, analyser, stop)? else { return Ok(None) };
        let searched = BadMove { before: &before, after: &after, ..*self };
        // The deeper searches must agree that the move is bad.
        let is_bad = before.best() != Some(self.played)
            && self.thresholds.mark(before.expected_result() + after.expected_result() - 1.0).is_some();
        let shown = [searched.by_missed_line(), searched.by_line()].into_iter().flatten().filter(|_| is_bad);
        let greatest = shown.max_by_key(|(worth, _)| *worth).map(|(_, reason)| reason);
        Ok(greatest.or_else(|| self.by_tables(&line, analyser)))
    }

    /// The analysis of a position with more nodes. If its best line is short, another search continues it.
    fn deeper(
        &self,
        analysis: &Analysis,
        line: &GameLine<AnyPosition>,
        analyser: &mut Analyser,
        stop: StopSignal,
    ) -> Result<Option<Analysis>, String> {
        let nodes = analysis.nodes().saturating_mul(DEEPER.into());
        let limit = DeeperLimit { nodes, time: analysis.elapsed * DEEPER, multi_pv: None };
        let Some(mut found) = analyser.analyse(line, Some(limit), stop)? else { return Ok(None) };
        if let Some(best) = found.lines.first_mut().filter(|best| best.moves.len() < SHORT_LINE) {
            let mut reached = line.clone();
            best.moves.iter().for_each(|&mv| reached.play(mv));
            let Some(further) = analyser.analyse(&reached, Some(limit), stop)? else { return Ok(None) };
            best.moves.extend(further.lines.into_iter().next().map(|next| next.moves).unwrap_or_default());
        }
        Ok(Some(found))
    }

    /// The theory knows the position before and after the move.
    fn by_theory(&self, after: &AnyPosition) -> Option<Reason> {
        let position = self.line.position();
        let [was, is] = [position.theory()?.outcome, after.theory()?.outcome.flipped()];
        let change = worse(was, is)?;
        let values = position.grundy_value().zip(after.grundy_value());
        // Not so in misère play.
        let text = match values.filter(|&(before, after)| (before != 0) == (was == Outcome::Win) && after != 0) {
            Some((before, after)) => {
                format!("{change} by theory: Grundy value {before} before, {after} after; a winning move leaves 0")
            }
            None => format!("{change} by theory"),
        };
        Some(Reason { kind: ReasonKind::Theory, text, replaces_move: false, line: Vec::new() })
    }

    /// Endgame tables know the position before and after the move.
    fn by_tables(&self, after: &GameLine<AnyPosition>, analyser: &mut Analyser) -> Option<Reason> {
        let was = analyser.engine.table_result(self.line)?;
        let is = analyser.engine.table_result(after)?.flipped();
        let text = format!("{} by the endgame tables", worse(was, is)?);
        Some(Reason { kind: ReasonKind::Tables, text, replaces_move: false, line: Vec::new() })
    }

    /// The reason if the line after the move ends in a mate or loses material, with what that is worth in pawns or men.
    fn by_line(&self) -> Option<(i32, Reason)> {
        if let Some((text, line)) = forced_end(self.after) {
            let line = move_texts(&self.after.position, &line);
            let text = format!("allows {text}");
            return Some((MATE, Reason { kind: ReasonKind::Mate, text, replaces_move: false, line }));
        }
        let lost = self.loss(&self.moves_played()?, self.best_moves()?, self.line.position().side_to_move())?;
        let moves = &self.after.lines.first()?.moves;
        let line = move_texts(&self.after.position, &moves[..lost.plies - 1]);
        Some((lost.net, Reason { kind: ReasonKind::Material, text: lost.text(), replaces_move: false, line }))
    }

    /// The reason if the best line mates or wins material, with what that is worth in pawns or men.
    fn by_missed_line(&self) -> Option<(i32, Reason)> {
        if let Some((text, line)) = forced_end(self.before) {
            let line = move_texts(&self.before.position, &line);
            let text = format!("misses {text}");
            return Some((MATE, Reason { kind: ReasonKind::Mate, text, replaces_move: true, line }));
        }
        let (position, moves) = (self.line.position(), self.best_moves()?);
        let won = self.loss(moves, &self.moves_played()?, !position.side_to_move())?;
        let (text, line) = (format!("misses {}", won.gain()), move_texts(position, &moves[..won.plies]));
        Some((won.net, Reason { kind: ReasonKind::Material, text, replaces_move: true, line }))
    }

    /// The material that `side` loses in the line `moves`; `None` if it loses as much in the line `others`, or if the evaluation
    /// falls too little for that.
    fn loss(&self, moves: &[AnyMove], others: &[AnyMove], side: Side) -> Option<Exchange> {
        let otherwise = LineMaterial::of(self.line.position(), others, side)?.known_loss()?.max(0);
        let is_shown = |net: i32| net > otherwise && self.drop_fits(net);
        LineMaterial::of(self.line.position(), moves, side)?.greatest_loss(MAX_PLIES, is_shown)
    }

    /// The line that should have been played.
    fn best_moves(&self) -> Option<&[AnyMove]> {
        self.before.lines.first().map(|best| &best.moves[..])
    }

    /// The move and the line that follows it.
    fn moves_played(&self) -> Option<Vec<AnyMove>> {
        let following = &self.after.lines.first()?.moves;
        Some([&[self.played], &following[..]].concat())
    }

    /// Whether the evaluation falls enough for a loss of `net`: by 0.3 and 0.35 of what is lost, in pawns or men. Any fall fits
    /// if one of the evaluations is a win or a loss.
    fn drop_fits(&self, net: i32) -> bool {
        let score = |analysis: &Analysis| match analysis.lines.first().map(|line| line.info.shown_score) {
            Some(ShownScore::Estimate(hundredths)) => Some(hundredths),
            _ => None,
        };
        match (score(self.before), score(self.after)) {
            (Some(before), Some(after)) => before + after >= 30 + 35 * net,
            _ => true,
        }
    }
}

/// The move ends the game, and the player does not win.
fn by_end(end: GameEnd) -> Option<Reason> {
    let text = match end.outcome {
        Outcome::Win => format!("loses at once: {}", end.reason),
        Outcome::Draw => format!("ends the game in a draw: {}", end.reason),
        Outcome::Loss => return None,
    };
    Some(Reason { kind: ReasonKind::Rules, text, replaces_move: false, line: Vec::new() })
}

/// `was won, is lost now`, if the result has become worse for the player.
fn worse(was: Outcome, is: Outcome) -> Option<String> {
    (points(is.wdl()) < points(was.wdl())).then(|| format!("was {}, is {} now", was.participle(), is.participle()))
}

/// A win of the side to move that the best line shows to its end: `mate in 3` with the line.
pub fn forced_end(analysis: &Analysis) -> Option<(String, Vec<AnyMove>)> {
    let line = analysis.lines.first()?;
    let ShownScore::WinIn(plies) = line.info.shown_score else { return None };
    let mut reached = GameLine::new(analysis.position.clone());
    line.moves.iter().for_each(|&mv| reached.play(mv));
    let is_shown = line.moves.len() == usize::try_from(plies).ok()? && reached.outcome() == Some(Outcome::Loss);
    let moves = (plies + 1) / 2;
    let end =
        if reached.end_reason() == "checkmate" { format!("mate in {moves}") } else { format!("a win in {moves}") };
    is_shown.then(|| (end, line.moves.clone()))
}
