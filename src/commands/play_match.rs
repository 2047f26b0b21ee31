//! `kempelen match`: games of engines against one another.

use crate::games::{DEFAULT_GAME, game_help};
use crate::system::{interrupt, progress};
use crate::tournament::game_options::GameOptions;
use crate::tournament::match_plan::MatchPlan;
use crate::tournament::pgn_file::PgnFile;
use crate::tournament::schedule::MatchFormat;
use crate::tournament::sprt::Sprt;
use crate::tournament::standings::Standings;
use crate::tournament::{engine_config, match_runner, schedule};
use anyhow::bail;
use clap::Args;
use indicatif::ProgressBar;
use std::path::PathBuf;
use std::process::ExitCode;

/// Play games between engines and measure which one is stronger.
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  kempelen match --engine cmd=kempelen name=full --engine cmd=kempelen name=weak \\
      option.UCI_LimitStrength=true --each st=0.1 --openings book --rounds 5
  kempelen match --engine cmd=kempelen --engine cmd=/usr/games/stockfish option.UCI_LimitStrength=true \\
      option.UCI_Elo=2800 --each tc=10+0.1 --rounds 100 --openings openings.epd --pgn games.pgn
  kempelen match --engine cmd=./new --engine cmd=./old --each tc=5+0.05 --rounds 20000 \\
      --concurrency 8 --openings openings.epd --shuffle --sprt elo0=0 elo1=5
  kempelen match --game english --engine cmd=./new --engine cmd=./old --each st=0.2 --rounds 50 \\
      --openings ballots")]
pub struct Match {
    /// The name of the game
    #[arg(long, help = game_help(), default_value = DEFAULT_GAME)]
    game: String,
    /// An engine: cmd=PROGRAM, then any of name= args= dir= proto=uci|hub tc= st= depth= nodes=
    /// option.NAME=
    #[arg(long, num_args = 1.., required = true, value_name = "NAME=VALUE")]
    engine: Vec<String>,
    /// Settings of every engine that does not set them itself
    #[arg(long, num_args = 1.., value_name = "NAME=VALUE")]
    each: Vec<String>,
    /// Pairs of games for every two engines; both games of a pair begin with the same opening
    #[arg(long, default_value_t = 1, value_parser = clap::value_parser!(u32).range(..=1_000_000))]
    rounds: u32,
    /// Pairings
    #[arg(long, value_enum, default_value = "round-robin")]
    format: MatchFormat,
    /// Games to play in parallel
    #[arg(long, default_value_t = 1)]
    concurrency: usize,
    /// Shuffle the openings
    #[arg(long)]
    shuffle: bool,
    /// File for the games
    #[arg(long, value_name = "FILE")]
    pgn: Option<PathBuf>,
    /// Continue the match whose games are in the file of --pgn
    #[arg(long, requires = "pgn")]
    resume: bool,
    /// Stop by a sequential test (SPRT): elo0= elo1= alpha= beta= model=normalised|logistic
    #[arg(long, num_args = 1.., value_name = "NAME=VALUE")]
    sprt: Vec<String>,
    #[command(flatten)]
    conduct: GameOptions,
    /// Let the engines ponder on their opponent's time
    #[arg(long)]
    ponder: bool,
    /// Write the results as JSON
    #[arg(long)]
    json: bool,
}

impl Match {
    /// Runs the command.
    pub fn run(self) -> anyhow::Result<ExitCode> {
        let live = progress::progress_bar("games", 0);
        let played = self.play(&live);
        live.finish_and_clear();
        let (standings, unfit) = played?;
        standings.finish()?;
        if !unfit.is_empty() {
            bail!("the match is not complete: {}", unfit.join("; "));
        }
        let open = standings.games() < standings.total() && !standings.sprt_decided();
        Ok(if open && interrupt::raised() {
            ExitCode::from(interrupt::STATUS)
        } else {
            ExitCode::SUCCESS
        })
    }

    /// Plays all games; gives the standings, and what is to be said of engines that could not play
    /// all of theirs.
    fn play(&self, live: &ProgressBar) -> anyhow::Result<(Standings, Vec<String>)> {
        let plan = self.plan(live)?;
        let names: Vec<String> = plan.engines.iter().map(|it| it.name.clone()).collect();
        let sprt = Sprt::read(&self.sprt)?;
        if sprt.is_some() && names.len() != 2 {
            bail!("--sprt is a test of two engines; found {}", names.len());
        }
        let pairings = plan.pairings.len();
        let mut standings = Standings::new(names, pairings, plan.margin, sprt, self.json);
        // Whatever is wrong with an engine is known before the first game, and before the file.
        let engines = match_runner::start_engines(&plan)?;
        let archive = PgnFile::open(self.pgn.as_deref(), self.resume, &plan, &mut standings)?;
        progress::resume_at(live, standings.games() as u64);
        let unfit = match_runner::run(&plan, engines, archive, &mut standings, live)?;
        Ok((standings, unfit))
    }

    fn plan(&self, live: &ProgressBar) -> anyhow::Result<MatchPlan> {
        let rounds = self.rounds as usize;
        let judge = self.conduct.referee_config(&self.game);
        let mut referee = judge.referee()?;
        let profiles = engine_config::parse_engines(&self.engine, &self.each, &self.game)?;
        let openings = self.conduct.openings(rounds, self.shuffle, &mut *referee)?;
        if self.concurrency == 0 {
            bail!("--concurrency: found 0, expected 1 or more");
        }
        Ok(MatchPlan {
            referee: judge,
            openings,
            pairings: schedule::pairings(self.format, profiles.len(), rounds).collect(),
            engines: profiles,
            adjudication: self.conduct.adjudication_rules()?,
            conditions: self.conditions(),
            margin: self.conduct.margin(),
            ponder: self.ponder,
            concurrency: self.concurrency,
            interrupt: interrupt::listen_twice(live, "games"),
        })
    }

    /// What the games depend on beside engines and openings.
    fn conditions(&self) -> Vec<String> {
        let ponder = self.ponder.then(|| "ponder".to_owned());
        self.conduct.ending_conditions().chain(ponder).collect()
    }
}
