//! `kempelen tune options`: tunes numeric options of an engine by games against itself.

use crate::commands::arguments::{GameNameParser, positive};
use crate::commands::game_options::GameOptions;
use crate::games::{DEFAULT_GAME, name_for_long_run};
use crate::system::file_lock::FileLock;
use crate::system::{interrupt, progress};
use crate::tournament::engine_config::parse_engine;
use crate::tournament::spsa::parameter::SpsaParameter;
use crate::tournament::spsa::state::{self, SpsaSettings};
use crate::tournament::spsa::tuner::{self, SpsaGames};
use anyhow::ensure;
use clap::Args;
use indicatif::ProgressBar;
use std::io::{Write, stdout};
use std::path::PathBuf;
use std::process::ExitCode;

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
    /// The game: a name that 'kempelen games' lists, or a file with rules of draughts
    #[arg(long, value_parser = GameNameParser, hide_possible_values = true, default_value = DEFAULT_GAME)]
    game: String,
    /// The engine: cmd=PROGRAM, then any of name= args= dir= proto=uci|hub tc= st= depth= nodes= option.NAME=
    #[arg(long, num_args = 1.., required = true, value_name = "NAME=VALUE")]
    engine: Vec<String>,
    /// An option to tune: start value, bounds, and the step of the perturbation [default: a twentieth of the range]
    #[arg(long, required = true, value_name = "NAME=START,MIN..MAX[,STEP]")]
    option: Vec<SpsaParameter>,
    /// Number of game pairs to play
    #[arg(long, default_value = "10000", value_parser = clap::value_parser!(u64).range(1..))]
    pairs: u64,
    /// Learning rate of the last pair, in steps per point; it is larger before
    #[arg(long, default_value = "0.004", value_parser = positive)]
    rate: f64,
    /// Pairs to play in parallel
    #[arg(long, default_value = "1", value_parser = clap::value_parser!(u16).range(1..=1024))]
    concurrency: u16,
    #[command(flatten)]
    game_options: GameOptions,
    /// Output file for the values and the progress
    #[arg(long, value_name = "FILE")]
    output: PathBuf,
    /// Continue an interrupted run of the same options
    #[arg(long)]
    resume: bool,
}

impl Options {
    /// Runs the command.
    pub fn run(mut self) -> anyhow::Result<ExitCode> {
        self.game = name_for_long_run(&self.game)?;
        let _lock = FileLock::new(&self.output)?;
        let mut state = state::load_or_new(&self.output, self.settings()?, self.resume)?;
        let bar = progress::progress_bar("pairs", state.pairs_played());
        let games = self.games(&bar)?;
        bar.set_length(self.pairs);
        let result = tuner::tune(&games, &mut state, self.concurrency, &self.output, &bar);
        bar.finish_and_clear();
        if state.pairs_played() > 0 {
            write!(stdout(), "{state}")?;
        }
        result?;
        Ok(if state.pairs_played() < self.pairs { ExitCode::from(interrupt::STATUS) } else { ExitCode::SUCCESS })
    }

    fn settings(&self) -> anyhow::Result<SpsaSettings> {
        for (number, option) in self.option.iter().enumerate() {
            let (name, mut before) = (&option.name, self.option[..number].iter());
            ensure!(!before.any(|other| other.name.eq_ignore_ascii_case(name)), "--option: '{name}' occurs twice");
        }
        let mut games = vec![self.game.clone()];
        games.extend(self.engine.iter().cloned());
        games.extend(self.game_options.conditions());
        Ok(SpsaSettings {
            program: concat!("kempelen ", env!("CARGO_PKG_VERSION")).to_owned(),
            games,
            parameters: self.option.clone(),
            pairs: self.pairs,
            rate: self.rate,
            seed: self.game_options.seed,
        })
    }

    fn games(&self, bar: &ProgressBar) -> anyhow::Result<SpsaGames> {
        const MAX_OPENINGS: usize = 10_000;
        interrupt::listen_twice(bar, "pairs");
        let settings = self.game_options.game_settings(&self.game, false)?;
        let count = usize::try_from(self.pairs)?.min(MAX_OPENINGS);
        let openings = self.game_options.openings(count, true, settings.game)?;
        Ok(SpsaGames {
            engine: parse_engine(&self.engine, &self.game)?,
            parameters: self.option.clone(),
            openings,
            settings,
        })
    }
}
