//! A pair of games between two settings of one engine.

use super::parameter::SpsaParameter;
use super::state::SpsaIteration;
use crate::game::Side;
use crate::player::Referee;
use crate::system::interrupt::Interrupt;
use crate::tournament::adjudication::AdjudicationRules;
use crate::tournament::engine::{EngineConfig, EngineProcess};
use crate::tournament::engine_config::move_style;
use crate::tournament::engine_error::EngineError;
use crate::tournament::finished_game::Termination;
use crate::tournament::game;
use crate::tournament::game::GameSettings;
use crate::tournament::game_options::RefereeConfig;
use crate::tournament::openings::Opening;
use anyhow::{anyhow, bail};
use std::time::Duration;

/// How games are played.
pub struct SpsaGames {
    /// Who judges them.
    pub referee: RefereeConfig,
    /// The engine.
    pub engine: EngineConfig,
    /// The options that differ.
    pub parameters: Vec<SpsaParameter>,
    /// Where pairs begin, in turn.
    pub openings: Vec<Opening>,
    /// When games end early.
    pub adjudication: AdjudicationRules,
    /// How long an engine may overstep its time.
    pub margin: Duration,
    /// Whether the user wants the games to end.
    pub interrupt: &'static Interrupt,
}

/// Two engines that play pair after pair.
pub struct PairPlayer<'a> {
    games: &'a SpsaGames,
    referee: Box<dyn Referee + Send>,
    engines: [EngineProcess; 2],
}

impl<'a> PairPlayer<'a> {
    /// Starts the engines.
    pub fn new(conditions: &'a SpsaGames) -> anyhow::Result<PairPlayer<'a>> {
        let engines = [start(conditions)?, start(conditions)?];
        Ok(PairPlayer {
            games: conditions,
            referee: conditions.referee.referee()?,
            engines,
        })
    }

    /// The points that the first setting makes more than the second; `None`: interrupted.
    pub fn play_pair(&mut self, trial: &SpsaIteration) -> anyhow::Result<Option<f64>> {
        let mut points = 0.0;
        for first in [Side::First, Side::Second] {
            let Some(winner) = self.play_game(trial, first)? else {
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

    /// Who wins a game in which the first setting has the side `first`, or nobody; `None`: interrupted.
    fn play_game(
        &mut self,
        trial: &SpsaIteration,
        first: Side,
    ) -> anyhow::Result<Option<Option<Side>>> {
        let SpsaGames {
            engine: profile,
            openings,
            ..
        } = self.games;
        self.set_options(trial)?;
        let terms = GameSettings {
            time_controls: [profile.time_control; 2],
            move_styles: [move_style(profile); 2],
            adjudication: self.games.adjudication,
            margin: self.games.margin,
            ponder: false,
            interrupted: &self.games.interrupt.abort,
        };
        let opening = &openings[(trial.number % openings.len() as u64) as usize];
        let [one, other] = &mut self.engines;
        let seats = match first {
            Side::First => [one, other],
            Side::Second => [other, one],
        };
        let finished = game::play(&mut *self.referee, seats, opening, &terms);
        let finished = finished.map_err(|error| anyhow!("the opening: {error}"))?;
        match finished.termination {
            Termination::Interrupted => Ok(None),
            Termination::Disqualified(why) => Err(profile.error(EngineError::Disqualified(why))),
            // It happens to the best, on a busy machine; but who is late is still thinking.
            Termination::TimeForfeit(_) => {
                self.engines = [start(self.games)?, start(self.games)?];
                Ok(Some(finished.winner))
            }
            ending if ending.needs_restart() => bail!(
                "engine '{}' lost a game of pair {}: {}",
                profile.name,
                trial.number + 1,
                ending.tag()
            ),
            _ => Ok(Some(finished.winner)),
        }
    }

    /// Tells the engines their values.
    fn set_options(&mut self, trial: &SpsaIteration) -> anyhow::Result<()> {
        for (engine, setting) in self.engines.iter_mut().zip(&trial.values) {
            let options = self.games.parameters.iter().zip(setting);
            let options =
                options.map(|(parameter, value)| (parameter.name.clone(), value.to_string()));
            let set = engine.set_options(&options.collect::<Vec<_>>());
            set.map_err(|failure| self.games.engine.error(failure))?;
        }
        Ok(())
    }
}

/// Starts an engine that has the options.
fn start(conditions: &SpsaGames) -> anyhow::Result<EngineProcess> {
    let profile = &conditions.engine;
    let name = &profile.name;
    let engine = EngineProcess::start(profile, conditions.interrupt);
    let engine = engine.map_err(|failure| profile.error(failure))?;
    for parameter in &conditions.parameters {
        let option = &parameter.name;
        let Some(declared) = engine.declared(option) else {
            bail!("engine '{name}' has no option '{option}'");
        };
        let Some(range) = &declared.range else {
            bail!("option '{option}' of engine '{name}' is no whole number");
        };
        let (least, most) = (parameter.min, parameter.max);
        if !range.contains(&least) || !range.contains(&most) {
            let (from, to) = (range.start(), range.end());
            bail!("option '{option}': found {least}..{most}, expected bounds within {from}..{to}");
        }
    }
    Ok(engine)
}
