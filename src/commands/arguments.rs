//! Arguments that several commands have, and values on the command line: games, positions, limits, threads, and how games between
//! engines start and end.

use crate::any_position::AnyPosition;
use crate::conditions::adjudication::{AdjudicationRules, DrawRule, ResignRule};
use crate::conditions::openings::{self, Opening, OpeningSource};
use crate::game::GameLine;
use crate::games::{DEFAULT_GAME, GameInfo, find_game};
use crate::notation::reader::without_numbers;
use crate::notation::{Notation, set_up};
use crate::opening::set_up::RandomSetUp;
use crate::random::Random;
use crate::report::settings::{limits, table_mebibytes};
use crate::search::{NO_TABLES, SearchLimits};
use crate::system::processors;
use crate::tournament::game::GameSettings;
use anyhow::{anyhow, ensure};
use clap::Args;
use clap::builder::{PathBufValueParser, PossibleValue, PossibleValuesParser, TypedValueParser};
use std::ops::Range;
use std::path::PathBuf;
use std::time::Duration;

/// Reads one of these names, each with its value and what `--help` says of it, if that is not empty.
pub fn one_of<T>(choices: &'static [(&str, T, &str)]) -> impl TypedValueParser<Value = T>
where
    T: Clone + Send + Sync,
{
    let names = choices.iter().map(|&(name, _, help)| {
        let value = PossibleValue::new(name);
        if help.is_empty() { value } else { value.help(help) }
    });
    let find = |name: String| choices.iter().find(|choice| choice.0 == name).expect("one of the names").1.clone();
    PossibleValuesParser::new(names).map(find)
}

/// Reads the name of an output file, which must have one of these extensions: so no file of another kind is overwritten when a
/// shell puts the names of several files there.
pub fn file_named(extensions: &'static [&str]) -> impl TypedValueParser<Value = PathBuf> {
    PathBufValueParser::new().try_map(move |path| {
        let found = path.extension().unwrap_or_default();
        let is_right = extensions.iter().any(|extension| found.eq_ignore_ascii_case(extension));
        is_right.then_some(path).ok_or_else(|| format!("expected a name that ends with .{}", extensions.join(" or .")))
    })
}

/// A part of a whole, from 0 to 1.
pub fn part(text: &str) -> Result<f64, String> {
    between(text, 0.0, 1.0)
}

/// A number that is not below `least`, nor above `most`.
pub fn between(text: &str, least: f64, most: f64) -> Result<f64, String> {
    let right = number(text).filter(|value| (least..=most).contains(value));
    right.ok_or_else(|| format!("expected a number from {least} to {most}"))
}

/// A number greater than 0.
pub fn positive(text: &str) -> Result<f64, String> {
    number(text).filter(|&value| value > 0.0).ok_or_else(|| "expected a number greater than 0".into())
}

fn number(text: &str) -> Option<f64> {
    text.parse().ok().filter(|value: &f64| value.is_finite())
}

/// The limits of a search; the first one that is reached ends it.
#[derive(Args, Clone, Debug)]
pub struct LimitArgs {
    /// Search to this depth, in plies
    #[arg(long, value_parser = clap::value_parser!(i32).range(1..))]
    depth: Option<i32>,
    /// Search this many nodes
    #[arg(long)]
    nodes: Option<u64>,
    /// Search for this many milliseconds
    #[arg(long, value_name = "MS")]
    movetime: Option<u64>,
    /// Search until a win or loss within this many moves is proved; where there is none, only another limit ends the search
    #[arg(long, value_name = "MOVES")]
    mate: Option<u32>,
}

impl LimitArgs {
    /// The limits; `default` is the time if none is given.
    pub fn limits(&self, default: Duration) -> SearchLimits {
        limits(self.depth, self.nodes, self.movetime, self.mate, default)
    }

    /// As [`table_mebibytes`].
    pub fn table_mebibytes(&self) -> usize {
        table_mebibytes(&self.limits(Duration::ZERO))
    }
}

/// The number of threads.
#[derive(Args, Clone, Copy, Debug)]
pub struct ThreadArgs {
    /// Threads to work with [default: all of the processor]
    #[arg(long, value_parser = clap::value_parser!(u16).range(1..=1024))]
    threads: Option<u16>,
}

impl ThreadArgs {
    /// The number that the user asks for, or that of the processors.
    pub fn count(self) -> usize {
        self.threads.map_or_else(processors, usize::from)
    }
}

/// The arguments of one position. An option that requires a file conflicts with each of them, since `clap` does not require what
/// conflicts with an argument that is present.
pub const POSITION: [&str; 3] = ["fen", "random", "moves"];

/// A position of a game.
#[derive(Args, Clone, Debug)]
pub struct PositionArgs {
    /// The game: a name that 'kempelen games' lists, or a file with rules of draughts [default: chess]
    #[arg(long)]
    pub game: Option<String>,
    /// Position in FEN, or startpos [default: startpos]
    #[arg(long, visible_alias = "position", allow_hyphen_values = true)]
    pub fen: Option<String>,
    /// A random position of a heap game, within bounds such as "heaps=3..5 size=1..20 misere seed=7"
    #[arg(long, value_name = "BOUNDS", conflicts_with = "fen", value_parser = read_bounds)]
    random: Option<RandomSetUp>,
    /// Moves to play from the position; several may stand in one pair of quotes
    #[arg(long, num_args = 1.., value_name = "MOVE")]
    moves: Vec<String>,
}

/// The position that an option names; `None` for the start position, which UCI calls `startpos`.
pub fn position_text(fen: &Option<String>) -> Option<&str> {
    fen.as_deref().filter(|fen| *fen != "startpos")
}

/// Bounds with a seed, so that they stand for one position.
fn read_bounds(text: &str) -> Result<RandomSetUp, String> {
    text.parse().map(RandomSetUp::with_seed)
}

impl PositionArgs {
    /// The name of the game, or the file with its rules.
    pub fn game(&self) -> &str {
        self.game.as_deref().unwrap_or(DEFAULT_GAME)
    }

    /// Whether another position than the start position is meant.
    pub fn names_position(&self) -> bool {
        self.fen.is_some() || self.random.is_some() || !self.moves.is_empty()
    }

    /// The moves to play, one after the other, without the numbers that may stand before them: `1. e4 e5 2.Nf3`.
    pub fn moves(&self) -> Vec<String> {
        let words = self.moves.iter().flat_map(|text| text.split_whitespace());
        words.map(without_numbers).filter(|mv| !mv.is_empty()).map(str::to_owned).collect()
    }

    /// The position before the moves, as text; `None` for the start position.
    ///
    /// # Errors
    /// There is no such game, or it has no random positions within the bounds.
    pub fn start_text(&self) -> anyhow::Result<Option<String>> {
        let Some(bounds) = &self.random else { return Ok(position_text(&self.fen).map(str::to_owned)) };
        let game = find_game(self.game())?;
        let position = game.random_position(&game.start(), bounds, &mut bounds.random());
        position.map(|position| Some(position.show())).map_err(|error| anyhow!("--random: {error}"))
    }

    /// The game with its line up to the position.
    ///
    /// # Errors
    /// There is no such game, or the position or a move is not legal.
    pub fn line(&self) -> anyhow::Result<(&'static GameInfo, GameLine<AnyPosition>)> {
        let game = find_game(self.game())?;
        let line = set_up(&game.start(), self.start_text()?.as_deref(), &self.moves());
        Ok((game, line.map_err(|error| anyhow!("the position: {error}"))?))
    }
}

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
    /// Adjudicate a draw when both engines report a score near 0: move= (first move that may end it),
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

    /// The openings of all rounds up to the last of `rounds`, and a text by which other openings, or another order, are
    /// recognised. Random openings are not shuffled, so that they do not depend on the number of rounds.
    ///
    /// # Errors
    /// See [`OpeningSource::read`]. There are fewer random openings than rounds, and `rounds` does not begin with the first.
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
        let checksum = openings::checksum(&openings);
        Ok((openings, format!("{name} count={found} crc32={checksum}")))
    }

    /// How games are played, and when they end early.
    ///
    /// # Errors
    /// The game is unknown, a value of `--draw` or `--resign` is wrong, or `--tables` names no tables.
    pub fn game_settings(&self, game: &str, ponder: bool) -> anyhow::Result<GameSettings> {
        ensure!(
            self.tables.as_deref() != Some(NO_TABLES),
            "--tables: found '{NO_TABLES}', expected a folder with endgame tables; without --tables they end no game"
        );
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
