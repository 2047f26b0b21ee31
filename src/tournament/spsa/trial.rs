//! A pair of games between two settings of one engine.

use super::parameter::Parameter;
use super::spsa::Trial;
use crate::game::Side;
use crate::player::Referee;
use crate::system::interrupt::Interrupt;
use crate::tournament::adjudication::Rules;
use crate::tournament::ending::Ending;
use crate::tournament::engine::{Adversary, Profile};
use crate::tournament::failure::Failure;
use crate::tournament::game;
use crate::tournament::game::Terms;
use crate::tournament::openings::Opening;
use crate::tournament::profile::style;
use crate::tournament::settings::Judge;
use anyhow::{anyhow, bail};
use std::time::Duration;

/// How games are played.
pub struct Conditions {
    /// Who judges them.
    pub judge: Judge,
    /// The engine.
    pub profile: Profile,
    /// The options that differ.
    pub parameters: Vec<Parameter>,
    /// Where pairs begin, in turn.
    pub openings: Vec<Opening>,
    /// When games end early.
    pub rules: Rules,
    /// How long an engine may overstep its time.
    pub margin: Duration,
    /// Whether the user wants the games to end.
    pub interrupt: &'static Interrupt,
}

/// Two engines that play pair after pair.
pub struct Arena<'a> {
    conditions: &'a Conditions,
    referee: Box<dyn Referee + Send>,
    engines: [Adversary; 2],
}

impl<'a> Arena<'a> {
    /// Starts the engines.
    pub fn new(conditions: &'a Conditions) -> anyhow::Result<Arena<'a>> {
        let engines = [start(conditions)?, start(conditions)?];
        Ok(Arena {
            conditions,
            referee: conditions.judge.referee()?,
            engines,
        })
    }

    /// The points that the first setting makes more than the second; `None`: interrupted.
    pub fn play(&mut self, trial: &Trial) -> anyhow::Result<Option<f64>> {
        let mut points = 0.0;
        for first in [Side::First, Side::Second] {
            let Some(winner) = self.game(trial, first)? else {
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
    fn game(&mut self, trial: &Trial, first: Side) -> anyhow::Result<Option<Option<Side>>> {
        let Conditions {
            profile, openings, ..
        } = self.conditions;
        self.set(trial)?;
        let terms = Terms {
            controls: [profile.control; 2],
            styles: [style(profile); 2],
            rules: self.conditions.rules,
            margin: self.conditions.margin,
            ponder: false,
            interrupted: &self.conditions.interrupt.at_once,
        };
        let opening = &openings[(trial.number % openings.len() as u64) as usize];
        let [one, other] = &mut self.engines;
        let seats = match first {
            Side::First => [one, other],
            Side::Second => [other, one],
        };
        let finished = game::play(&mut *self.referee, seats, opening, &terms);
        let finished = finished.map_err(|error| anyhow!("the opening: {error}"))?;
        match finished.ending {
            Ending::Interrupted => Ok(None),
            Ending::Unfit(why) => Err(profile.error(Failure::Unfit(why))),
            // It happens to the best, on a busy machine; but who is late is still thinking.
            Ending::Time(_) => {
                self.engines = [start(self.conditions)?, start(self.conditions)?];
                Ok(Some(finished.winner))
            }
            ending if ending.needs_restart() => bail!(
                "engine '{}' lost a game of pair {}: {}",
                profile.name,
                trial.number + 1,
                ending.termination()
            ),
            _ => Ok(Some(finished.winner)),
        }
    }

    /// Tells the engines their values.
    fn set(&mut self, trial: &Trial) -> anyhow::Result<()> {
        for (engine, setting) in self.engines.iter_mut().zip(&trial.settings) {
            let options = self.conditions.parameters.iter().zip(setting);
            let options =
                options.map(|(parameter, value)| (parameter.name.clone(), value.to_string()));
            let set = engine.set(&options.collect::<Vec<_>>());
            set.map_err(|failure| self.conditions.profile.error(failure))?;
        }
        Ok(())
    }
}

/// Starts an engine that has the options.
fn start(conditions: &Conditions) -> anyhow::Result<Adversary> {
    let profile = &conditions.profile;
    let name = &profile.name;
    let engine = Adversary::start(profile, conditions.interrupt);
    let engine = engine.map_err(|failure| profile.error(failure))?;
    for parameter in &conditions.parameters {
        let option = &parameter.name;
        let Some(declared) = engine.declared(option) else {
            bail!("engine '{name}' has no option '{option}'");
        };
        let Some(range) = &declared.range else {
            bail!("option '{option}' of engine '{name}' is no whole number");
        };
        let (least, most) = (parameter.least, parameter.most);
        if !range.contains(&least) || !range.contains(&most) {
            let (from, to) = (range.start(), range.end());
            bail!("option '{option}': found {least}..{most}, expected bounds within {from}..{to}");
        }
    }
    Ok(engine)
}
