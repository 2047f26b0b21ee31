//! One game of two engines, judged by our rules.

use super::adjudication::{Observer, Rules};
use super::ending::{Ending, Finished};
use super::engine::{Adversary, Decision};
use super::failure::Failure;
use super::openings::Opening;
use super::time_control::{Control, GameClock};
use crate::game::Side;
use crate::notation::MoveStyle;
use crate::notation::record::RecordedMove;
use crate::player::Referee;
use crate::protocol::client::{Task, Thinking};
use crate::search::Score;
use std::sync::atomic::AtomicBool;
use std::sync::atomic::Ordering::Relaxed;
use std::time::{Duration, Instant};

/// What two engines play by.
#[derive(Clone, Copy, Debug)]
pub struct Terms<'a> {
    /// By sides: how long the engine may think.
    pub controls: [Control; 2],
    /// By sides: how the engine writes moves.
    pub styles: [MoveStyle; 2],
    /// When a game ends early.
    pub rules: Rules,
    /// How long an engine may overstep its time.
    pub margin: Duration,
    /// Whether the engines think on their opponent's time.
    pub ponder: bool,
    /// Set when nobody wants to wait for the end.
    pub interrupted: &'a AtomicBool,
}

/// An engine that has a clock but does not move for so long after it ran out, or one without a
/// clock that does not move for so long, has stalled.
const STALLED_AFTER: Duration = Duration::from_secs(10);
const STALLED_WITHOUT_CLOCK: Duration = Duration::from_secs(600);

/// Plays a game; the engine with the first move comes first.
pub fn play(
    referee: &mut dyn Referee,
    engines: [&mut Adversary; 2],
    opening: &Opening,
    terms: &Terms<'_>,
) -> Result<Finished, String> {
    referee.set_position(opening.start.as_deref(), &[])?;
    let start = opening
        .start
        .is_some()
        .then(|| referee.exchanged_position());
    let mut duel = Duel {
        referee,
        engines,
        terms,
        start,
        played: [Vec::new(), Vec::new()],
        clocks: terms.controls.map(GameClock::new),
        pondering: [None, None],
        moves: Vec::new(),
    };
    for mv in &opening.moves {
        duel.move_piece(mv)?;
    }
    Ok(duel.run())
}

/// Who won, how, and why: see [`Ending::reason`].
type End = (Option<Side>, Ending, &'static str);

struct Duel<'a> {
    referee: &'a mut dyn Referee,
    engines: [&'a mut Adversary; 2],
    terms: &'a Terms<'a>,
    start: Option<String>,
    /// By sides: the moves as the engine writes them.
    played: [Vec<String>; 2],
    clocks: [GameClock; 2],
    /// By sides: the move that the engine thinks about on its opponent's time.
    pondering: [Option<String>; 2],
    moves: Vec<RecordedMove>,
}

impl Duel<'_> {
    fn run(mut self) -> Finished {
        let (winner, ending, why) = self.end();
        if ending != Ending::Interrupted {
            self.end_pondering();
        }
        Finished {
            reason: ending.reason(winner, self.referee.game().white, why),
            moves: self.moves,
            winner,
            ending,
        }
    }

    /// Plays to the end.
    fn end(&mut self) -> End {
        for side in Side::BOTH {
            if let Err(failure) = self.engines[side.index()].new_game() {
                return (Some(!side), ending_of(failure), "");
            }
        }
        let mut observer = Observer::new(self.terms.rules);
        let mut adjudged = None;
        loop {
            if let Some(end) = self.judged().or(adjudged) {
                return end;
            }
            let mover = self.referee.side_to_move();
            let turn = self.turn(mover);
            if self.terms.interrupted.load(Relaxed) {
                return (None, Ending::Interrupted, "");
            }
            let thought = match turn {
                Ok(thought) => thought,
                Err(ending) => return (Some(!mover), ending, ""),
            };
            let score = thought.map(|thought| thought.score);
            adjudged = observer
                .ended(mover, score)
                .map(|it| (it.winner(), Ending::Adjudication, it.reason()));
        }
    }

    /// How the game has ended, by its rules or by endgame tables.
    fn judged(&self) -> Option<End> {
        let mover = self.referee.side_to_move();
        if let Some(outcome) = self.referee.outcome() {
            let why = self.referee.end_reason();
            return Some((outcome.winner(mover), Ending::Normal, why));
        }
        let outcome = self.referee.verdict()?;
        Some((
            outcome.winner(mover),
            Ending::Adjudication,
            "endgame tables",
        ))
    }

    /// A move of one side.
    fn turn(&mut self, mover: Side) -> Result<Option<Thinking>, Ending> {
        let side = mover.index();
        let began = self.begin(mover).map_err(ending_of)?;
        let limit = self.clocks[side].limit();
        let patience = match limit {
            Some(limit) => limit + self.terms.margin + STALLED_AFTER,
            None => self.engines[side].patience().max(STALLED_WITHOUT_CLOCK),
        };
        let decision = self.engines[side].decision(began + patience);
        let decision = match decision {
            Ok(Some(decision)) => decision,
            Ok(None) => return Err(Ending::Stalled),
            Err(failure) => return Err(ending_of(failure)),
        };
        let used = decision.at.saturating_duration_since(began);
        let over = self.clocks[side].overstep(used);
        if over > self.terms.margin {
            return Err(Ending::Time(over));
        }
        self.clocks[side].press(used);
        let Some(best) = &decision.best else {
            return Err(Ending::Illegal("no move".to_owned()));
        };
        self.move_piece(best).map_err(Ending::Illegal)?;
        if let Some(played) = self.moves.last_mut() {
            played.comment = comment(&decision, used);
        }
        if self.terms.ponder {
            self.begin_pondering(mover, &decision);
        }
        Ok(decision.thought)
    }

    /// Lets an engine think about its move; says since when its clock runs.
    fn begin(&mut self, mover: Side) -> Result<Instant, Failure> {
        let side = mover.index();
        if let Some(expected) = self.pondering[side].take() {
            if self.played[side].last() == Some(&expected) {
                return self.engines[side].ponder_hit();
            }
            self.engines[side].abandon()?;
        }
        let task = Task {
            start: self.start.as_deref(),
            moves: &self.played[side],
            allowance: self.clocks[side].allowance(&self.clocks[1 - side], side == 0),
            ponder: false,
        };
        self.engines[side].go(&task)
    }

    /// An engine that cannot be told to ponder will be found out at its next move.
    fn begin_pondering(&mut self, mover: Side, decision: &Decision) {
        let side = mover.index();
        let Some(expected) = &decision.ponder else {
            return;
        };
        let mut moves = self.played[side].clone();
        moves.push(expected.clone());
        let task = Task {
            start: self.start.as_deref(),
            moves: &moves,
            allowance: self.clocks[side].allowance(&self.clocks[1 - side], side == 0),
            ponder: true,
        };
        if self.engines[side].go(&task).is_ok() {
            self.pondering[side] = moves.pop();
        }
    }

    fn end_pondering(&mut self) {
        for side in 0..2 {
            if self.pondering[side].take().is_some() {
                let _ = self.engines[side].abandon();
            }
        }
    }

    /// Plays a move if it is legal; else says why not.
    fn move_piece(&mut self, mv: &str) -> Result<(), String> {
        let [first, second] = self.terms.styles;
        let styles = [first, second, MoveStyle::Short];
        let texts = self.referee.play(mv, &styles)?;
        if let [first, second, short] = &texts[..] {
            self.played[0].push(first.clone());
            self.played[1].push(second.clone());
            self.moves.push(RecordedMove::new(short.clone()));
        }
        Ok(())
    }
}

fn ending_of(failure: Failure) -> Ending {
    match failure {
        Failure::Start(_) | Failure::Ended => Ending::Crashed,
        Failure::Silent { .. } => Ending::Stalled,
        Failure::Unfit(why) => Ending::Unfit(why),
        Failure::Interrupted => Ending::Interrupted,
    }
}

/// Score, depth and time, as programs that read matches expect it: `+0.35/12 0.52s`.
fn comment(decision: &Decision, used: Duration) -> String {
    let seconds = used.as_secs_f64();
    match decision.thought {
        Some(thought) => format!(
            "{}/{} {seconds:.3}s",
            describe(thought.score),
            thought.depth
        ),
        None => format!("{seconds:.3}s"),
    }
}

fn describe(score: Score) -> String {
    match score.distance() {
        Some(plies) if plies > 0 => format!("+M{}", (plies + 1) / 2),
        Some(plies) => format!("-M{}", plies.abs() / 2),
        None => format!("{:+.2}", f64::from(score.value()) / 100.0),
    }
}
