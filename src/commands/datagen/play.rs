//! `kempelen datagen play`: games of the engine against itself.

use super::{SearchArgs, begin};
use crate::conditions::adjudication::{AdjudicationRules, DrawRule, ResignRule};
use crate::conditions::openings::{self, Opening, OpeningSource};
use crate::games::{DEFAULT_GAME, GameInfo, find_game};
use crate::lab::game_file::reader::ORDER;
use crate::lab::game_file::writer::GameFileWriter;
use crate::lab::selfplay::generate::{GameJob, StopCondition, StopReason, generate_games};
use crate::lab::selfplay::play::{SelfPlaySettings, play_game};
use crate::lab::selfplay::random_starts::{PlyRange, RandomStarts};
use crate::system::interrupt;
use crate::system::run_settings::RunSettings;
use anyhow::ensure;
use clap::Args;
use std::fmt::Display;
use std::path::PathBuf;
use std::process::ExitCode;

/// What `--resign` and `--draw` do not say.
const RESIGN: [&str; 3] = ["count=3", "score=1000", "both=true"];
const DRAW: [&str; 3] = ["move=40", "count=4", "score=10"];

/// Play games of the engine against itself; store moves, scores and results.
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  kempelen datagen play --games 1000 --output chess.games
  kempelen datagen play --game english --positions 10000000 --threads 8 --output english.games
  kempelen datagen play --games 100000 --nodes 5000 --seed 2 --output chess.games --resume")]
pub struct DatagenPlay {
    /// The game: a name that 'kempelen games' lists, or a file with rules of draughts
    #[arg(long, default_value = DEFAULT_GAME)]
    game: String,
    /// Output file
    #[arg(long, value_name = "FILE")]
    output: PathBuf,
    /// Continue an interrupted run
    #[arg(long)]
    resume: bool,
    /// Number of games to play
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    games: Option<u64>,
    /// Number of positions to collect; the last game is played to its end
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    positions: Option<u64>,
    /// Seed for the random moves [default: 1]
    #[arg(long)]
    seed: Option<u64>,
    /// Openings, used in turn: a file of positions, one a line (EPD, FEN), or of games (.pgn, .pdn)
    #[arg(long, value_name = "FILE")]
    openings: Option<PathBuf>,
    /// Plies to play of an opening that is a game [default: 16]
    #[arg(long, value_name = "N", requires = "openings")]
    plies: Option<usize>,
    /// Random moves at the beginning of a game: least..most [default: 8..12; 0 with --openings]
    #[arg(long, value_name = "N..N")]
    random_plies: Option<PlyRange>,
    /// Skip openings whose first search gives either side a greater score, in units of the evaluation
    #[arg(long, default_value = "400", value_name = "SCORE")]
    balance: u16,
    /// Adjudicate a loss: count= (moves in a row, 0: never), score= (in units of the evaluation),
    /// both=true|false (the opponent must agree)
    #[arg(long, num_args = 1.., value_name = "NAME=VALUE",
        default_values = RESIGN)]
    resign: Vec<String>,
    /// Adjudicate a draw when both sides report a score near 0: move= (first move that may end it),
    /// count= (moves in a row, 0: never), score= (largest, in units of the evaluation)
    #[arg(long, num_args = 1.., value_name = "NAME=VALUE",
        default_values = DRAW)]
    draw: Vec<String>,
    /// Adjudicate a draw after this many plies, random moves not counted
    #[arg(long, default_value = "400", value_name = "N",
        value_parser = clap::value_parser!(u16).range(1..))]
    max_plies: u16,
    #[command(flatten)]
    search: SearchArgs,
}

/// The values of an option, with the defaults for what it does not say: the last value of a name counts.
fn over(defaults: [&str; 3], values: &[String]) -> Vec<String> {
    defaults.map(str::to_owned).into_iter().chain(values.iter().cloned()).collect()
}

impl DatagenPlay {
    /// Runs the command. The status is 1 if there are too few starts for the number asked for.
    pub fn run(self) -> anyhow::Result<ExitCode> {
        let _lock = begin([&self.output])?;
        let stop = StopCondition { games: self.games, positions: self.positions };
        Ok(match self.play(stop)? {
            StopReason::TargetReached => ExitCode::SUCCESS,
            StopReason::Interrupted => ExitCode::from(interrupt::STATUS),
            StopReason::OutOfGames => ExitCode::from(u8::from(stop != StopCondition::default())),
        })
    }

    /// Plays games.
    ///
    /// # Errors
    /// A setting is wrong, a file cannot be read or written, or too many starts in a row are refused.
    fn play(&self, stop: StopCondition) -> anyhow::Result<StopReason> {
        let adjudication = AdjudicationRules {
            draw: DrawRule::parse(&over(DRAW, &self.draw))?,
            resign: ResignRule::parse(&over(RESIGN, &self.resign))?,
            max_plies: Some(usize::from(self.max_plies)),
        };
        let game = find_game(&self.game)?;
        // The header begins with the settings before those of the search.
        let header = RunSettings::new(game.name).with(ORDER, "played").with("seed", self.seed()?);
        let (searches, header) = self.search.searches(game, header)?;
        let openings = self.openings(game)?;
        let header = self.header_end(header, &openings, &adjudication);
        let bases = openings.iter().map(|opening| opening.line.position().clone()).collect();
        let mut starts = RandomStarts::new(bases, self.openings.is_some(), self.random_range(), self.seed()?);
        let mut output = GameFileWriter::open(&self.output, &header, self.resume)?;
        if let Some(last) = output.last {
            starts.skip_to(last);
        }
        let settings = &SelfPlaySettings { limits: self.search.limits(), adjudication, max_start_score: self.balance };
        let job = |start| -> GameJob { Box::new(move |search| Ok(play_game(search, settings, start))) };
        generate_games(&mut starts.map(job), searches, &mut output, stop)
    }

    fn random_range(&self) -> PlyRange {
        let default = if self.openings.is_some() { PlyRange { min: 0, max: 0 } } else { PlyRange { min: 8, max: 12 } };
        self.random_plies.unwrap_or(default)
    }

    /// The seed of the random moves.
    ///
    /// # Errors
    /// A seed was given, but no random moves are played, so it has no effect.
    fn seed(&self) -> anyhow::Result<u64> {
        let plies = self.random_range();
        ensure!(
            plies.max > 0 || self.seed.is_none(),
            "--seed has no effect: found --random-plies {plies}, expected random moves, as in --random-plies 2..8"
        );
        Ok(self.seed.unwrap_or(1))
    }

    /// The openings. The random moves of a game begin at the last position of its opening.
    fn openings(&self, game: &'static GameInfo) -> anyhow::Result<Vec<Opening>> {
        match &self.openings {
            Some(path) => OpeningSource::File(path.clone()).read(self.plies, game),
            None => Ok(vec![Opening::initial(game)]),
        }
    }

    /// Adds all other settings that the games depend on.
    fn header_end(&self, header: RunSettings, openings: &[Opening], rules: &AdjudicationRules) -> RunSettings {
        fn shown<T: Display>(value: &Option<T>) -> String {
            value.as_ref().map_or("none".to_owned(), T::to_string)
        }
        let openings = self.openings.as_ref().map(|_| openings::checksum(openings));
        header
            .with("openings", shown(&openings))
            .with("random-plies", self.random_range())
            .with("balance", self.balance)
            .with("resign", shown(&rules.resign))
            .with("draw", shown(&rules.draw))
            .with("max-plies", rules.max_plies.unwrap_or_default())
    }
}
