//! One game between two engines. The program's own rules judge it.

use super::child_process::{EngineError, it_said};
use super::engine::{BestMove, EngineProcess, STALL_TIMEOUT, STALL_TIMEOUT_WITHOUT_CLOCK};
use super::finished_game::{FinishedGame, Termination};
use crate::any_position::{AnyMove, AnyPosition};
use crate::conditions::adjudication::{AdjudicationRules, Adjudicator};
use crate::conditions::openings::Opening;
use crate::conditions::time_control::GameClock;
use crate::eval::pawn_unit::pawns_text;
use crate::game::{Game, GameLine, Side};
use crate::games::{GameInfo, GameKnowledge};
use crate::notation::record::RecordedMove;
use crate::notation::{MoveStyle, Notation};
use crate::protocol::client::{EngineInfo, MoveRequest};
use crate::search::{Score, ShownScore};
use crate::system::interrupt;
use anyhow::anyhow;
use std::sync::Arc;
use std::time::{Duration, Instant};

/// The settings of a game.
pub struct GameSettings {
    /// The game.
    pub game: &'static GameInfo,
    /// The folders of the endgame tables that end games early; `None`: no tables end them.
    pub tables: Option<String>,
    /// When to end the game early.
    pub adjudication: AdjudicationRules,
    /// By how much an engine may exceed its time.
    pub margin: Duration,
    /// Whether the engines think on their opponent's time.
    pub ponder: bool,
}

/// Knows the rules of a game, and may look up results in endgame tables. It judges any number of games.
pub struct Referee<'a> {
    settings: &'a GameSettings,
    tables: Option<Arc<dyn GameKnowledge>>,
}

impl<'a> Referee<'a> {
    /// Opens the endgame tables.
    ///
    /// # Errors
    /// The tables cannot be opened.
    pub fn new(settings: &'a GameSettings) -> anyhow::Result<Referee<'a>> {
        let GameSettings { game, tables, .. } = settings;
        let tables = tables.as_ref().map(|path| game.open_tables(&game.start(), path)).transpose();
        Ok(Referee { settings, tables: tables.map_err(|error| anyhow!(error))? })
    }

    /// Plays a game. `engines` are by side: the first one has the first move of the game. Faults of engines lose the
    /// game.
    pub fn play(&self, engines: [&mut EngineProcess; 2], opening: &Opening) -> FinishedGame {
        let start = opening.line.start();
        let clocks = engines.each_ref().map(|engine| GameClock::new(engine.config.time_control));
        let mut game = OngoingGame {
            referee: self,
            engines,
            line: GameLine::new(start.clone()),
            start: opening.is_set_up.then(|| start.show_for_protocols()),
            protocol_moves: [Vec::new(), Vec::new()],
            clocks,
            pondering: [None, None],
            record: Vec::new(),
        };
        for &mv in opening.line.moves() {
            game.make_move(mv);
        }
        game.finish()
    }
}

/// What the referee decides: the winner, how the game ended, and the reason that [`Termination::reason`] takes.
type RefereeDecision = (Option<Side>, Termination, &'static str);

struct OngoingGame<'a> {
    referee: &'a Referee<'a>,
    line: GameLine<AnyPosition>,
    engines: [&'a mut EngineProcess; 2],
    /// The first position as the engines expect it; `None`: the initial position.
    start: Option<String>,
    /// By side: the moves so far as the engine expects them.
    protocol_moves: [Vec<String>; 2],
    clocks: [GameClock; 2],
    /// By side: the expected move on which the engine ponders.
    pondering: [Option<String>; 2],
    record: Vec<RecordedMove>,
}

impl OngoingGame<'_> {
    fn finish(mut self) -> FinishedGame {
        let (winner, termination, why) = self.play_to_end();
        if termination != Termination::Interrupted {
            self.stop_pondering();
        }
        FinishedGame {
            reason: termination.reason(winner, self.referee.settings.game.white, why),
            moves: self.record,
            winner,
            termination,
        }
    }

    fn play_to_end(&mut self) -> RefereeDecision {
        for side in Side::BOTH {
            if let Err(error) = self.engines[side.index()].new_game() {
                return (Some(!side), termination_of(error), "");
            }
        }
        let mut adjudicator = Adjudicator::new(self.referee.settings.adjudication);
        let mut adjudicated = None;
        loop {
            if let Some(end) = self.end_by_referee().or(adjudicated) {
                return end;
            }
            let mover = self.line.position().side_to_move();
            let turn = self.play_turn(mover);
            if interrupt::must_abort() {
                return (None, Termination::Interrupted, "");
            }
            let score = match turn {
                Ok(score) => score,
                Err(termination) => return (Some(!mover), termination, ""),
            };
            let adjudication = adjudicator.after_move(mover, score);
            adjudicated = adjudication.map(|it| (it.winner(), Termination::Adjudication, it.reason()));
        }
    }

    /// The end of the game by its rules or by endgame tables.
    fn end_by_referee(&self) -> Option<RefereeDecision> {
        let mover = self.line.position().side_to_move();
        if let Some(end) = self.line.end() {
            return Some((end.outcome.winner(mover), Termination::Normal, end.reason));
        }
        let outcome = self.referee.tables.as_ref()?.table_result(self.line.position())?;
        Some((outcome.winner(mover), Termination::Adjudication, "endgame tables"))
    }

    /// Gets a move from the side to move and plays it. Returns the score that the engine has reported; the error says how the
    /// engine has lost.
    fn play_turn(&mut self, mover: Side) -> Result<Option<Score>, Termination> {
        let side = mover.index();
        let started = self.start_search(mover).map_err(termination_of)?;
        let timeout = match self.clocks[side].time_limit() {
            Some(limit) => limit + self.referee.settings.margin + STALL_TIMEOUT,
            None => self.engines[side].node_timeout().max(STALL_TIMEOUT_WITHOUT_CLOCK),
        };
        let best_move = self.engines[side].wait_for_move(timeout).map_err(termination_of)?;
        let used = best_move.received.saturating_duration_since(started);
        let overtime = self.clocks[side].overtime(used);
        if overtime > self.referee.settings.margin {
            return Err(Termination::TimeForfeit(overtime));
        }
        self.clocks[side].press(used);
        let mv = best_move.mv.as_deref().ok_or("no move".to_owned());
        let mv = mv.and_then(|mv| self.line.position().parse_move(mv).map_err(|error| error.to_string()));
        let mv = mv.map_err(|why| {
            Termination::IllegalMove(why + &it_said(&self.engines[side].message().unwrap_or_default()))
        })?;
        self.make_move(mv);
        if let Some(recorded) = self.record.last_mut() {
            recorded.comment = comment(best_move.info.as_ref(), used);
        }
        if self.referee.settings.ponder {
            self.start_pondering(mover, &best_move);
        }
        Ok(best_move.info.map(|info| info.score))
    }

    /// Starts a search, or continues the one that ponders on the last move. Returns the time from which the engine's
    /// clock runs.
    fn start_search(&mut self, mover: Side) -> Result<Instant, EngineError> {
        let side = mover.index();
        if let Some(expected) = self.pondering[side].take() {
            if self.protocol_moves[side].last() == Some(&expected) {
                return self.engines[side].ponder_hit();
            }
            self.engines[side].cancel_search()?;
        }
        let request = MoveRequest {
            start: self.start.as_deref(),
            moves: &self.protocol_moves[side],
            limits: self.clocks[side].limits(&self.clocks[1 - side], side == 0),
            ponder: false,
        };
        self.engines[side].go(&request)
    }

    /// Lets an engine ponder on the reply that it expects. An error shows again at its next move.
    ///
    /// There is nothing to ponder on where the reply ends the game: some engines crash if they have no move.
    fn start_pondering(&mut self, mover: Side, best_move: &BestMove) {
        let side = mover.index();
        let Some(expected) = best_move.ponder.as_ref().filter(|mv| self.continues_after(mv)) else { return };
        let mut moves = self.protocol_moves[side].clone();
        moves.push(expected.clone());
        let request = MoveRequest {
            start: self.start.as_deref(),
            moves: &moves,
            limits: self.clocks[side].limits(&self.clocks[1 - side], side == 0),
            ponder: true,
        };
        if self.engines[side].go(&request).is_ok() {
            self.pondering[side] = moves.pop();
        }
    }

    fn stop_pondering(&mut self) {
        for (engine, expected) in self.engines.iter_mut().zip(&mut self.pondering) {
            if expected.take().is_some() {
                let _ = engine.cancel_search();
            }
        }
    }

    /// Whether a move is legal and the game goes on after it.
    fn continues_after(&self, mv: &str) -> bool {
        self.line.position().parse_move(mv).is_ok_and(|mv| {
            let mut line = self.line.clone();
            line.play(mv);
            line.outcome().is_none()
        })
    }

    /// Plays a legal move.
    fn make_move(&mut self, mv: AnyMove) {
        let position = self.line.position();
        for (moves, engine) in self.protocol_moves.iter_mut().zip(&self.engines) {
            moves.push(position.show_move(mv, engine.config.move_style()));
        }
        self.record.push(RecordedMove::new(position.show_move(mv, MoveStyle::Short)));
        self.line.play(mv);
    }
}

/// How an engine with this error has lost.
fn termination_of(error: EngineError) -> Termination {
    match error {
        EngineError::Start(_) => Termination::Crashed(String::new()),
        EngineError::Exited(last_words) => Termination::Crashed(last_words),
        EngineError::Timeout { .. } => Termination::Stalled,
        EngineError::Disqualified(why) => Termination::Disqualified(why),
        EngineError::Interrupted => Termination::Interrupted,
    }
}

/// Score, depth and time in the common format of match programs: `+0.35/12 0.521s`.
fn comment(info: Option<&EngineInfo>, used: Duration) -> String {
    let seconds = used.as_secs_f64();
    let searched = info.map(|info| format!("{}/{} ", score_text(info.score), info.depth));
    format!("{}{seconds:.3}s", searched.unwrap_or_default())
}

fn score_text(score: Score) -> String {
    match ShownScore::of_score(score, 100).moves_to_end() {
        Some(moves) if score.is_win() => format!("+M{moves}"),
        Some(moves) => format!("-M{}", -moves),
        None => pawns_text(score.value()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn scores_in_comments() {
        for (score, expected) in [
            (Score::win_in(3), "+M2"),
            (Score::loss_in(1), "-M1"),
            (Score::loss_in(4), "-M2"),
            (Score::estimate(35), "+0.35"),
        ] {
            assert_eq!(score_text(score), expected);
        }
    }
}
