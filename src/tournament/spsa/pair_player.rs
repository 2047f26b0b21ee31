//! Plays the pair of games of an iteration.

use super::parameter::SpsaParameter;
use super::state::SpsaIteration;
use crate::conditions::adjudication::AdjudicationRules;
use crate::conditions::openings::Opening;
use crate::game::Side;
use crate::system::interrupt::Interrupt;
use crate::tournament::engine::EngineProcess;
use crate::tournament::engine_config::EngineConfig;
use crate::tournament::engine_error::EngineError;
use crate::tournament::finished_game::Termination;
use crate::tournament::game::{self, GameSettings};
use crate::tournament::referee::{Referee, RefereeSettings};
use anyhow::bail;
use std::time::Duration;

/// The settings of the games.
pub struct SpsaGames {
    /// Game and endgame tables.
    pub referee: RefereeSettings,
    /// The engine that plays against itself.
    pub engine: EngineConfig,
    /// The options to tune.
    pub parameters: Vec<SpsaParameter>,
    /// The openings: pairs take them in turn.
    pub openings: Vec<Opening>,
    /// When to end games early.
    pub adjudication: AdjudicationRules,
    /// By how much an engine may exceed its time.
    pub margin: Duration,
    /// Whether the user has interrupted the games.
    pub interrupt: &'static Interrupt,
}

/// Two processes of the engine that play pair after pair.
pub struct PairPlayer<'a> {
    games: &'a SpsaGames,
    referee: Referee,
    engines: [EngineProcess; 2],
}

impl<'a> PairPlayer<'a> {
    /// Starts the engines.
    ///
    /// # Errors
    /// An engine cannot be started, or does not have the options or not within these bounds.
    pub fn new(games: &'a SpsaGames) -> anyhow::Result<PairPlayer<'a>> {
        Ok(PairPlayer { games, referee: games.referee.referee()?, engines: start_engines(games)? })
    }

    /// Plays a pair of games. Returns the points of the first setting minus those of the second; `None` if
    /// interrupted.
    ///
    /// # Errors
    /// An engine is at fault, except for a time forfeit.
    pub fn play_pair(&mut self, iteration: &SpsaIteration) -> anyhow::Result<Option<f64>> {
        let mut points = 0.0;
        for first in [Side::First, Side::Second] {
            let Some(winner) = self.play_game(iteration, first)? else {
                return Ok(None);
            };
            points += match winner {
                None => 0.0,
                Some(side) if side == first => 1.0,
                Some(_) => -1.0,
            };
        }
        Ok(Some(points))
    }

    /// The winner of a game in which the first setting has this side; `None` if interrupted.
    fn play_game(&mut self, iteration: &SpsaIteration, first: Side) -> anyhow::Result<Option<Option<Side>>> {
        self.set_options(iteration)?;
        let games = self.games;
        let settings = GameSettings {
            time_controls: [games.engine.time_control; 2],
            move_styles: [games.engine.move_style(); 2],
            adjudication: games.adjudication,
            margin: games.margin,
            ponder: false,
            interrupt: games.interrupt,
        };
        let opening = iteration.number % games.openings.len() as u64;
        let opening = &games.openings[opening as usize];
        let [one, other] = &mut self.engines;
        let players = match first {
            Side::First => [one, other],
            Side::Second => [other, one],
        };
        let finished = game::play(&self.referee, players, opening, &settings);
        match finished.termination {
            Termination::Interrupted => return Ok(None),
            Termination::Disqualified(reason) => {
                return Err(games.engine.named(EngineError::Disqualified(reason)));
            }
            // A busy machine can cause this. The engine may still be searching.
            Termination::TimeForfeit(_) => self.engines = start_engines(games)?,
            termination if termination.is_fault() => bail!(
                "engine '{}' lost a game of pair {}: {}",
                games.engine.name,
                iteration.number + 1,
                termination.tag()
            ),
            _ => (),
        }
        Ok(Some(finished.winner))
    }

    fn set_options(&mut self, iteration: &SpsaIteration) -> anyhow::Result<()> {
        let SpsaGames { parameters, engine: config, .. } = self.games;
        for (engine, values) in self.engines.iter_mut().zip(&iteration.values) {
            let options = parameters.iter().zip(values);
            let options: Vec<_> =
                options.map(|(parameter, value)| (parameter.name.clone(), value.to_string())).collect();
            let set = engine.set_options(&options);
            set.map_err(|error| config.named(error))?;
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
    let engine = EngineProcess::start(&games.engine, games.interrupt);
    let engine = engine.map_err(|error| games.engine.named(error))?;
    for parameter in &games.parameters {
        let option = &parameter.name;
        let Some(declared) = engine.option(option) else {
            bail!("engine '{name}' has no option '{option}'");
        };
        let Some(range) = &declared.range else {
            bail!("option '{option}' of engine '{name}' is not a whole number");
        };
        let (min, max) = (parameter.min, parameter.max);
        if !range.contains(&min) || !range.contains(&max) {
            let (from, to) = (range.start(), range.end());
            bail!("option '{option}': found {min}..{max}, expected bounds within {from}..{to}");
        }
    }
    Ok(engine)
}
