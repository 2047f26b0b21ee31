//! `kempelen match`: plays games between engines.

use super::arguments::{GameOptions, one_of};
use crate::games::{DEFAULT_GAME, find_game, name_for_long_run};
use crate::system::file_lock::FileLock;
use crate::system::files::NamedOutput;
use crate::system::interrupt;
use crate::tournament::engine_config::parse_engines;
use crate::tournament::game::Referee;
use crate::tournament::match_output::MatchOutput;
use crate::tournament::match_parts::pool_parts;
use crate::tournament::match_runner::play_match;
use crate::tournament::match_settings::{MatchFormat, MatchSettings, pairings};
use crate::tournament::sprt::Sprt;
use anyhow::{bail, ensure};
use clap::Args;
use indicatif::ProgressBar;
use std::io::{IsTerminal, Write, stderr, stdout};
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
      --openings ballots
  kempelen match --add part-*.pgn --sprt elo0=0 elo1=5")]
pub struct Match {
    /// The game: a name that 'kempelen games' lists, or a file with rules of draughts
    #[arg(long, default_value = DEFAULT_GAME)]
    game: String,
    /// An engine: cmd=PROGRAM or builtin=ALGORITHM, then any of name= args= dir= proto=uci|hub|ugi tc= st= depth= nodes=
    /// option.NAME=
    #[arg(long, num_args = 1.., required_unless_present = "add", value_name = "NAME=VALUE")]
    engine: Vec<String>,
    /// Settings of every engine that does not set them itself
    #[arg(long, num_args = 1.., value_name = "NAME=VALUE")]
    each: Vec<String>,
    /// Pairs of games for every two engines; both games of a pair begin with the same opening
    #[arg(long, default_value = "1", value_parser = clap::value_parser!(u32).range(1..=1_000_000))]
    rounds: u32,
    /// The first pair to play, with the opening of that number: parts of one match can be played apart
    #[arg(long, default_value = "1", value_parser = clap::value_parser!(u32).range(1..=1_000_000), value_name = "N")]
    start: u32,
    /// Pairings
    #[arg(long, value_parser = one_of(&FORMATS), default_value = "round-robin")]
    format: MatchFormat,
    /// Games to play in parallel
    #[arg(long, default_value = "1", value_parser = clap::value_parser!(u16).range(1..=1024))]
    concurrency: u16,
    /// Shuffle the openings
    #[arg(long)]
    shuffle: bool,
    /// File for the games
    #[arg(long, value_name = "FILE")]
    pgn: Option<PathBuf>,
    /// Continue the match whose games are in the file of --pgn
    #[arg(long, requires = "pgn")]
    resume: bool,
    /// Play no games: show the results of all parts of a match, from the files of their --pgn
    #[arg(long, num_args = 1.., value_name = "FILE", conflicts_with_all = ["engine", "each", "rounds", "start", "format",
        "concurrency", "shuffle", "pgn", "resume", "ponder", "GameOptions"])]
    add: Vec<PathBuf>,
    /// Stop by a sequential test (SPRT): elo0= elo1= alpha= beta= model=normalised|logistic
    #[arg(long, num_args = 1.., value_name = "NAME=VALUE")]
    sprt: Vec<String>,
    #[command(flatten)]
    game_options: GameOptions,
    /// Let the engines ponder on their opponent's time
    #[arg(long)]
    ponder: bool,
    /// Write the results as JSON
    #[arg(long)]
    json: bool,
}

impl Match {
    /// Runs the command.
    pub fn run(mut self) -> anyhow::Result<ExitCode> {
        self.game = name_for_long_run(&self.game)?;
        if !self.add.is_empty() {
            return self.show_parts();
        }
        let _lock = FileLock::all(&self.pgn)?;
        let mut output =
            MatchOutput::new(NamedOutput::stdout(), stdout().is_terminal(), self.json, self.game_options.margin());
        let settings = self.settings(&output.bar);
        let played = settings.and_then(|settings| play_match(&settings, self.pgn.as_deref(), self.resume, &mut output));
        output.bar.finish_and_clear();
        let played = played?;
        output.finished(&played.standings)?;
        if !played.disqualified.is_empty() {
            bail!("the match is not complete: {}", played.disqualified.join("; "));
        }
        let is_done = played.standings.is_complete() || !interrupt::raised();
        Ok(if is_done { ExitCode::SUCCESS } else { ExitCode::from(interrupt::STATUS) })
    }

    /// Shows the results of all parts of a match.
    fn show_parts(&self) -> anyhow::Result<ExitCode> {
        let pooled = pool_parts(&self.add, find_game(&self.game)?, Sprt::parse(&self.sprt)?)?;
        if let Some(missing) = pooled.missing {
            writeln!(stderr(), "kempelen: {missing}")?;
        }
        MatchOutput::new(NamedOutput::stdout(), false, self.json, pooled.margin).finished(&pooled.standings)?;
        Ok(ExitCode::SUCCESS)
    }

    fn settings(&self, bar: &ProgressBar) -> anyhow::Result<MatchSettings> {
        let before = self.start as usize - 1;
        let rounds = before + self.rounds as usize;
        interrupt::listen_twice(bar, "games");
        let games = self.game_options.game_settings(&self.game, self.ponder)?;
        // The tables are opened before anything is written.
        Referee::new(&games)?;
        let mut engines = parse_engines(&self.engine, &self.each, &self.game)?;
        let (openings, openings_text) = self.game_options.match_openings(before..rounds, self.shuffle, games.game)?;
        engines.iter_mut().for_each(|engine| engine.set_chess960_for(&openings));
        let sprt = Sprt::parse(&self.sprt)?;
        let count = engines.len();
        ensure!(sprt.is_none() || count == 2, "--sprt is a test of two engines; found {count}");
        let ponder = self.ponder.then(|| "ponder".to_owned());
        Ok(MatchSettings {
            openings,
            openings_text,
            pairings: pairings(self.format, count, rounds).filter(|pairing| pairing.opening >= before).collect(),
            engines,
            sprt,
            conditions: self.game_options.ending_conditions().chain(ponder).collect(),
            games,
            concurrency: self.concurrency.into(),
        })
    }
}

/// The formats of a match by name.
const FORMATS: [(&str, MatchFormat, &str); 2] = [
    ("round-robin", MatchFormat::RoundRobin, "Every engine plays every other engine"),
    ("gauntlet", MatchFormat::Gauntlet, "The first engine plays every other engine"),
];
