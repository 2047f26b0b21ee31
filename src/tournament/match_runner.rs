//! Plays the games of a match, several side by side.

use super::engine::{EngineConfig, EngineProcess};
use super::engine_error::EngineError;
use super::finished_game::{FinishedGame, Termination};
use super::game;
use super::match_plan::{GameId, MatchPlan};
use super::pgn_file::PgnFile;
use super::standings::Standings;
use crate::player::Referee;
use crate::system::threads::warn_refused;
use anyhow::{Context, anyhow, bail};
use indicatif::ProgressBar;
use std::collections::hash_map::Entry;
use std::collections::{BTreeMap, HashMap, HashSet};
use std::io::{Write, stderr};
use std::sync::atomic::Ordering::Relaxed;
use std::sync::atomic::{AtomicBool, AtomicUsize};
use std::sync::mpsc::{Sender, channel};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::thread::{self, Builder};

/// Engines that run, by their numbers.
pub type RunningEngines = HashMap<usize, EngineProcess>;

/// Starts every engine once: one that cannot be started, or that refuses its options or the game,
/// is named before the first game.
pub fn start_engines(plan: &MatchPlan) -> anyhow::Result<RunningEngines> {
    let start = |profile: &EngineConfig| {
        let started = EngineProcess::start(profile, plan.interrupt);
        started.map_err(|failure| profile.error(failure))
    };
    let started = plan.engines.iter().map(start).enumerate();
    started
        .map(|(number, engine)| Ok((number, engine?)))
        .collect()
}

/// Plays all games that have not been played, the first of them with `engines`. Gives back what is
/// to be said of engines that could not play all of their games.
pub fn run(
    plan: &MatchPlan,
    engines: RunningEngines,
    mut archive: PgnFile,
    standings: &mut Standings,
    live: &ProgressBar,
) -> anyhow::Result<Vec<String>> {
    let mut played = std::mem::take(&mut archive.played);
    let course = SharedState {
        next_game: AtomicUsize::new(0),
        stop: AtomicBool::new(standings.sprt_decided()),
        played: played.clone(),
        disqualified: Mutex::default(),
    };
    let mut outcome = Ok(());
    live.set_length(standings.total() as u64);
    thread::scope(|scope| {
        let (teller, heard) = channel();
        let mut engines = Some(engines);
        for started in 0..plan.concurrency {
            let worker = Worker {
                plan,
                shared: &course,
                engines: engines.take().unwrap_or_default(),
                events: teller.clone(),
            };
            match Builder::new().spawn_scoped(scope, move || worker.work()) {
                Ok(_) => (),
                Err(error) if started == 0 => {
                    outcome = Err(error).context("cannot start a thread");
                    break;
                }
                Err(error) => {
                    warn_refused(started, plan.concurrency, &error);
                    break;
                }
            }
        }
        drop(teller);
        for told in heard {
            let taken = told.and_then(|told| match told {
                MatchEvent::GameOver(slot, finished) => {
                    let record = archive.write(plan, slot, &finished)?;
                    played.insert(slot);
                    standings.add(&plan.scored(slot, &finished));
                    Ok(standings.announce(live, &record, &finished)?)
                }
                MatchEvent::Disqualified(text) => {
                    Ok(live.suspend(|| writeln!(stderr(), "{text}"))?)
                }
            });
            if outcome.is_ok() {
                outcome = taken;
            }
            if outcome.is_err() || standings.sprt_decided() {
                course.stop.store(true, Relaxed);
            }
        }
    });
    outcome?;
    let unfit = course.unfit().clone();
    let told = unfit.iter().map(|(&engine, why)| {
        let left = plan
            .games()
            .filter(|slot| plan.players(*slot).contains(&engine));
        let left = left.filter(|slot| !played.contains(slot)).count();
        format!("{why}; {left} of its games were not played")
    });
    Ok(told.collect())
}

/// What happens in a match.
enum MatchEvent {
    /// A game is over.
    GameOver(GameId, FinishedGame),
    /// An engine takes part no longer.
    Disqualified(String),
}

/// How far the match has come, as its workers see it.
struct SharedState {
    next_game: AtomicUsize,
    stop: AtomicBool,
    /// Games of an earlier run.
    played: HashSet<GameId>,
    /// Engines that take part no longer, and what there is to say about it.
    disqualified: Mutex<BTreeMap<usize, String>>,
}

impl SharedState {
    /// The next game that can be played.
    fn next(&self, plan: &MatchPlan) -> Option<GameId> {
        loop {
            if self.stop.load(Relaxed) || plan.interrupt.finish.load(Relaxed) {
                return None;
            }
            let slot = plan.game(self.next_game.fetch_add(1, Relaxed))?;
            let seats = plan.players(slot);
            let fit = !seats.iter().any(|seat| self.unfit().contains_key(seat));
            if fit && !self.played.contains(&slot) {
                return Some(slot);
            }
        }
    }

    fn unfit(&self) -> MutexGuard<'_, BTreeMap<usize, String>> {
        self.disqualified
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
    }
}

/// Plays one game after the other.
struct Worker<'a> {
    plan: &'a MatchPlan,
    shared: &'a SharedState,
    engines: RunningEngines,
    events: Sender<anyhow::Result<MatchEvent>>,
}

impl Worker<'_> {
    fn work(mut self) {
        if let Err(error) = self.play_games() {
            self.shared.stop.store(true, Relaxed);
            let _ = self.events.send(Err(error));
        }
    }

    fn play_games(&mut self) -> anyhow::Result<()> {
        let mut referee = self.plan.referee.referee()?;
        while let Some(slot) = self.shared.next(self.plan) {
            let _in_progress = self.plan.interrupt.begin();
            let Some(finished) = self.play_game(slot, &mut *referee)? else {
                continue;
            };
            if finished.termination == Termination::Interrupted {
                break;
            }
            if self
                .events
                .send(Ok(MatchEvent::GameOver(slot, finished)))
                .is_err()
            {
                break;
            }
        }
        Ok(())
    }

    /// Plays a game; `None` if an engine turns out not to be fit for it.
    fn play_game(
        &mut self,
        slot: GameId,
        referee: &mut dyn Referee,
    ) -> anyhow::Result<Option<FinishedGame>> {
        let seats = self.plan.players(slot);
        for seat in seats {
            match self.ensure_running(seat) {
                Ok(()) => (),
                Err(EngineError::Interrupted) => return Ok(None),
                Err(failure) => {
                    self.disqualify(seat, failure);
                    return Ok(None);
                }
            }
        }
        let [Some(first), Some(second)] = self.engines.get_disjoint_mut([&seats[0], &seats[1]])
        else {
            bail!("an engine cannot play itself");
        };
        let opening = self.plan.opening(slot);
        let terms = self.plan.game_settings(seats);
        let finished = game::play(referee, [first, second], opening, &terms);
        let finished = finished.map_err(|error| anyhow!("the opening: {error}"))?;
        let loser = finished.winner.map(|winner| seats[(!winner).index()]);
        if let Some(loser) = loser.filter(|_| finished.termination.needs_restart()) {
            self.engines.remove(&loser);
            if let Termination::Disqualified(why) = finished.termination {
                self.disqualify(loser, EngineError::Disqualified(why));
                return Ok(None);
            }
        }
        Ok(Some(finished))
    }

    /// Starts an engine if it does not run.
    fn ensure_running(&mut self, seat: usize) -> Result<(), EngineError> {
        if let Entry::Vacant(place) = self.engines.entry(seat) {
            let profile = &self.plan.engines[seat];
            place.insert(EngineProcess::start(profile, self.plan.interrupt)?);
        }
        Ok(())
    }

    /// An engine takes part no longer; the others go on without it.
    fn disqualify(&self, seat: usize, failure: EngineError) {
        let text = self.plan.engines[seat].error(failure).to_string();
        let known = self.shared.unfit().insert(seat, text.clone()).is_some();
        if !known {
            let _ = self.events.send(Ok(MatchEvent::Disqualified(text)));
        }
    }
}
