//! `kempelen tune options`: finds better values of numeric options by games of an engine against itself.

use crate::commands::arguments::positive;
use crate::games::{DEFAULT_GAME, game_help};
use crate::system::interrupt::Interrupt;
use crate::system::threads::parallel_map;
use crate::system::{files, interrupt, progress};
use crate::tournament::engine_config;
use crate::tournament::engine_error::is_interrupted;
use crate::tournament::game_options::GameOptions;
use crate::tournament::spsa::pair_player::{PairPlayer, SpsaGames};
use crate::tournament::spsa::parameter::SpsaParameter;
use crate::tournament::spsa::state;
use crate::tournament::spsa::state::{SpsaSettings, SpsaState};
use anyhow::{Context, bail};
use clap::Args;
use indicatif::ProgressBar;
use std::io::{Write, stdout};
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::atomic::Ordering::Relaxed;
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

/// Tune numeric options of an engine by self-play (SPSA).
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  kempelen tune options --engine cmd=./engine nodes=5000 --openings book --pairs 20000 \\
      --option 'Null Move=4,1..8' --option 'Futility=90,20..200,8' --output tuned.json
  kempelen tune options --game english --engine cmd=./engine st=0.05 --openings ballots \\
      --option margin=20,0..100 --output tuned.json --resume

Every pair of games is played between two settings, one step to either side of the current values,
from one opening with colours reversed. Then the values move a little towards the setting that scored
more: simultaneous perturbation stochastic approximation (SPSA, Spall 1992).
See docs/tune.md for more.")]
pub struct Options {
    /// The name of the game
    #[arg(long, help = game_help(), default_value = DEFAULT_GAME)]
    game: String,
    /// The engine: cmd=PROGRAM, then any of name= args= dir= proto=uci|hub tc= st= depth= nodes=
    /// option.NAME=
    #[arg(long, num_args = 1.., required = true, value_name = "NAME=VALUE")]
    engine: Vec<String>,
    /// An option to tune: start value, bounds, and the step of the perturbation [default: a
    /// twentieth of the range]
    #[arg(long, required = true, value_name = "NAME=START,LEAST..MOST[,STEP]")]
    option: Vec<SpsaParameter>,
    /// Number of game pairs to play
    #[arg(long, default_value_t = 10_000, value_parser = clap::value_parser!(u64).range(1..))]
    pairs: u64,
    /// Learning rate after the last pair, in steps for each point; greater before
    #[arg(long, default_value_t = 0.004, value_parser = positive)]
    rate: f64,
    /// Pairs to play in parallel
    #[arg(long, default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..=1024))]
    concurrency: u16,
    #[command(flatten)]
    conduct: GameOptions,
    /// Output file for the values and the progress
    #[arg(long, value_name = "FILE")]
    output: PathBuf,
    /// Continue an interrupted run of the same options
    #[arg(long)]
    resume: bool,
}

/// How often the file is written.
const SAVED_EVERY: Duration = Duration::from_secs(5);

impl Options {
    /// Runs the command.
    pub fn run(self) -> anyhow::Result<ExitCode> {
        for (at, option) in self.option.iter().enumerate() {
            let same = |other: &SpsaParameter| other.name.eq_ignore_ascii_case(&option.name);
            if self.option[..at].iter().any(same) {
                bail!("--option: '{}' is there twice", option.name);
            }
        }
        let climb = self.climb()?;
        let pairs = climb.settings.pairs;
        let bar = progress::progress_bar("pairs", climb.pairs_played());
        let conditions = self.conditions(interrupt::listen_twice(&bar, "pairs"))?;
        bar.set_length(pairs);
        let shared = Shared {
            next: 0,
            saved: Instant::now(),
            climb,
        };
        let shared = Mutex::new(shared);
        let worked = parallel_map(0..self.concurrency, |_| {
            let worked = self.work(&conditions, &shared, &bar);
            if worked.is_err() {
                lock(&shared).next = pairs;
            }
            worked
        });
        bar.finish_and_clear();
        let shared = shared.into_inner().unwrap_or_else(PoisonError::into_inner);
        let played = shared.climb.pairs_played();
        if played > 0 {
            save(&shared.climb, &self.output)?;
            write!(stdout(), "{}", shown(&shared.climb))?;
        }
        worked.into_iter().collect::<anyhow::Result<()>>()?;
        Ok(match played < pairs {
            true => ExitCode::from(interrupt::STATUS),
            false => ExitCode::SUCCESS,
        })
    }

    /// Where to begin: what the file says, or the first values.
    fn climb(&self) -> anyhow::Result<SpsaState> {
        let plan = SpsaSettings {
            games: self.games(),
            parameters: self.option.clone(),
            pairs: self.pairs,
            rate: self.rate,
            seed: self.conduct.seed,
        };
        let path = &self.output;
        let name = path.display();
        match path.exists() {
            false => Ok(SpsaState::new(plan)),
            true if !self.resume => bail!("'{name}' is there already; --resume goes on with it"),
            true => {
                let read = serde_json::from_slice::<SpsaState>(&files::read(path)?);
                let climb = read.with_context(|| format!("'{name}'"))?;
                if climb.settings != plan || climb.values.len() != plan.parameters.len() {
                    let [found, expected] = [&climb.settings, &plan].map(serde_json::to_string);
                    bail!("'{name}': found {}, expected {}", found?, expected?);
                }
                Ok(climb)
            }
        }
    }

    /// The words that the games depend on.
    fn games(&self) -> Vec<String> {
        let mut words = vec![self.game.clone()];
        words.extend(self.engine.iter().cloned());
        words.extend(self.conduct.conditions());
        words
    }

    fn conditions(&self, interrupt: &'static Interrupt) -> anyhow::Result<SpsaGames> {
        let judge = self.conduct.referee_config(&self.game);
        let mut referee = judge.referee()?;
        let count = usize::try_from(self.pairs)?.min(10_000);
        let openings = self.conduct.openings(count, true, &mut *referee)?;
        Ok(SpsaGames {
            referee: judge,
            engine: engine_config::parse_engine(&self.engine, &self.game)?,
            parameters: self.option.clone(),
            openings,
            adjudication: self.conduct.adjudication_rules()?,
            margin: self.conduct.margin(),
            interrupt,
        })
    }

    /// Plays pairs until there are enough.
    fn work(
        &self,
        conditions: &SpsaGames,
        shared: &Mutex<Shared>,
        bar: &ProgressBar,
    ) -> anyhow::Result<()> {
        let mut arena = None;
        while !conditions.interrupt.finish.load(Relaxed) {
            let Some(trial) = lock(shared).begin() else {
                break;
            };
            let _in_progress = conditions.interrupt.begin();
            let points = match points(conditions, &mut arena, &trial) {
                Ok(Some(points)) => points,
                Ok(None) => break,
                Err(error) if is_interrupted(&error) => break,
                Err(error) => return Err(error),
            };
            let mut shared = lock(shared);
            shared.climb.update(&trial, points);
            if shared.saved.elapsed() > SAVED_EVERY {
                shared.saved = Instant::now();
                save(&shared.climb, &self.output)?;
            }
            bar.inc(1);
        }
        Ok(())
    }
}

/// What comes of a pair of games, by engines that are started if they do not run.
fn points<'a>(
    conditions: &'a SpsaGames,
    arena: &mut Option<PairPlayer<'a>>,
    trial: &state::SpsaIteration,
) -> anyhow::Result<Option<f64>> {
    let arena = match arena {
        Some(arena) => arena,
        none => none.insert(PairPlayer::new(conditions)?),
    };
    arena.play_pair(trial)
}

/// What the workers share.
struct Shared {
    climb: SpsaState,
    /// The number of the next pair.
    next: u64,
    saved: Instant,
}

impl Shared {
    /// The next pair that was not played yet.
    fn begin(&mut self) -> Option<state::SpsaIteration> {
        let climb = &self.climb;
        let number = (self.next..climb.settings.pairs).find(|&number| !climb.has_played(number))?;
        self.next = number + 1;
        Some(climb.iteration(number))
    }
}

fn lock(shared: &Mutex<Shared>) -> MutexGuard<'_, Shared> {
    shared.lock().unwrap_or_else(PoisonError::into_inner)
}

fn save(climb: &SpsaState, path: &Path) -> anyhow::Result<()> {
    files::replace(path, &serde_json::to_vec_pretty(climb)?)
}

/// A line for every option: what it was, what it is, and its bounds.
fn shown(climb: &SpsaState) -> String {
    let width = climb
        .settings
        .parameters
        .iter()
        .map(|it| it.name.chars().count());
    let width = width.max().unwrap_or(0).max("option".len());
    let mut text = format!(
        "{:width$}  {:>8}  {:>10}  {:>8}  {:>8}\n",
        "option", "before", "now", "least", "most"
    );
    for (parameter, value) in climb.settings.parameters.iter().zip(&climb.values) {
        let SpsaParameter {
            name,
            start,
            min: least,
            max: most,
            ..
        } = parameter;
        text += &format!("{name:width$}  {start:>8}  {value:>10.1}  {least:>8}  {most:>8}\n");
    }
    text + &format!(
        "after {} of {} pairs\n",
        climb.pairs_played(),
        climb.settings.pairs
    )
}
