//! `kempelen tune`: fits evaluation weights to game files, and tunes the numeric options of an engine in games against itself.
//!
//! Samuel (1959) let his program change the weights of its evaluation until that agreed with its
//! searches. Here the weights are fitted to game results and scores by logistic regression.

use super::arguments::{GameOptions, ThreadArgs, between, part, positive};
use crate::eval::WEIGHTS;
use crate::games::{DEFAULT_GAME, GameInfo, find_game, name_for_long_run};
use crate::lab::game_file::reader::common_header;
use crate::lab::regression::fit::MAX_WEIGHTS;
use crate::lab::regression::toml_numbers::TomlNumbers;
use crate::lab::regression::tuner::{TuningReport, TuningSettings, WeightTuner};
use crate::lab::samples::{SampleSelection, collect_samples};
use crate::lab::training_target::LambdaReturn;
use crate::system::atomic_file::AtomicFile;
use crate::system::error_words::NameFile;
use crate::system::file_lock::FileLock;
use crate::system::files::{NamedOutput, write_report};
use crate::system::run_settings::PROGRAM_VERSION;
use crate::system::{interrupt, progress};
use crate::tournament::engine_config::parse_engine;
use crate::tournament::spsa::state::{self, SpsaParameter, SpsaSettings};
use crate::tournament::spsa::tuner::{self, SpsaGames};
use anyhow::{Context, anyhow, bail, ensure};
use clap::{Args, Subcommand};
use indicatif::ProgressBar;
use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

/// Tune weights of the evaluation from games, or options of an engine by playing (SPSA)
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  kempelen tune weights --data english.games --output tuned.toml
  kempelen tune options --engine cmd=./engine nodes=5000 --option 'Null Move=4,1..8' --output tuned.json

See docs/tune.md for more.")]
pub struct Tune {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand, Debug)]
enum Command {
    Weights(TuneWeights),
    Options(TuneOptions),
}

impl Tune {
    /// Runs the command.
    pub fn run(self) -> anyhow::Result<ExitCode> {
        match self.command {
            Command::Weights(command) => command.run(),
            Command::Options(command) => command.run(),
        }
    }
}

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
pub struct TuneOptions {
    /// The game: a name that 'kempelen games' lists, or a file with rules of draughts
    #[arg(long, default_value = DEFAULT_GAME)]
    game: String,
    /// The engine: cmd=PROGRAM, then any of name= args= dir= proto=uci|hub|ugi tc= st= depth= nodes= option.NAME=
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

impl TuneOptions {
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
            write!(NamedOutput::stdout(), "{state}")?;
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
            program: PROGRAM_VERSION.to_owned(),
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
        let mut engine = parse_engine(&self.engine, &self.game)?;
        engine.set_chess960_for(&openings);
        Ok(SpsaGames { engine, parameters: self.option.clone(), openings, settings })
    }
}

/// Fit the weights of the evaluation to game results (Texel tuning).
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  kempelen tune weights --data english.games --output tuned.toml
  kempelen tune weights --data english.games --weights start.toml --output tuned.toml --keep man
  kempelen tune weights --data chess.games --output tuned.toml --only king_danger,tempo --positions 500000

The game files are those of `kempelen datagen play`. In the file of weights only the numbers change.
See docs/tune.md for more.")]
pub struct TuneWeights {
    /// Game files
    #[arg(long, required = true, num_args = 1.., value_name = "FILE")]
    data: Vec<PathBuf>,
    /// Weights to start from [default: those in the program]
    #[arg(long, value_name = "FILE")]
    weights: Option<PathBuf>,
    /// Output file for the weights
    #[arg(long, value_name = "FILE")]
    output: PathBuf,
    /// Tune only these weights, lists or tables of weights
    #[arg(long, value_delimiter = ',', value_name = "NAME")]
    only: Vec<String>,
    /// Do not change these weights, lists or tables of weights
    #[arg(long, value_delimiter = ',', value_name = "NAME")]
    keep: Vec<String>,
    /// Weight w of the game result in the training target: w * result + (1 - w) * sigmoid(score / scale)
    #[arg(long, default_value = "0.7", value_parser = part)]
    blend: f64,
    /// Scale of the sigmoid in centipawns: an evaluation of this size is an expected result of 73
    /// %; all weights grow with it [default: fitted to the data]
    #[arg(long, value_name = "HUNDREDTHS", value_parser = |text: &str| between(text, 1.0, 100_000.0))]
    scale: Option<f64>,
    /// Strength of regularisation: the standard deviation of a weight from its start value, in
    /// centipawns [default: chosen on the validation games]
    #[arg(long, value_name = "HUNDREDTHS", value_parser = positive)]
    prior: Option<f64>,
    /// Leave out this many positions at the beginning of every game
    #[arg(long, default_value = "0", value_name = "PLIES")]
    skip_plies: usize,
    /// Largest number of positions to use [default: depends on the number of weights, at most 2 million]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..))]
    positions: Option<u32>,
    /// Largest number of times to linearise the evaluation; 1 is enough if it is linear in the weights
    #[arg(long, default_value = "4", value_parser = clap::value_parser!(u16).range(1..))]
    rounds: u16,
    /// Largest number of steps in each round
    #[arg(long, default_value = "20", value_parser = clap::value_parser!(u16).range(1..))]
    steps: u16,
    #[command(flatten)]
    threads: ThreadArgs,
    /// Write a JSON object (see docs/tune.md)
    #[arg(long)]
    json: bool,
}

/// This many evaluations take half a minute (draughts) to some minutes (chess), and at most a gigabyte.
const MAX_EVALUATIONS: usize = 200_000_000;

/// With few weights, more positions than this add little.
const MAX_POSITIONS: usize = 2_000_000;

/// One game of this many is kept for validation.
const VALIDATION_EVERY: u32 = 10;

impl TuneWeights {
    /// Runs the command.
    pub fn run(self) -> anyhow::Result<ExitCode> {
        let _lock = FileLock::new(&self.output)?;
        interrupt::listen();
        if let Some(report) = self.tune()? {
            write_report(&mut NamedOutput::stdout(), self.json, &report, &report)?;
        }
        Ok(if interrupt::raised() { ExitCode::from(interrupt::STATUS) } else { ExitCode::SUCCESS })
    }

    /// Tunes the weights. `None` if the program was interrupted before there were new ones.
    ///
    /// # Errors
    /// A file cannot be read or written, or no weight can be tuned.
    fn tune(&self) -> anyhow::Result<Option<TuningReport>> {
        let game = find_game(common_header(&self.data)?.game())?;
        let output = AtomicFile::create_new(&self.output)?;
        let (text, name) = self.initial_text(game)?;
        let numbers = TomlNumbers::read(&text).context(name)?;
        let free = self.free_weights(&numbers)?;
        let useful = (MAX_EVALUATIONS / free.len()).min(MAX_POSITIONS);
        let selection = SampleSelection {
            max_samples: self.positions.map_or(useful, |positions| positions as usize),
            skip_plies: self.skip_plies,
            validation_every: VALIDATION_EVERY,
        };
        let Some(samples) = collect_samples(&self.data, game, selection, LambdaReturn::RESULT)? else {
            return Ok(None);
        };
        ensure!(samples.has_training_positions(), "found no position to fit to, expected some that are quiet and open");
        let settings = TuningSettings {
            blend: self.blend,
            scale: self.scale,
            prior_deviation: self.prior,
            rounds: self.rounds.into(),
            steps: self.steps.into(),
            threads: self.threads.count(),
        };
        let tuned = WeightTuner::new(&numbers, free, game, &samples, settings)?.run()?;
        let Some((values, report)) = tuned else { return Ok(None) };
        fs::write(output.write_path(), numbers.with(&values)).writing(&self.output)?;
        output.commit()?;
        Ok(Some(report))
    }

    /// The text of the initial weights, and its name in messages.
    fn initial_text(&self, game: &'static GameInfo) -> anyhow::Result<(String, String)> {
        let in_program = "the weights in the program".to_owned();
        let name = self.weights.as_ref().map_or(in_program, |path| format!("'{}'", path.display()));
        let bytes = game.model_bytes(Some(self.weights.as_deref().unwrap_or(Path::new(WEIGHTS))))?;
        game.read_model(&bytes).with_context(|| name.clone())?;
        let text = String::from_utf8(bytes).map_err(|_| anyhow!("{name}: expected weights as text"))?;
        ensure!(
            game.is_tunable(&text),
            "{name}: found values of pieces on squares, expected weights in hundredths of a man, as in eval/russian.toml: name them by --weights"
        );
        Ok((text, name))
    }

    /// The indices of the weights to tune.
    fn free_weights(&self, numbers: &TomlNumbers) -> anyhow::Result<Vec<usize>> {
        let matching = |names: &[String], option| -> anyhow::Result<Vec<usize>> {
            let found = names.iter().map(|name| numbers.matching(name).context(option));
            Ok(found.collect::<anyhow::Result<Vec<_>>>()?.concat())
        };
        let (only, keep) = (matching(&self.only, "--only")?, matching(&self.keep, "--keep")?);
        let mut free: Vec<usize> = (0..numbers.list.len()).collect();
        free.retain(|index| only.is_empty() || only.contains(index));
        free.retain(|index| !keep.contains(index));
        match free.len() {
            0 => bail!("found no weight that is free to move"),
            found if found > MAX_WEIGHTS => {
                bail!("found {found} weights, expected {MAX_WEIGHTS} at most: choose them by --only")
            }
            _ => Ok(free),
        }
    }
}
