//! Plays the games of a match, several in parallel.

use super::child_process::EngineError;
use super::engine::EngineProcess;
use super::finished_game::{FinishedGame, Termination};
use super::game::Referee;
use super::match_output::MatchOutput;
use super::match_settings::{GameId, MatchSettings};
use super::pgn_file::PgnFile;
use super::standings::Standings;
use crate::system::threads::parallel_map;
use crate::system::{interrupt, progress};
use anyhow::bail;
use parking_lot::Mutex;
use std::collections::HashMap;
use std::collections::hash_map::Entry;
use std::io::{Write, stderr};
use std::path::Path;

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
    settings: &MatchSettings,
    pgn: Option<&Path>,
    resume: bool,
    output: &mut MatchOutput,
) -> anyhow::Result<PlayedMatch> {
    let names = settings.engines.iter().map(|engine| engine.name.clone());
    let mut standings = Standings::new(names.collect(), settings.pairings.len(), settings.sprt);
    // An engine that cannot play must not leave an empty file.
    let mut engines = vec![start_engines(settings)?];
    engines.resize_with(settings.concurrency, RunningEngines::new);
    let file = PgnFile::open(pgn, resume, settings, &mut standings)?;
    let (found, expected) = (settings.openings.len(), settings.pairings.last().map_or(0, |last| last.opening + 1));
    if found < expected {
        let openings = if found == 1 { "opening" } else { "openings" };
        let warning =
            format!("found {found} {openings} for {expected} rounds; repeated games make the errors too small");
        output.bar.suspend(|| writeln!(stderr(), "kempelen: {warning}"))?;
    }
    progress::resume_at(&output.bar, standings.games as u64);
    output.bar.set_length(standings.total as u64);
    let disqualified = vec![None; settings.engines.len()];
    let schedule = Box::new(settings.scheduled());
    let state = Mutex::new(MatchState { settings, schedule, stop: false, disqualified, file, standings, output });
    let results = parallel_map(engines, |engines| {
        let result = Worker { settings, state: &state, engines }.play_games();
        state.lock().stop |= result.is_err();
        result
    });
    results.into_iter().collect::<anyhow::Result<()>>()?;
    let MatchState { disqualified, file, standings, .. } = state.into_inner();
    let unplayed = |engine: usize| {
        let games = settings.scheduled().filter(|id| settings.players(*id).contains(&engine));
        games.filter(|id| !file.played.contains(id)).count()
    };
    let disqualified = disqualified
        .into_iter()
        .enumerate()
        .filter_map(|(engine, reason)| Some(format!("{}; {} of its games were not played", reason?, unplayed(engine))));
    Ok(PlayedMatch { disqualified: disqualified.collect(), standings })
}

/// Running engines, by index.
type RunningEngines = HashMap<usize, EngineProcess>;

/// Starts every engine once.
fn start_engines(settings: &MatchSettings) -> anyhow::Result<RunningEngines> {
    let start = |(number, config)| match EngineProcess::start(config) {
        Ok(engine) => Ok((number, engine)),
        Err(error) => Err(config.named(error)),
    };
    settings.engines.iter().enumerate().map(start).collect()
}

/// The state of the match, which the workers share.
struct MatchState<'a> {
    settings: &'a MatchSettings,
    /// The games that have not been considered yet.
    schedule: Box<dyn Iterator<Item = GameId> + Send + 'a>,
    /// Whether to start no new games.
    stop: bool,
    /// By engine: why it is disqualified.
    disqualified: Vec<Option<String>>,
    file: PgnFile<'a>,
    standings: Standings,
    output: &'a mut MatchOutput,
}

impl MatchState<'_> {
    /// The next game to play.
    fn next_game(&mut self) -> Option<GameId> {
        while !self.stop && !self.standings.sprt_decided() && !interrupt::raised() {
            let id = self.schedule.next()?;
            let can_play = self.settings.players(id).iter().all(|player| self.disqualified[*player].is_none());
            if can_play && !self.file.played.contains(&id) {
                return Some(id);
            }
        }
        None
    }

    /// Writes, counts and prints a finished game.
    fn add(&mut self, id: GameId, finished: &FinishedGame) -> anyhow::Result<()> {
        let record = self.file.write(id, finished)?;
        self.standings.add(self.settings.pairing(id), id.game, finished);
        Ok(self.output.game_finished(&self.standings, &record, finished)?)
    }

    /// Excludes an engine from the games that have not been started yet.
    fn disqualify(&mut self, engine: usize, error: EngineError) -> anyhow::Result<()> {
        let place = &mut self.disqualified[engine];
        if place.is_none() {
            let reason = place.insert(self.settings.engines[engine].named(error).to_string());
            self.output.bar.suspend(|| writeln!(stderr(), "{reason}"))?;
        }
        Ok(())
    }
}

/// Plays one game after the other, on a thread of its own, with processes of its own.
struct Worker<'a, 'm> {
    settings: &'a MatchSettings,
    state: &'a Mutex<MatchState<'m>>,
    engines: RunningEngines,
}

impl Worker<'_, '_> {
    fn play_games(mut self) -> anyhow::Result<()> {
        let referee = Referee::new(&self.settings.games)?;
        loop {
            let Some(id) = self.state.lock().next_game() else { return Ok(()) };
            let _in_progress = interrupt::begin();
            match self.play_game(id, &referee)? {
                Some(finished) if finished.termination == Termination::Interrupted => return Ok(()),
                Some(finished) => self.state.lock().add(id, &finished)?,
                None => (),
            }
        }
    }

    /// Plays a game; `None` if one of the engines is disqualified.
    fn play_game(&mut self, id: GameId, referee: &Referee) -> anyhow::Result<Option<FinishedGame>> {
        let players = self.settings.players(id);
        for player in players {
            match self.ensure_running(player) {
                Ok(()) => (),
                Err(EngineError::Interrupted) => return Ok(None),
                Err(error) => return self.state.lock().disqualify(player, error).map(|()| None),
            }
        }
        let [Some(first), Some(second)] = self.engines.get_disjoint_mut([&players[0], &players[1]]) else {
            bail!("an engine cannot play itself");
        };
        let finished = referee.play([first, second], self.settings.opening(id));
        if let Some(winner) = finished.winner
            && finished.termination.is_fault()
        {
            let loser = players[(!winner).index()];
            self.engines.remove(&loser);
            if let Termination::Disqualified(reason) = finished.termination {
                return self.state.lock().disqualify(loser, EngineError::Disqualified(reason)).map(|()| None);
            }
        }
        Ok(Some(finished))
    }

    /// Starts an engine if it does not run.
    fn ensure_running(&mut self, number: usize) -> Result<(), EngineError> {
        if let Entry::Vacant(entry) = self.engines.entry(number) {
            entry.insert(EngineProcess::start(&self.settings.engines[number])?);
        }
        Ok(())
    }
}
