//! Plays the games of a match, several in parallel.

use super::engine::EngineProcess;
use super::engine_error::EngineError;
use super::finished_game::{FinishedGame, Termination};
use super::game;
use super::game::Referee;
use super::match_output::MatchOutput;
use super::match_plan::{GameId, MatchPlan};
use super::pgn_file::PgnFile;
use super::standings::Standings;
use crate::system::progress;
use crate::system::threads::warn_refused;
use anyhow::{Context, bail};
use parking_lot::Mutex;
use std::collections::hash_map::Entry;
use std::collections::{HashMap, HashSet};
use std::path::Path;
use std::sync::atomic::Ordering::Relaxed;
use std::sync::atomic::{AtomicBool, AtomicUsize};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::thread::{self, Builder};

/// A match that has ended.
pub struct PlayedMatch {
    /// The results.
    pub standings: Standings,
    /// Messages about engines that have been disqualified, and about the games that were not played for this reason.
    pub disqualified: Vec<String>,
}

/// Plays a match and writes its games to the file `pgn`. With `resume` the games in that file are not played again.
///
/// # Errors
/// An engine cannot be started at all or is disqualified before the first game, or the file cannot be used.
pub fn play_match(
    plan: &MatchPlan,
    pgn: Option<&Path>,
    resume: bool,
    output: &mut MatchOutput,
) -> anyhow::Result<PlayedMatch> {
    let names = plan.engines.iter().map(|engine| engine.name.clone());
    let mut standings = Standings::new(names.collect(), plan.pairings.len(), plan.sprt);
    // An engine that cannot play must not leave an empty file.
    let engines = start_engines(plan)?;
    let mut file = PgnFile::open(pgn, resume, plan, &mut standings)?;
    progress::resume_at(&output.bar, standings.games as u64);
    output.bar.set_length(standings.total as u64);
    let shared = SharedState {
        next: AtomicUsize::new(0),
        stop: AtomicBool::new(standings.sprt_decided()),
        played_before: file.played.clone(),
        disqualified: Mutex::new(vec![None; plan.engines.len()]),
    };
    thread::scope(|scope| {
        let (sender, events) = channel();
        let mut engines = Some(engines);
        for started in 0..plan.concurrency {
            let worker =
                Worker { plan, shared: &shared, engines: engines.take().unwrap_or_default(), events: sender.clone() };
            if let Err(error) = Builder::new().spawn_scoped(scope, move || worker.run()) {
                if started == 0 {
                    return Err(error).context("cannot start a thread");
                }
                warn_refused(started, plan.concurrency, &error);
                break;
            }
        }
        drop(sender);
        handle_events(plan, &shared, events, &mut file, &mut standings, output)
    })?;
    let unplayed = |engine: usize| {
        let games = plan.games().filter(|id| plan.players(*id).contains(&engine));
        games.filter(|id| !file.played.contains(id)).count()
    };
    let disqualified =
        shared.disqualified.into_inner().into_iter().enumerate().filter_map(|(engine, reason)| {
            Some(format!("{}; {} of its games were not played", reason?, unplayed(engine)))
        });
    Ok(PlayedMatch { disqualified: disqualified.collect(), standings })
}

/// Running engines, by index.
type RunningEngines = HashMap<usize, EngineProcess>;

/// Starts every engine once.
fn start_engines(plan: &MatchPlan) -> anyhow::Result<RunningEngines> {
    let mut engines = RunningEngines::new();
    for (number, config) in plan.engines.iter().enumerate() {
        let engine = EngineProcess::start(config, plan.settings.interrupt);
        engines.insert(number, engine.map_err(|error| config.named(error))?);
    }
    Ok(engines)
}

/// Writes, counts and prints finished games until all workers have ended; returns the first error. After an error, or
/// when the test has a verdict, the workers start no new games.
fn handle_events(
    plan: &MatchPlan,
    shared: &SharedState,
    events: Receiver<anyhow::Result<MatchEvent>>,
    file: &mut PgnFile,
    standings: &mut Standings,
    output: &mut MatchOutput,
) -> anyhow::Result<()> {
    let mut handle = |event| -> anyhow::Result<()> {
        match event {
            MatchEvent::GameOver(id, finished) => {
                let record = file.write(plan, id, &finished)?;
                standings.add(plan.pairing(id), id.game, &finished);
                output.game_finished(standings, &record, &finished)?;
            }
            MatchEvent::Disqualified(reason) => output.engine_disqualified(&reason)?,
        }
        if standings.sprt_decided() {
            shared.stop.store(true, Relaxed);
        }
        Ok(())
    };
    let mut result = Ok(());
    for event in events {
        let handled = event.and_then(&mut handle);
        result = result.and(handled);
        if result.is_err() {
            shared.stop.store(true, Relaxed);
        }
    }
    result
}

/// What a worker reports.
enum MatchEvent {
    /// A game has ended.
    GameOver(GameId, FinishedGame),
    /// An engine has been disqualified, for this reason.
    Disqualified(String),
}

/// What the workers share.
struct SharedState {
    /// The position in the schedule of the next game to start.
    next: AtomicUsize,
    /// Whether to start no new games.
    stop: AtomicBool,
    /// Games of an earlier run.
    played_before: HashSet<GameId>,
    /// By engine: why it is disqualified.
    disqualified: Mutex<Vec<Option<String>>>,
}

impl SharedState {
    /// The next game to play.
    fn next_game(&self, plan: &MatchPlan) -> Option<GameId> {
        loop {
            if self.stop.load(Relaxed) || plan.settings.interrupt.must_finish() {
                return None;
            }
            let id = plan.game(self.next.fetch_add(1, Relaxed))?;
            let disqualified = self.disqualified.lock();
            let can_play = plan.players(id).iter().all(|player| disqualified[*player].is_none());
            if can_play && !self.played_before.contains(&id) {
                return Some(id);
            }
        }
    }
}

/// Plays one game after the other, on a thread of its own, with processes of its own.
struct Worker<'a> {
    plan: &'a MatchPlan,
    shared: &'a SharedState,
    engines: RunningEngines,
    events: Sender<anyhow::Result<MatchEvent>>,
}

impl Worker<'_> {
    fn run(mut self) {
        if let Err(error) = self.play_games() {
            let _ = self.events.send(Err(error));
        }
    }

    fn play_games(&mut self) -> anyhow::Result<()> {
        let referee = self.plan.referee.referee()?;
        while let Some(id) = self.shared.next_game(self.plan) {
            let _in_progress = self.plan.settings.interrupt.begin();
            let Some(finished) = self.play_game(id, &referee)? else { continue };
            if finished.termination == Termination::Interrupted {
                break;
            }
            let event = MatchEvent::GameOver(id, finished);
            if self.events.send(Ok(event)).is_err() {
                break;
            }
        }
        Ok(())
    }

    /// Plays a game; `None` if one of the engines is disqualified.
    fn play_game(&mut self, id: GameId, referee: &Referee) -> anyhow::Result<Option<FinishedGame>> {
        let players = self.plan.players(id);
        for player in players {
            if let Err(error) = self.ensure_running(player) {
                if !matches!(error, EngineError::Interrupted) {
                    self.disqualify(player, error);
                }
                return Ok(None);
            }
        }
        let [Some(first), Some(second)] = self.engines.get_disjoint_mut([&players[0], &players[1]]) else {
            bail!("an engine cannot play itself");
        };
        let finished = game::play(referee, [first, second], self.plan.opening(id), &self.plan.settings);
        if let Some(winner) = finished.winner
            && finished.termination.is_fault()
        {
            let loser = players[(!winner).index()];
            self.engines.remove(&loser);
            if let Termination::Disqualified(reason) = finished.termination {
                self.disqualify(loser, EngineError::Disqualified(reason));
                return Ok(None);
            }
        }
        Ok(Some(finished))
    }

    /// Starts an engine if it does not run.
    fn ensure_running(&mut self, number: usize) -> Result<(), EngineError> {
        if let Entry::Vacant(entry) = self.engines.entry(number) {
            let config = &self.plan.engines[number];
            entry.insert(EngineProcess::start(config, self.plan.settings.interrupt)?);
        }
        Ok(())
    }

    /// Excludes an engine from the games that have not been started yet.
    fn disqualify(&self, number: usize, error: EngineError) {
        let reason = self.plan.engines[number].named(error).to_string();
        if self.shared.disqualified.lock()[number].replace(reason.clone()).is_none() {
            let _ = self.events.send(Ok(MatchEvent::Disqualified(reason)));
        }
    }
}
