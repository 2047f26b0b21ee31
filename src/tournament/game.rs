//! One game of two engines, judged by our rules.

use super::adjudication::{AdjudicationRules, Adjudicator};
use super::engine::{BestMove, EngineProcess};
use super::engine_error::EngineError;
use super::finished_game::{FinishedGame, Termination};
use super::openings::Opening;
use super::time_control::{GameClock, TimeControl};
use crate::game::Side;
use crate::notation::MoveStyle;
use crate::notation::record::RecordedMove;
use crate::player::Referee;
use crate::protocol::client::{EngineInfo, MoveRequest};
use crate::search::Score;
use std::sync::atomic::AtomicBool;
use std::sync::atomic::Ordering::Relaxed;
use std::time::{Duration, Instant};

/// What two engines play by.
#[derive(Clone, Copy, Debug)]
pub struct GameSettings<'a> {
    /// By sides: how long the engine may think.
    pub time_controls: [TimeControl; 2],
    /// By sides: how the engine writes moves.
    pub move_styles: [MoveStyle; 2],
    /// When a game ends early.
    pub adjudication: AdjudicationRules,
    /// How long an engine may overstep its time.
    pub margin: Duration,
    /// Whether the engines think on their opponent's time.
    pub ponder: bool,
    /// Set when nobody wants to wait for the end.
    pub interrupted: &'a AtomicBool,
}

/// An engine that has a clock but does not move for so long after it ran out, or one without a
/// clock that does not move for so long, has stalled.
const STALL_TIMEOUT: Duration = Duration::from_secs(10);
const STALL_TIMEOUT_WITHOUT_CLOCK: Duration = Duration::from_secs(600);

/// Plays a game; the engine with the first move comes first.
pub fn play(
    referee: &mut dyn Referee,
    engines: [&mut EngineProcess; 2],
    opening: &Opening,
    terms: &GameSettings<'_>,
) -> Result<FinishedGame, String> {
    referee.set_position(opening.start.as_deref(), &[])?;
    let start = opening.start.is_some().then(|| referee.protocol_position());
    let mut duel = OngoingGame {
        referee,
        engines,
        settings: terms,
        start,
        moves_for: [Vec::new(), Vec::new()],
        clocks: terms.time_controls.map(GameClock::new),
        pondering: [None, None],
        record: Vec::new(),
    };
    for mv in &opening.moves {
        duel.make_move(mv)?;
    }
    Ok(duel.run())
}

/// Who won, how, and why: see [`Ending::reason`].
type End = (Option<Side>, Termination, &'static str);

struct OngoingGame<'a> {
    referee: &'a mut dyn Referee,
    engines: [&'a mut EngineProcess; 2],
    settings: &'a GameSettings<'a>,
    start: Option<String>,
    /// By sides: the moves as the engine writes them.
    moves_for: [Vec<String>; 2],
    clocks: [GameClock; 2],
    /// By sides: the move that the engine thinks about on its opponent's time.
    pondering: [Option<String>; 2],
    record: Vec<RecordedMove>,
}

impl OngoingGame<'_> {
    fn run(mut self) -> FinishedGame {
        let (winner, ending, why) = self.play_to_end();
        if ending != Termination::Interrupted {
            self.stop_pondering();
        }
        FinishedGame {
            reason: ending.reason(winner, self.referee.game().white, why),
            moves: self.record,
            winner,
            termination: ending,
        }
    }

    /// Plays to the end.
    fn play_to_end(&mut self) -> End {
        for side in Side::BOTH {
            if let Err(failure) = self.engines[side.index()].new_game() {
                return (Some(!side), termination_of(failure), "");
            }
        }
        let mut observer = Adjudicator::new(self.settings.adjudication);
        let mut adjudged = None;
        loop {
            if let Some(end) = self.end_by_referee().or(adjudged) {
                return end;
            }
            let mover = self.referee.side_to_move();
            let turn = self.play_turn(mover);
            if self.settings.interrupted.load(Relaxed) {
                return (None, Termination::Interrupted, "");
            }
            let thought = match turn {
                Ok(thought) => thought,
                Err(ending) => return (Some(!mover), ending, ""),
            };
            let score = thought.map(|thought| thought.score);
            adjudged = observer
                .after_move(mover, score)
                .map(|it| (it.winner(), Termination::Adjudication, it.reason()));
        }
    }

    /// How the game has ended, by its rules or by endgame tables.
    fn end_by_referee(&self) -> Option<End> {
        let mover = self.referee.side_to_move();
        if let Some(outcome) = self.referee.outcome() {
            let why = self.referee.end_reason();
            return Some((outcome.winner(mover), Termination::Normal, why));
        }
        let outcome = self.referee.tablebase_result()?;
        Some((
            outcome.winner(mover),
            Termination::Adjudication,
            "endgame tables",
        ))
    }

    /// A move of one side.
    fn play_turn(&mut self, mover: Side) -> Result<Option<EngineInfo>, Termination> {
        let side = mover.index();
        let began = self.start_search(mover).map_err(termination_of)?;
        let limit = self.clocks[side].time_limit();
        let patience = match limit {
            Some(limit) => limit + self.settings.margin + STALL_TIMEOUT,
            None => self.engines[side]
                .node_timeout()
                .max(STALL_TIMEOUT_WITHOUT_CLOCK),
        };
        let decision = self.engines[side].wait_for_move(began + patience);
        let decision = match decision {
            Ok(Some(decision)) => decision,
            Ok(None) => return Err(Termination::Stalled),
            Err(failure) => return Err(termination_of(failure)),
        };
        let used = decision.received.saturating_duration_since(began);
        let over = self.clocks[side].overtime(used);
        if over > self.settings.margin {
            return Err(Termination::TimeForfeit(over));
        }
        self.clocks[side].press(used);
        let Some(best) = &decision.mv else {
            return Err(Termination::IllegalMove("no move".to_owned()));
        };
        self.make_move(best).map_err(Termination::IllegalMove)?;
        if let Some(played) = self.record.last_mut() {
            played.comment = comment(&decision, used);
        }
        if self.settings.ponder {
            self.start_pondering(mover, &decision);
        }
        Ok(decision.info)
    }

    /// Lets an engine think about its move; says since when its clock runs.
    fn start_search(&mut self, mover: Side) -> Result<Instant, EngineError> {
        let side = mover.index();
        if let Some(expected) = self.pondering[side].take() {
            if self.moves_for[side].last() == Some(&expected) {
                return self.engines[side].ponder_hit();
            }
            self.engines[side].cancel_search()?;
        }
        let task = MoveRequest {
            start: self.start.as_deref(),
            moves: &self.moves_for[side],
            limits: self.clocks[side].limits(&self.clocks[1 - side], side == 0),
            ponder: false,
        };
        self.engines[side].go(&task)
    }

    /// An engine that cannot be told to ponder will be found out at its next move.
    fn start_pondering(&mut self, mover: Side, decision: &BestMove) {
        let side = mover.index();
        let Some(expected) = &decision.ponder else {
            return;
        };
        let mut moves = self.moves_for[side].clone();
        moves.push(expected.clone());
        let task = MoveRequest {
            start: self.start.as_deref(),
            moves: &moves,
            limits: self.clocks[side].limits(&self.clocks[1 - side], side == 0),
            ponder: true,
        };
        if self.engines[side].go(&task).is_ok() {
            self.pondering[side] = moves.pop();
        }
    }

    fn stop_pondering(&mut self) {
        for side in 0..2 {
            if self.pondering[side].take().is_some() {
                let _ = self.engines[side].cancel_search();
            }
        }
    }

    /// Plays a move if it is legal; else says why not.
    fn make_move(&mut self, mv: &str) -> Result<(), String> {
        let [first, second] = self.settings.move_styles;
        let styles = [first, second, MoveStyle::Short];
        let texts = self.referee.play(mv, &styles)?;
        if let [first, second, short] = &texts[..] {
            self.moves_for[0].push(first.clone());
            self.moves_for[1].push(second.clone());
            self.record.push(RecordedMove::new(short.clone()));
        }
        Ok(())
    }
}

fn termination_of(failure: EngineError) -> Termination {
    match failure {
        EngineError::Start(_) | EngineError::Exited => Termination::Crashed,
        EngineError::Timeout { .. } => Termination::Stalled,
        EngineError::Disqualified(why) => Termination::Disqualified(why),
        EngineError::Interrupted => Termination::Interrupted,
    }
}

/// Score, depth and time, as programs that read matches expect it: `+0.35/12 0.52s`.
fn comment(decision: &BestMove, used: Duration) -> String {
    let seconds = used.as_secs_f64();
    match decision.info {
        Some(thought) => format!(
            "{}/{} {seconds:.3}s",
            score_text(thought.score),
            thought.depth
        ),
        None => format!("{seconds:.3}s"),
    }
}

fn score_text(score: Score) -> String {
    match score.distance() {
        Some(plies) if plies > 0 => format!("+M{}", (plies + 1) / 2),
        Some(plies) => format!("-M{}", plies.abs() / 2),
        None => format!("{:+.2}", f64::from(score.value()) / 100.0),
    }
}
