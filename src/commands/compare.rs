//! `kempelen compare`: how many positions the textbook algorithms visit, and the real search.

use super::suggestion;
use crate::any_position::AnyPosition;
use crate::commands::position_args::PositionArgs;
use crate::drawing::node_chart::{NodeChart, NodeChartLine};
use crate::game::Game;
use crate::games::GameInfo;
use crate::lab::any_game::{AnyGame, any_game};
use crate::lab::compare::algorithms::{AlgorithmSpec, ComparedAlgorithm};
use crate::lab::compare::game_means::GameCounting;
use crate::lab::compare::node_counter::NodeCounter;
use crate::lab::compare::position_counts::PositionCounts;
use crate::lab::compare::recorded_games::RecordedGamesReader;
use crate::notation::Notation;
use crate::notation::excerpt;
use crate::system::files::{self, NamedOutput};
use crate::system::{interrupt, progress};
use crate::textbook::MAX_TEXTBOOK_DEPTH;
use anyhow::{anyhow, ensure};
use clap::Args;
use serde::Serialize;
use std::io::Write;
use std::path::PathBuf;
use std::process::ExitCode;
use std::sync::Arc;

/// Count the nodes of textbook algorithms and of the search, on a position or on recorded games.
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  kempelen compare --game pongor --depth 2,4,6,8,10
  kempelen compare --game pongor --algorithm 'history order=pongor' --depth 2,4,6,8
  kempelen compare --game english --moves 11-15
  kempelen compare --depth 5 --json
  kempelen compare --algorithm 'alpha-beta' --algorithm 'composed m=2 n=2 order=static' --depth 2,4
  kempelen compare games.pgn --depth 2,3 --positions 200
  kempelen compare --game english --depth 2,4,6,8 --svg nodes.svg

The textbook algorithms evaluate every position at this depth statically, without quiescence search.
'value' is for the side to move, in pawns or men as in 'eval', 'tree' and 'analyse'; 'win 3' is a win in three plies.
'factor' is the nodes of the first algorithm divided by the nodes of the row; 'tried' is the mean number of
moves searched at a node with a cutoff; 'published' is the count in the literature, for start positions
that have one. See docs/compare.md for the algorithms and their parameters.")]
pub struct Compare {
    /// Game records (PGN, PDN) or files of datagen: count the mean over their positions; - is standard input
    #[arg(value_name = "GAMES", conflicts_with_all = ["fen", "moves"], value_parser = suggestion::existing_file())]
    games: Vec<PathBuf>,
    #[command(flatten)]
    place: PositionArgs,
    /// Depths to search, in plies [default: depends on the game]
    #[arg(long, value_name = "PLIES,...", value_delimiter = ',', allow_negative_numbers = true)]
    depth: Vec<String>,
    /// An algorithm with its parameters; may be repeated. Without a depth of its own it takes those of --depth
    #[arg(long, value_name = "NAME PARAMETERS")]
    algorithm: Vec<String>,
    /// Evaluation file: weights or a network [default: embedded]
    #[arg(long, value_name = "FILE")]
    eval: Option<PathBuf>,
    /// Stop an algorithm after this many nodes
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    nodes: Option<u64>,
    /// Count only so many positions of the games, at equal distances
    #[arg(long, value_name = "N", requires = "games", value_parser = clap::value_parser!(u64).range(1..))]
    positions: Option<u64>,
    /// Keep the values of the history heuristic from move to move of a game
    #[arg(long, requires = "games", conflicts_with = "positions")]
    keep_history: bool,
    /// Draw the nodes over the depth as SVG
    #[arg(long, value_name = "FILE")]
    svg: Option<PathBuf>,
    /// Write a JSON object for every depth (see docs/compare.md)
    #[arg(long)]
    json: bool,
}

impl Compare {
    /// Runs the command.
    pub fn run(self) -> anyhow::Result<ExitCode> {
        let kind = any_game(&self.place.game)?;
        let (game, position) = (kind.info(), self.place.line()?.1.position().clone());
        let counter = NodeCounter::new(kind.model(self.eval.as_deref())?, self.nodes);
        let specs = AlgorithmSpec::read(&self.algorithm)?;
        let depths = self.depths(game, &specs)?;
        // A depth that does not go with an algorithm is refused before anything is printed.
        for &depth in &depths {
            specs.iter().try_for_each(|spec| spec.at(depth).map(drop))?;
        }
        let comparison = Comparison { command: self, game, counter, specs, depths };
        if comparison.command.games.is_empty() {
            comparison.count_position(&position, position == kind.start())
        } else {
            comparison.count_games(kind)
        }
    }

    /// The depths of the rows. If all algorithms have a depth of their own, there is one row.
    fn depths(&self, game: &'static GameInfo, specs: &[AlgorithmSpec]) -> anyhow::Result<Vec<u32>> {
        let own: Option<Vec<_>> = specs.iter().map(AlgorithmSpec::with_own_depth).collect();
        if self.depth.is_empty() {
            let deepest = own.and_then(|own| own.iter().map(ComparedAlgorithm::depth).max());
            return Ok(deepest.map_or(game.compare_depths.to_vec(), |depth| vec![depth]));
        }
        ensure!(own.is_none(), "--depth: every algorithm has a depth of its own, expected one without");
        self.depth.iter().map(|word| parse_depth(word)).collect()
    }
}

/// The command with what it has read.
struct Comparison {
    command: Compare,
    game: &'static GameInfo,
    counter: NodeCounter,
    specs: Vec<AlgorithmSpec>,
    depths: Vec<u32>,
}

impl Comparison {
    fn count_position(&self, position: &AnyPosition, is_start: bool) -> anyhow::Result<ExitCode> {
        ensure!(position.outcome().is_none(), "the position: the game is over, expected one that goes on");
        let what = position.show();
        self.write_head(&what)?;
        let mut chart = self.chart(what, "nodes");
        for &depth in &self.depths {
            let counts = PositionCounts::count(self.game, &self.counter, position, is_start, &self.specs, depth)?;
            self.write(&counts, counts.text())?;
            for (line, it) in chart.lines.iter_mut().zip(&counts.algorithms) {
                add_to_chart(line, &it.count.algorithm, it.nodes(), it.published);
            }
        }
        self.write_chart(chart)?;
        Ok(ExitCode::SUCCESS)
    }

    /// Counts the nodes on the positions of recorded games.
    fn count_games(&self, kind: Arc<dyn AnyGame>) -> anyhow::Result<ExitCode> {
        interrupt::listen();
        let games = &RecordedGamesReader(kind).read(&self.command.games)?;
        let counting = GameCounting {
            game: self.game,
            counter: &self.counter,
            games,
            specs: &self.specs,
            sample: self.command.positions.unwrap_or(u64::MAX),
            keep_history: self.command.keep_history,
        };
        let (counted, all) = (counting.positions(), games.positions());
        let sample = if counted < all { format!("{counted} of ") } else { String::new() };
        let what = format!("{sample}{all} positions of {} games", games.games.len());
        self.write_head(&what)?;
        let mut chart = self.chart(what, "mean nodes");
        for &depth in &self.depths {
            let bar = progress::progress_bar(&format!("positions at depth {depth}"), 0);
            bar.set_length(counted);
            let means = counting.count(depth, &bar);
            bar.finish_and_clear();
            let means = means?;
            self.write(&means, means.text())?;
            if means.interrupted {
                return Ok(ExitCode::from(interrupt::STATUS));
            }
            for (line, it) in chart.lines.iter_mut().zip(&means.algorithms) {
                add_to_chart(line, &it.algorithm, it.nodes(), None);
            }
        }
        self.write_chart(chart)?;
        Ok(ExitCode::SUCCESS)
    }

    /// A chart without points.
    fn chart(&self, subtitle: String, unit: &'static str) -> NodeChart {
        let line = |spec: &AlgorithmSpec| NodeChartLine { name: spec.text().to_owned(), ..NodeChartLine::default() };
        NodeChart {
            title: format!("{}: nodes by depth", self.game.name),
            subtitle,
            unit,
            lines: self.specs.iter().map(line).collect(),
        }
    }

    fn write_chart(&self, chart: NodeChart) -> anyhow::Result<()> {
        let Some(path) = &self.command.svg else { return Ok(()) };
        let picture = chart.svg().ok_or_else(|| {
            anyhow!("--svg: no algorithm has ended before the limit of --nodes, so there is nothing to draw")
        })?;
        files::replace(path, picture.as_bytes())
    }

    /// Writes what is counted, for people.
    fn write_head(&self, what: &str) -> anyhow::Result<()> {
        if !self.command.json {
            writeln!(NamedOutput::stdout(), "{}: {what}", self.game.about)?;
        }
        Ok(())
    }

    /// Writes the counts at one depth.
    fn write(&self, counts: &impl Serialize, text: String) -> anyhow::Result<()> {
        let text = if self.command.json { serde_json::to_string(counts)? + "\n" } else { format!("\n{text}") };
        Ok(NamedOutput::stdout().write_all(text.as_bytes())?)
    }
}

/// Adds a point to the line of an algorithm; `nodes` is `None` if it was stopped.
fn add_to_chart(line: &mut NodeChartLine, algorithm: &ComparedAlgorithm, nodes: Option<f64>, published: Option<u64>) {
    let depth = algorithm.depth().into();
    line.is_bound = algorithm.is_bound();
    line.points.extend(nodes.map(|nodes| (depth, nodes)));
    line.published.extend(published.map(|nodes| (depth, nodes as f64)));
}

/// Parses a depth.
fn parse_depth(word: &str) -> anyhow::Result<u32> {
    const MAX: u32 = MAX_TEXTBOOK_DEPTH;
    let depth = word.parse().unwrap_or(0);
    let found = excerpt(word);
    ensure!((1..=MAX).contains(&depth), "--depth: found '{found}', expected plies from 1 to {MAX}, as in 2,4,6");
    Ok(depth)
}
