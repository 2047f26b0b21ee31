//! Plays the pair of games of an iteration.

use super::parameter::SpsaParameter;
use super::state::SpsaIteration;
use crate::conditions::openings::Opening;
use crate::game::Side;
use crate::tournament::engine::EngineProcess;
use crate::tournament::engine_config::EngineConfig;
use crate::tournament::engine_error::EngineError;
use crate::tournament::finished_game::Termination;
use crate::tournament::game::{GameSettings, Referee};
use anyhow::{Context, bail, ensure};

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

/// Two processes of the engine that play pair after pair.
pub struct PairPlayer<'a> {
    games: &'a SpsaGames,
    referee: Referee<'a>,
    engines: [EngineProcess; 2],
}

impl<'a> PairPlayer<'a> {
    /// Starts the engines.
    ///
    /// # Errors
    /// An engine cannot be started, or does not have the options or not within these bounds.
    pub fn new(games: &'a SpsaGames) -> anyhow::Result<PairPlayer<'a>> {
        Ok(PairPlayer { games, referee: Referee::new(&games.settings)?, engines: start_engines(games)? })
    }

    /// Plays a pair of games. Returns the points of the first setting minus those of the second; `None` if
    /// interrupted.
    ///
    /// # Errors
    /// An engine is at fault, except for a time forfeit.
    pub fn play_pair(&mut self, iteration: &SpsaIteration) -> anyhow::Result<Option<f64>> {
        let mut points = 0.0;
        for first in [Side::First, Side::Second] {
            let Some(winner) = self.play_game(iteration, first)? else { return Ok(None) };
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
        let opening = &games.openings[(iteration.number % games.openings.len() as u64) as usize];
        let [one, other] = &mut self.engines;
        let players = if first == Side::First { [one, other] } else { [other, one] };
        let finished = self.referee.play(players, opening);
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
    let engine = EngineProcess::start(&games.engine, games.settings.interrupt);
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
