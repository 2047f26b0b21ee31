//! How games of engines begin and end, on the command line.

use super::adjudication::{AdjudicationRules, DrawRule, ResignRule};
use super::openings::{Opening, OpeningSource};
use crate::player::{Referee, referee_with};
use crate::random::Random;
use anyhow::anyhow;
use clap::Args;
use std::path::PathBuf;
use std::time::Duration;

/// How games begin and end.
#[derive(Args, Debug)]
pub struct GameOptions {
    /// Openings: book, ballots, random, or a file of positions, one a line (EPD, FEN), or of games
    /// (.pgn, .pdn)
    #[arg(long, value_name = "FILE")]
    openings: Option<PathBuf>,
    /// Plies to play of an opening [default: 16; 8 of random moves]
    #[arg(long)]
    plies: Option<usize>,
    /// Seed for random moves and the order of the openings
    #[arg(long, default_value_t = 1)]
    pub seed: u64,
    /// Adjudicate a draw when both engines report a score near 0: move= (first move to look at),
    /// count= (moves in a row), score= (largest, in centipawns)
    #[arg(long, num_args = 1.., value_name = "NAME=VALUE")]
    draw: Vec<String>,
    /// Adjudicate a loss when the losing engine reports one: count= (moves in a row), score= (in
    /// centipawns), both=true|false (the opponent must agree)
    #[arg(long, num_args = 1.., value_name = "NAME=VALUE")]
    resign: Vec<String>,
    /// Adjudicate by endgame tables: folders of Syzygy tables for chess, a folder made by `kempelen
    /// egdb build` for draughts
    #[arg(long, value_name = "PATH")]
    tables: Option<String>,
    /// Adjudicate a draw after this many plies
    #[arg(long, value_name = "N")]
    max_plies: Option<usize>,
    /// Milliseconds by which an engine may exceed its time: a busy machine delays answers
    #[arg(long, default_value_t = 500, value_name = "MS")]
    margin: u64,
}

/// Who judges games: one who knows the rules of a game and, if there are any, endgame tables.
#[derive(Clone, Debug)]
pub struct RefereeConfig {
    /// The name of the game.
    game: String,
    /// Where the tables are.
    tables: Option<String>,
}

impl RefereeConfig {
    /// A referee, to follow one game after the other.
    pub fn referee(&self) -> anyhow::Result<Box<dyn Referee + Send>> {
        referee_with(&self.game, self.tables.as_deref()).map_err(|error| anyhow!(error))
    }
}

impl GameOptions {
    /// Who judges the games.
    pub fn referee_config(&self, game: &str) -> RefereeConfig {
        RefereeConfig {
            game: game.to_owned(),
            tables: self.tables.clone(),
        }
    }

    /// Where games begin: `count` openings if they are random, in a random order if `shuffled`.
    pub fn openings(
        &self,
        count: usize,
        shuffled: bool,
        referee: &mut dyn Referee,
    ) -> anyhow::Result<Vec<Opening>> {
        let mut openings = match &self.openings {
            Some(word) => {
                OpeningSource::from_argument(word, count, self.seed).read(self.plies, referee)?
            }
            None => vec![Opening::default()],
        };
        if shuffled {
            Random::new(self.seed).shuffle(&mut openings);
        }
        Ok(openings)
    }

    /// When games end early.
    pub fn adjudication_rules(&self) -> anyhow::Result<AdjudicationRules> {
        Ok(AdjudicationRules {
            draw: DrawRule::read(&self.draw)?,
            resign: ResignRule::read(&self.resign)?,
            max_plies: self.max_plies,
        })
    }

    /// How long an engine may overstep its time.
    pub fn margin(&self) -> Duration {
        Duration::from_millis(self.margin)
    }

    /// What was said of it, but for the seed.
    pub fn conditions(&self) -> Vec<String> {
        let openings = self.openings.as_ref();
        let openings = openings.map(|path| format!("openings={}", path.display()));
        let plies = self.plies.map(|plies| format!("plies={plies}"));
        let begin = openings.into_iter().chain(plies);
        begin.chain(self.ending_conditions()).collect()
    }

    /// What was said of how games end.
    pub fn ending_conditions(&self) -> impl Iterator<Item = String> {
        let draw = self.draw.iter().map(|word| format!("draw {word}"));
        let resign = self.resign.iter().map(|word| format!("resign {word}"));
        let tables = self.tables.as_ref().map(|path| format!("tables={path}"));
        let most = self.max_plies.map(|plies| format!("max-plies={plies}"));
        let margin = Some(format!("margin={}", self.margin));
        draw.chain(resign).chain(tables).chain(most).chain(margin)
    }
}
