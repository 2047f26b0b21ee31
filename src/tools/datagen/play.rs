//! `kempelen datagen play`: games of the engine against itself, with their scores.

use super::header::{Header, ORDER};
use super::run::{Stop, Worker, run};
use super::selfplay::{SelfPlay, Terms};
use super::starts::{Base, Plies, Starts};
use super::store::Store;
use super::target::Target;
use super::thinking::{Thinking, checksum};
use crate::player::{Entry, Visitor, by_name};
use crate::tools::adjudication::{DrawRule, ResignRule, Rules};
use crate::tools::{files, interrupt};
use anyhow::anyhow;
use clap::Args;
use std::fmt::Display;
use std::path::PathBuf;
use std::process::ExitCode;

/// Play games of the engine against itself, and keep positions, scores and results.
#[derive(Args, Debug)]
pub struct Play {
    /// The game: chess, english, pongor or tictactoe
    #[arg(long, default_value = "chess")]
    game: String,
    /// Where to write
    #[arg(long, value_name = "FILE")]
    output: PathBuf,
    /// Go on with the file until there is enough in it
    #[arg(long)]
    resume: bool,
    /// End when there are so many games
    #[arg(long, value_name = "N")]
    games: Option<u64>,
    /// End with the game that makes it so many positions
    #[arg(long, value_name = "N")]
    positions: Option<u64>,
    /// For the random moves
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Positions a line (EPD, FEN), or games (.pgn, .pdn), to begin with, in turn
    #[arg(long, value_name = "FILE")]
    openings: Option<PathBuf>,
    /// Random moves to begin with, from so many to so many; 8..12 without openings, 0 with them
    #[arg(long, value_name = "N..N")]
    random_plies: Option<Plies>,
    /// Do not begin where the first search finds a greater score for either side, in hundredths
    #[arg(long, default_value_t = 400, value_name = "SCORE")]
    balance: u16,
    /// A loss if both sides think so: count= (moves, 0: never), score= (hundredths), both=true|false
    #[arg(long, num_args = 1.., value_name = "NAME=VALUE",
        default_values = ["count=3", "score=1000", "both=true"])]
    resign: Vec<String>,
    /// A draw if both sides think so: move= (from which on), count= (moves, 0: never), score= (hundredths)
    #[arg(long, num_args = 1.., value_name = "NAME=VALUE",
        default_values = ["move=40", "count=4", "score=10"])]
    draw: Vec<String>,
    /// A draw after so many plies, random moves not counted
    #[arg(long, default_value_t = 400, value_name = "N",
        value_parser = clap::value_parser!(u16).range(1..))]
    max_plies: u16,
    #[command(flatten)]
    thinking: Thinking,
}

impl Play {
    /// Runs the command.
    pub fn run(self) -> anyhow::Result<ExitCode> {
        let game = self.game.clone();
        by_name(&game, self).map_err(|error| anyhow!(error))?
    }

    fn rules(&self) -> anyhow::Result<Rules> {
        Ok(Rules {
            draw: DrawRule::read(&self.draw)?,
            resign: ResignRule::read(&self.resign)?,
            max_plies: Some(usize::from(self.max_plies)),
        })
    }

    fn plies(&self) -> Plies {
        let default = match self.openings {
            Some(_) => Plies { least: 0, most: 0 },
            None => Plies { least: 8, most: 12 },
        };
        self.random_plies.unwrap_or(default)
    }

    fn bases<K: Entry>(&self) -> anyhow::Result<Vec<Base<K::Game>>> {
        match &self.openings {
            Some(path) => Base::read(path, K::INFO.name),
            None => Ok(vec![Base::start()]),
        }
    }

    /// All that the games depend on.
    fn header<K: Entry>(&self, rules: &Rules, tables: &K::Tables) -> anyhow::Result<Header> {
        fn shown<T: Display>(rule: &Option<T>) -> String {
            rule.as_ref().map_or("none".to_owned(), T::to_string)
        }
        let openings = self.openings.as_deref().map(files::read).transpose()?;
        let openings = openings.map(|file| checksum(&file));
        let header = Header::new(K::INFO.name)
            .with(ORDER, "played")
            .with("seed", self.seed);
        let header = self.thinking.tell::<K>(header, tables)?;
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
        let terms = Terms {
            rules: self.rules()?,
            balance: i32::from(self.balance),
        };
        let target = Target {
            games: self.games,
            positions: self.positions,
        };
        let tables = self.thinking.tables::<K>()?;
        let header = self.header::<K>(&terms.rules, &tables)?;
        let mut starts = Starts::new(self.bases::<K>()?, self.plies(), self.seed);
        let thinkers = self.thinking.thinkers::<K>(&tables)?;
        let mut store = Store::open(&self.output, &header, self.resume)?;
        if let Some(last) = store.last {
            starts.skip_to(last);
        }
        let work = |thinker| -> Worker<_> {
            let mut player = SelfPlay::<K>::new(thinker, terms.clone());
            Box::new(move |start| Ok(player.play(start)))
        };
        let work = thinkers.into_iter().map(work).collect();
        let stop = run(&mut starts, work, &mut store, target, interrupted)?;
        Thinking::warn(&*tables)?;
        Ok(match stop {
            Stop::Enough => ExitCode::SUCCESS,
            Stop::Interrupted => ExitCode::from(interrupt::STATUS),
            Stop::NoMore => ExitCode::from(u8::from(target != Target::default())),
        })
    }
}
