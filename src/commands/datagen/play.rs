//! `kempelen datagen play` and `rescore`: games that the engine plays or searches.

use crate::conditions::adjudication::{AdjudicationRules, DrawRule, ResignRule};
use crate::games::{DEFAULT_GAME, game_help};
use crate::lab::selfplay::generate::{SearchSettings, StopCondition, StopReason};
use crate::lab::selfplay::play::{SelfPlayRun, SelfPlaySettings};
use crate::lab::selfplay::random_starts::PlyRange;
use crate::lab::selfplay::rescore::RescoreRun;
use crate::system::file_lock::FileLock;
use crate::system::interrupt;
use clap::Args;
use std::path::PathBuf;
use std::process::ExitCode;

/// Play games of the engine against itself; store moves, scores and results.
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  kempelen datagen play --games 1000 --output chess.games
  kempelen datagen play --game english --positions 10000000 --threads 8 --output english.games
  kempelen datagen play --games 100000 --nodes 5000 --seed 2 --output chess.games --resume")]
pub struct DatagenPlay {
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
    /// Seed for the random moves [default: 1]
    #[arg(long)]
    seed: Option<u64>,
    /// Openings, used in turn: a file of positions, one a line (EPD, FEN), or of games (.pgn, .pdn)
    #[arg(long, value_name = "FILE")]
    openings: Option<PathBuf>,
    /// Random moves at the beginning of a game: least..most [default: 8..12; 0 with --openings]
    #[arg(long, value_name = "N..N")]
    random_plies: Option<PlyRange>,
    /// Skip openings whose first search gives either side a greater score, in centipawns
    #[arg(long, default_value = "400", value_name = "SCORE")]
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
    #[arg(long, default_value = "400", value_name = "N",
        value_parser = clap::value_parser!(u16).range(1..))]
    max_plies: u16,
    #[command(flatten)]
    search: SearchArgs,
}

impl DatagenPlay {
    /// Runs the command. The status is 1 if there are too few starts for the number asked for.
    pub fn run(self) -> anyhow::Result<ExitCode> {
        let _lock = FileLock::new(&self.output)?;
        interrupt::listen();
        let stop = StopCondition { games: self.games, positions: self.positions };
        let run = SelfPlayRun {
            game: self.game,
            output: self.output,
            resume: self.resume,
            stop,
            seed: self.seed,
            openings: self.openings,
            random_plies: self.random_plies,
            settings: SelfPlaySettings {
                adjudication: AdjudicationRules {
                    draw: DrawRule::parse(&self.draw)?,
                    resign: ResignRule::parse(&self.resign)?,
                    max_plies: Some(usize::from(self.max_plies)),
                },
                max_start_score: self.balance.into(),
            },
            search: self.search.settings(),
        };
        Ok(match run.run()? {
            StopReason::TargetReached => ExitCode::SUCCESS,
            StopReason::Interrupted => ExitCode::from(interrupt::STATUS),
            StopReason::OutOfGames => ExitCode::from(u8::from(stop != StopCondition::default())),
        })
    }
}

/// Search all positions of files again, and write the games with the new scores.
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  kempelen datagen rescore old.games --nodes 1000 --threads 8 --output new.games")]
pub struct DatagenRescore {
    /// Game files, all of one game
    #[arg(required = true, value_name = "FILE")]
    files: Vec<PathBuf>,
    /// Output file
    #[arg(long, value_name = "FILE")]
    output: PathBuf,
    /// Continue an interrupted run
    #[arg(long)]
    resume: bool,
    #[command(flatten)]
    search: SearchArgs,
}

impl DatagenRescore {
    /// Runs the command.
    pub fn run(self) -> anyhow::Result<ExitCode> {
        let _lock = FileLock::new(&self.output)?;
        interrupt::listen();
        let run =
            RescoreRun { files: self.files, output: self.output, resume: self.resume, search: self.search.settings() };
        Ok(match run.run()? {
            StopReason::Interrupted => ExitCode::from(interrupt::STATUS),
            StopReason::TargetReached | StopReason::OutOfGames => ExitCode::SUCCESS,
        })
    }
}

/// How to search.
#[derive(Args, Debug)]
struct SearchArgs {
    /// Nodes to search for a move
    #[arg(long, default_value = "2000", value_parser = clap::value_parser!(u64).range(1..))]
    nodes: u64,
    /// Games to play in parallel; the output does not depend on it
    #[arg(long, default_value = "1", value_parser = clap::value_parser!(u16).range(1..))]
    threads: u16,
    /// Size of each thread's transposition table in MiB; cleared before every game
    #[arg(long, default_value = "2", value_parser = clap::value_parser!(u16).range(1..))]
    hash: u16,
    /// Endgame tables for the search; new games are adjudicated by them
    #[arg(long, value_name = "PATH")]
    tables: Option<String>,
    /// Evaluation: a file with weights or a network, or 'weights' for the weights in the program
    #[arg(long, value_name = "FILE")]
    eval: Option<PathBuf>,
}

impl SearchArgs {
    /// As the run takes them.
    fn settings(self) -> SearchSettings {
        let SearchArgs { nodes, threads, hash: mebibytes, tables, eval } = self;
        SearchSettings { nodes, threads, mebibytes, tables, eval }
    }
}
