//! Command-line options for games between engines: openings, adjudication, time margin.

use crate::conditions::adjudication::{AdjudicationRules, DrawRule, ResignRule};
use crate::conditions::openings::{Opening, OpeningSource};
use crate::games::{GameInfo, find_game};
use crate::notation::Notation;
use crate::random::Random;
use crate::tournament::game::GameSettings;
use anyhow::{anyhow, ensure};
use clap::Args;
use std::ops::Range;
use std::path::PathBuf;
use std::time::Duration;

/// How games start and end.
#[derive(Args, Debug)]
pub struct GameOptions {
    /// Openings: book, ballots, random, random with bounds of a heap game ("random heaps=3..5"), or a
    /// file of positions, one a line (EPD, FEN), or of games (.pgn, .pdn)
    #[arg(long, value_name = "FILE")]
    openings: Option<PathBuf>,
    /// Plies to play of an opening [default: 16; 8 of random moves]
    #[arg(long)]
    plies: Option<usize>,
    /// Seed for random moves and the order of the openings
    #[arg(long, default_value = "1")]
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
    #[arg(long, default_value = "500", value_name = "MS")]
    margin: u64,
}

impl GameOptions {
    /// The openings, in random order if `shuffled`. `count` is the number of random openings.
    ///
    /// # Errors
    /// See [`OpeningSource::read`].
    pub fn openings(&self, count: usize, shuffled: bool, game: &'static GameInfo) -> anyhow::Result<Vec<Opening>> {
        let mut openings = match &self.openings {
            Some(source) => {
                let source = OpeningSource::from_argument(source, count, self.seed);
                let source = source.map_err(|error| anyhow!("--openings: {error}"))?;
                source.read(self.plies, game)?
            }
            None => vec![Opening::initial(game)],
        };
        if shuffled {
            Random::new(self.seed).shuffle(&mut openings);
        }
        Ok(openings)
    }

    /// The openings of these rounds of a match and all before them, and text that differs if the openings or their order
    /// differ. Random openings are not shuffled, so that they do not depend on the number of rounds.
    ///
    /// # Errors
    /// See [`OpeningSource::read`]. There are fewer random openings than rounds, and rounds before these.
    pub fn match_openings(
        &self,
        rounds: Range<usize>,
        shuffled: bool,
        game: &'static GameInfo,
    ) -> anyhow::Result<(Vec<Opening>, String)> {
        let Some(source) = &self.openings else { return Ok((vec![Opening::initial(game)], "none".to_owned())) };
        let name = source.file_name().unwrap_or_default().to_string_lossy();
        let is_random = source.to_str().is_some_and(|text| text.split(' ').next() == Some("random"));
        let openings = self.openings(rounds.end, shuffled && !is_random, game)?;
        let (expected, found) = (rounds.end, openings.len());
        if is_random {
            let is_short = rounds.start > 0 && found < expected;
            ensure!(!is_short, "--start: found {found} different random openings, expected {expected}");
            let plies = self.plies.map_or(String::new(), |plies| format!(" plies={plies}"));
            return Ok((openings, format!("{name}{plies} seed={}", self.seed)));
        }
        let mut checksum = crc32fast::Hasher::new();
        for line in openings.iter().map(|opening| &opening.line) {
            checksum.update(format!("{}\n{}\n", line.start().show(), line.position().show()).as_bytes());
        }
        Ok((openings, format!("{name} count={found} crc32={:08x}", checksum.finalize())))
    }

    /// How games are played, and when they end early.
    ///
    /// # Errors
    /// There is no such game, or a value of `--draw` or `--resign` is wrong.
    pub fn game_settings(&self, game: &str, ponder: bool) -> anyhow::Result<GameSettings> {
        let (draw, resign) = (DrawRule::parse(&self.draw)?, ResignRule::parse(&self.resign)?);
        Ok(GameSettings {
            game: find_game(game)?,
            tables: self.tables.clone(),
            adjudication: AdjudicationRules { draw, resign, max_plies: self.max_plies },
            margin: self.margin(),
            ponder,
        })
    }

    /// By how much an engine may exceed its time.
    pub fn margin(&self) -> Duration {
        Duration::from_millis(self.margin)
    }

    /// All settings but the seed, as text.
    pub fn conditions(&self) -> Vec<String> {
        let openings = self.openings.as_ref().map(|path| format!("openings={}", path.display()));
        let plies = self.plies.map(|plies| format!("plies={plies}"));
        openings.into_iter().chain(plies).chain(self.ending_conditions()).collect()
    }

    /// The settings that decide how games end, as text.
    pub fn ending_conditions(&self) -> impl Iterator<Item = String> {
        let draw = self.draw.iter().map(|value| format!("draw {value}"));
        let resign = self.resign.iter().map(|value| format!("resign {value}"));
        let tables = self.tables.as_ref().map(|path| format!("tables={path}"));
        let max_plies = self.max_plies.map(|plies| format!("max-plies={plies}"));
        let margin = Some(format!("margin={}", self.margin));
        draw.chain(resign).chain(tables).chain(max_plies).chain(margin)
    }
}
