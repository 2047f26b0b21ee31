//! Reasons in words why a move is bad. Each can be shown: by a line that ends in a mate or a loss of material, which a deeper
//! search confirms, by endgame tables, or by the theory of the game. Where nothing can be shown, there is no reason.

use super::analyser::{Analyser, DeeperLimit, StopSignal};
use super::analysis::Analysis;
use super::exchange::Exchange;
use super::mark::Mark;
use crate::any_position::{AnyMove, AnyPosition};
use crate::game::{Game, GameLine, Outcome, Theory};
use crate::search::ShownScore;
use serde::Serialize;

/// Why a move is bad.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Reason {
    /// What kind of reason it is.
    pub kind: ReasonKind,
    /// The reason in words: `loses a rook`, `misses mate in 3`.
    pub text: String,
    /// Whether the line is what should have been played, and not what follows.
    pub is_instead: bool,
    /// The line that shows it, after the move or instead of it; may be empty.
    #[serde(skip)]
    pub line: Vec<AnyMove>,
}

/// The kinds of reasons.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum ReasonKind {
    /// A mate, or the forced end of another game.
    Mate,
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
}

/// How many times as many nodes the searches visit that confirm a reason.
const DEEPER: u32 = 10;

impl BadMove<'_> {
    /// Why the move is bad; `None` if that cannot be shown, or after a stop.
    pub fn reason(&self, analyser: &mut Analyser, stop: StopSignal) -> Option<Reason> {
        if self.after.game_end.is_some() {
            return None;
        }
        let mut line = self.line.clone();
        line.play(self.played);
        if let Some(reason) = self.by_theory(line.position()) {
            return Some(reason);
        }
        let after = self.deeper(self.after, &line, analyser, stop)?;
        let shown = self.by_line(&after).or_else(|| self.by_tables(&line, analyser));
        shown.or_else(|| self.by_missed_line(&after, analyser, stop))
    }

    /// The analysis of a position with more nodes.
    fn deeper(
        &self,
        analysis: &Analysis,
        line: &GameLine<AnyPosition>,
        analyser: &mut Analyser,
        stop: StopSignal,
    ) -> Option<Analysis> {
        let limit = DeeperLimit {
            nodes: analysis.nodes() * u64::from(DEEPER),
            time: analysis.elapsed * DEEPER,
            multi_pv: None,
        };
        analyser.analyse_deeper(line, limit, stop).ok().flatten()
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
        Some(Reason { kind: ReasonKind::Theory, text, is_instead: false, line: Vec::new() })
    }

    /// Endgame tables know the position before and after the move.
    fn by_tables(&self, after: &GameLine<AnyPosition>, analyser: &mut Analyser) -> Option<Reason> {
        let was = analyser.table_result(self.line)?;
        let is = analyser.table_result(after)?.flipped();
        let text = format!("{} by the endgame tables", worse(was, is)?);
        Some(Reason { kind: ReasonKind::Tables, text, is_instead: false, line: Vec::new() })
    }

    /// What follows the move is a mate or a loss of material.
    fn by_line(&self, after: &Analysis) -> Option<Reason> {
        if let Some((text, line)) = forced_end(after) {
            return Some(Reason { kind: ReasonKind::Mate, text: format!("allows {text}"), is_instead: false, line });
        }
        let loss = self.before.expected_result() - (1.0 - after.expected_result());
        let (_, mover) = (Mark::of(loss)?, self.line.position().side_to_move());
        let mut moves = vec![self.played];
        moves.extend(&after.lines.first()?.moves);
        let lost = Exchange::settled(self.line.position(), &moves, mover)?;
        let usual = Exchange::settled(self.line.position(), &self.before.lines.first()?.moves, mover);
        if usual.is_some_and(|usual| usual.net >= lost.net) {
            return None;
        }
        let line = moves[1..lost.plies].to_vec();
        Some(Reason { kind: ReasonKind::Material, text: lost.text(), is_instead: false, line })
    }

    /// The line that should have been played mates or wins material.
    fn by_missed_line(&self, after: &Analysis, analyser: &mut Analyser, stop: StopSignal) -> Option<Reason> {
        let opponent = !self.line.position().side_to_move();
        let is_candidate = |before: &Analysis| {
            let line = before.lines.first().filter(|line| line.moves.first() != Some(&self.played))?;
            let wins = Exchange::settled(&before.position, &line.moves, opponent);
            (forced_end(before).is_some() || wins.is_some()).then_some(())
        };
        is_candidate(self.before)?;
        let before = self.deeper(self.before, self.line, analyser, stop)?;
        is_candidate(&before)?;
        if let Some((text, line)) = forced_end(&before) {
            return Some(Reason { kind: ReasonKind::Mate, text: format!("misses {text}"), is_instead: true, line });
        }
        Mark::of(before.expected_result() - (1.0 - after.expected_result()))?;
        let moves = &before.lines.first()?.moves;
        let won = Exchange::settled(&before.position, moves, opponent)?;
        let mut played = vec![self.played];
        played.extend(&after.lines.first()?.moves);
        let usual = Exchange::settled(self.line.position(), &played, opponent);
        if usual.is_some_and(|usual| usual.net >= won.net) {
            return None;
        }
        let line = moves[..won.plies].to_vec();
        Some(Reason { kind: ReasonKind::Material, text: format!("misses {}", won.gain()), is_instead: true, line })
    }
}

/// `was won, is lost now`, if the result has become worse for the player.
fn worse(was: Outcome, is: Outcome) -> Option<String> {
    let words = |outcome| match outcome {
        Outcome::Win => "won",
        Outcome::Draw => "drawn",
        Outcome::Loss => "lost",
    };
    let rank = |outcome: Outcome| outcome.wdl()[0] + outcome.wdl()[1] / 2;
    (rank(is) < rank(was)).then(|| format!("was {}, is {} now", words(was), words(is)))
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
