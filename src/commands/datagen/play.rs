//! `kempelen datagen play`: games of the engine against itself, with their scores.

use crate::games::{DEFAULT_GAME, Entry, Visitor, by_name, game_help};
use crate::lab::game_file::header::{GameFileHeader, ORDER};
use crate::lab::game_file::output::GameOutput;
use crate::lab::selfplay::game::{SelfPlaySettings, SelfPlayer};
use crate::lab::selfplay::generate::{GameWorker, StopReason, generate_games};
use crate::lab::selfplay::random_starts::{BasePosition, PlyRange, RandomStarts};
use crate::lab::selfplay::searcher::{SearchSettings, checksum};
use crate::lab::selfplay::stop_condition::StopCondition;
use crate::system::{files, interrupt};
use crate::tournament::adjudication::{AdjudicationRules, DrawRule, ResignRule};
use anyhow::anyhow;
use clap::Args;
use std::fmt::Display;
use std::path::PathBuf;
use std::process::ExitCode;

/// Play games of the engine against itself; store moves, scores and results.
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  kempelen datagen play --games 1000 --output chess.games
  kempelen datagen play --game english --positions 10000000 --threads 8 --output english.games
  kempelen datagen play --games 100000 --nodes 5000 --seed 2 --output chess.games --resume")]
pub struct Play {
    /// The name of the game
    #[arg(long, help = game_help(), default_value = DEFAULT_GAME)]
    game: String,
    /// Output file
    #[arg(long, value_name = "FILE")]
    output: PathBuf,
    /// Continue an interrupted run
    #[arg(long)]
    resume: bool,
    /// Number of games to play
    #[arg(long, value_name = "N")]
    games: Option<u64>,
    /// Number of positions to collect; the last game is played to its end
    #[arg(long, value_name = "N")]
    positions: Option<u64>,
    /// Seed for the random moves
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Openings, used in turn: a file of positions, one a line (EPD, FEN), or of games (.pgn, .pdn)
    #[arg(long, value_name = "FILE")]
    openings: Option<PathBuf>,
    /// Random moves at the beginning of a game: least..most [default: 8..12; 0 with --openings]
    #[arg(long, value_name = "N..N")]
    random_plies: Option<PlyRange>,
    /// Skip openings whose first search gives either side a greater score, in centipawns
    #[arg(long, default_value_t = 400, value_name = "SCORE")]
    balance: u16,
    /// Adjudicate a loss: count= (moves in a row, 0: never), score= (in centipawns),
    /// both=true|false (the opponent must agree)
    #[arg(long, num_args = 1.., value_name = "NAME=VALUE",
        default_values = ["count=3", "score=1000", "both=true"])]
    resign: Vec<String>,
    /// Adjudicate a draw when both sides report a score near 0: move= (first move to look at),
    /// count= (moves in a row, 0: never), score= (largest, in centipawns)
    #[arg(long, num_args = 1.., value_name = "NAME=VALUE",
        default_values = ["move=40", "count=4", "score=10"])]
    draw: Vec<String>,
    /// Adjudicate a draw after this many plies, random moves not counted
    #[arg(long, default_value_t = 400, value_name = "N",
        value_parser = clap::value_parser!(u16).range(1..))]
    max_plies: u16,
    #[command(flatten)]
    thinking: SearchSettings,
}

impl Play {
    /// Runs the command.
    pub fn run(self) -> anyhow::Result<ExitCode> {
        let game = self.game.clone();
        by_name(&game, self).map_err(|error| anyhow!(error))?
    }

    fn rules(&self) -> anyhow::Result<AdjudicationRules> {
        Ok(AdjudicationRules {
            draw: DrawRule::parse(&self.draw)?,
            resign: ResignRule::parse(&self.resign)?,
            max_plies: Some(usize::from(self.max_plies)),
        })
    }

    fn plies(&self) -> PlyRange {
        let default = match self.openings {
            Some(_) => PlyRange { min: 0, max: 0 },
            None => PlyRange { min: 8, max: 12 },
        };
        self.random_plies.unwrap_or(default)
    }

    fn bases<K: Entry>(&self) -> anyhow::Result<Vec<BasePosition<K::Game>>> {
        match &self.openings {
            Some(path) => BasePosition::read(path, K::INFO.name),
            None => Ok(vec![BasePosition::start()]),
        }
    }

    /// All that the games depend on.
    fn header<K: Entry>(
        &self,
        rules: &AdjudicationRules,
        tables: &K::Tablebase,
    ) -> anyhow::Result<GameFileHeader> {
        fn shown<T: Display>(rule: &Option<T>) -> String {
            rule.as_ref().map_or("none".to_owned(), T::to_string)
        }
        let openings = self.openings.as_deref().map(files::read).transpose()?;
        let openings = openings.map(|file| checksum(&file));
        let header = GameFileHeader::new(K::INFO.name)
            .with(ORDER, "played")
            .with("seed", self.seed);
        let header = self.thinking.add_to_header::<K>(header, tables)?;
        Ok(header
            .with("openings", shown(&openings))
            .with("random-plies", self.plies())
            .with("balance", self.balance)
            .with("resign", shown(&rules.resign))
            .with("draw", shown(&rules.draw))
            .with("max-plies", self.max_plies))
    }
}

impl Visitor for Play {
    type Output = anyhow::Result<ExitCode>;

    fn visit<K: Entry>(self) -> Self::Output {
        let interrupted = interrupt::listen();
        let terms = SelfPlaySettings {
            adjudication: self.rules()?,
            max_start_score: i32::from(self.balance),
        };
        let target = StopCondition {
            games: self.games,
            positions: self.positions,
        };
        let tables = self.thinking.tables::<K>()?;
        let header = self.header::<K>(&terms.adjudication, &tables)?;
        let mut starts = RandomStarts::new(self.bases::<K>()?, self.plies(), self.seed);
        let thinkers = self.thinking.searchers::<K>(&tables)?;
        let mut store = GameOutput::open(&self.output, &header, self.resume)?;
        if let Some(last) = store.last {
            starts.skip_to(last);
        }
        let work = |thinker| -> GameWorker<_> {
            let mut player = SelfPlayer::<K>::new(thinker, terms.clone());
            Box::new(move |start| Ok(player.play(start)))
        };
        let work = thinkers.into_iter().map(work).collect();
        let stop = generate_games(&mut starts, work, &mut store, target, interrupted)?;
        SearchSettings::warn_of_trouble(&*tables)?;
        Ok(match stop {
            StopReason::TargetReached => ExitCode::SUCCESS,
            StopReason::Interrupted => ExitCode::from(interrupt::STATUS),
            StopReason::OutOfGames => ExitCode::from(u8::from(target != StopCondition::default())),
        })
    }
}
