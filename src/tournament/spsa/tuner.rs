//! Plays the iterations of SPSA, several in parallel.

use super::state::{self, SpsaIteration, SpsaParameter, SpsaState};
use crate::conditions::openings::Opening;
use crate::game::Side;
use crate::system::interrupt;
use crate::system::threads::parallel_map;
use crate::tournament::child_process::{EngineError, it_said};
use crate::tournament::engine::EngineProcess;
use crate::tournament::engine_config::EngineConfig;
use crate::tournament::finished_game::Termination;
use crate::tournament::game::{GameSettings, Referee};
use anyhow::{Context, bail, ensure};
use indicatif::ProgressBar;
use parking_lot::Mutex;
use std::path::Path;
use std::time::{Duration, Instant};

/// The settings of the games.
pub struct SpsaGames {
    /// The engine that plays against itself.
    pub engine: EngineConfig,
    /// The options to tune.
    pub parameters: Vec<SpsaParameter>,
    /// The openings: pairs take them in turn.
    pub openings: Vec<Opening>,
    /// How games are played and when they end early.
    pub settings: GameSettings,
}

/// How often the state is saved.
const SAVE_INTERVAL: Duration = Duration::from_secs(5);

/// Plays the iterations that are left, until the user interrupts it. The state is saved every few seconds and at the
/// end, if any iteration has been played.
///
/// # Errors
/// An engine cannot be used, or the file cannot be written. `state` still holds all completed iterations.
pub fn tune(
    games: &SpsaGames,
    state: &mut SpsaState,
    concurrency: u16,
    output: &Path,
    bar: &ProgressBar,
) -> anyhow::Result<()> {
    let shared = Mutex::new(SharedState { state, next: 0, saved: Instant::now() });
    let results = parallel_map(0..concurrency, |_| {
        let result = match play_pairs(games, &shared, output, bar) {
            Err(error) if matches!(error.downcast_ref(), Some(EngineError::Interrupted)) => Ok(()),
            result => result,
        };
        if result.is_err() {
            // No more iterations are started.
            shared.lock().next = u64::MAX;
        }
        result
    });
    let state = shared.into_inner().state;
    if state.pairs_played() > 0 {
        state::save(state, output)?;
    }
    results.into_iter().collect()
}

/// What the workers share.
struct SharedState<'a> {
    state: &'a mut SpsaState,
    /// The iteration to try next.
    next: u64,
    /// When the state was saved.
    saved: Instant,
}

impl SharedState<'_> {
    /// The next iteration that has not been played.
    fn next_iteration(&mut self) -> Option<SpsaIteration> {
        let state = &self.state;
        let mut numbers = self.next..state.settings.pairs;
        let number = numbers.find(|&number| !state.has_played(number))?;
        self.next = number + 1;
        Some(state.iteration(number))
    }
}

/// The work of every thread.
fn play_pairs(games: &SpsaGames, shared: &Mutex<SharedState>, output: &Path, bar: &ProgressBar) -> anyhow::Result<()> {
    // The engines are started when there is something to play.
    let mut player: Option<PairPlayer> = None;
    while !interrupt::raised() {
        let Some(iteration) = shared.lock().next_iteration() else { break };
        let _in_progress = interrupt::begin();
        let player = match &mut player {
            Some(player) => player,
            none => {
                let (referee, engines) = (Referee::new(&games.settings)?, start_engines(games)?);
                none.insert(PairPlayer { games, referee, engines })
            }
        };
        let points = player.play_pair(&iteration)?;
        let mut shared = shared.lock();
        shared.state.update(&iteration, points);
        if shared.saved.elapsed() > SAVE_INTERVAL {
            shared.saved = Instant::now();
            state::save(shared.state, output)?;
        }
        bar.inc(1);
    }
    Ok(())
}

/// Two processes of the engine that play pair after pair.
struct PairPlayer<'a> {
    games: &'a SpsaGames,
    referee: Referee<'a>,
    engines: [EngineProcess; 2],
}

impl PairPlayer<'_> {
    /// Plays a pair of games. Returns the points of the first setting minus those of the second.
    ///
    /// # Errors
    /// An engine cannot be started, or is at fault, except for a time forfeit, or the user has interrupted the games.
    fn play_pair(&mut self, iteration: &SpsaIteration) -> anyhow::Result<f64> {
        Ok(self.play_game(iteration, Side::First)? + self.play_game(iteration, Side::Second)?)
    }

    /// The points, from -1 to 1, of the first setting in a game in which it has the side `first`.
    fn play_game(&mut self, iteration: &SpsaIteration, first: Side) -> anyhow::Result<f64> {
        self.set_options(iteration)?;
        let games = self.games;
        let opening = &games.openings[(iteration.number % games.openings.len() as u64) as usize];
        let [one, other] = &mut self.engines;
        let players = if first == Side::First { [one, other] } else { [other, one] };
        let finished = self.referee.play(players, opening);
        match finished.termination {
            Termination::Interrupted => return Err(EngineError::Interrupted.into()),
            Termination::Disqualified(reason) => {
                return Err(games.engine.named(EngineError::Disqualified(reason)));
            }
            // A busy machine can cause this. The engine may still be searching.
            Termination::TimeForfeit(_) => self.engines = start_engines(games)?,
            termination if termination.is_fault() => {
                let why = match &termination {
                    Termination::IllegalMove(why) => why.clone(),
                    Termination::Crashed(words) => format!("crashed{}", it_said(words)),
                    other => other.tag().to_owned(),
                };
                bail!("engine '{}' lost a game of pair {}: {why}", games.engine.name, iteration.number + 1)
            }
            _ => (),
        }
        Ok(finished.winner.map_or(0.0, |winner| if winner == first { 1.0 } else { -1.0 }))
    }

    fn set_options(&mut self, iteration: &SpsaIteration) -> anyhow::Result<()> {
        let SpsaGames { parameters, engine: config, .. } = self.games;
        for (engine, values) in self.engines.iter_mut().zip(&iteration.values) {
            let options = parameters.iter().zip(values);
            let options: Vec<_> = options.map(|(option, value)| (option.name.clone(), value.to_string())).collect();
            engine.set_options(&options).map_err(|error| config.named(error))?;
        }
        Ok(())
    }
}

fn start_engines(games: &SpsaGames) -> anyhow::Result<[EngineProcess; 2]> {
    Ok([start_engine(games)?, start_engine(games)?])
}

/// Starts an engine and checks that it has the options.
fn start_engine(games: &SpsaGames) -> anyhow::Result<EngineProcess> {
    let name = &games.engine.name;
    let engine = EngineProcess::start(&games.engine);
    let engine = engine.map_err(|error| games.engine.named(error))?;
    for SpsaParameter { name: option, min, max, .. } in &games.parameters {
        let declared = engine.option(option).with_context(|| format!("engine '{name}' has no option '{option}'"))?;
        let range = declared.range.as_ref();
        let range = range.with_context(|| format!("option '{option}' of engine '{name}' is not a whole number"))?;
        let (from, to) = (range.start(), range.end());
        let is_inside = range.contains(min) && range.contains(max);
        ensure!(is_inside, "option '{option}': found {min}..{max}, expected bounds within {from}..{to}");
    }
    Ok(engine)
}
