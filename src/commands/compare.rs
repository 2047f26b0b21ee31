//! `kempelen compare`: how many positions the textbook algorithms visit, and the real search.

use super::suggestion;
use crate::any_position::AnyPosition;
use crate::commands::arguments::{POSITION, PositionArgs, file_named};
use crate::drawing::node_chart::NodeChart;
use crate::game::WorkLimit;
use crate::games::find_game;
use crate::report::compare::comparison::Comparison;
use crate::report::compare::game_means::GameCounting;
use crate::report::compare::node_counter::{NodeCounter, PositionCounts};
use crate::report::compare::recorded_games::RecordedGamesReader;
use crate::system::files::{self, NamedOutput, write_report};
use crate::system::{interrupt, progress};
use anyhow::Context;
use clap::Args;
use serde::Serialize;
use std::io::Write;
use std::path::PathBuf;
use std::process::ExitCode;

/// Count the nodes of minimax, negamax, alpha-beta and the search at equal depth.
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
    #[arg(value_name = "GAMES", conflicts_with_all = POSITION, value_parser = suggestion::existing_file())]
    games: Vec<PathBuf>,
    #[command(flatten)]
    position: PositionArgs,
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
    #[arg(long, value_name = "N", requires = "games", conflicts_with_all = POSITION, value_parser = clap::value_parser!(u64).range(1..))]
    positions: Option<u64>,
    /// Keep the values of the history heuristic from move to move of a game
    #[arg(long, requires = "games", conflicts_with_all = ["positions", "fen", "random", "moves"])]
    keep_history: bool,
    /// Draw the nodes over the depth as SVG
    #[arg(long, value_name = "FILE.svg", value_parser = file_named(&["svg"]))]
    svg: Option<PathBuf>,
    /// Write a JSON object for every depth (see docs/compare.md)
    #[arg(long)]
    json: bool,
}

impl Compare {
    /// Runs the command.
    pub fn run(self) -> anyhow::Result<ExitCode> {
        let (game, line) = self.position.line()?;
        let position = line.position();
        let counter = NodeCounter::new(game, position, self.eval.as_deref())?;
        // A depth that does not go with an algorithm is refused before anything is printed.
        let comparison = Comparison::read(game, &self.algorithm, &self.depth)?;
        if self.games.is_empty() {
            self.count_position(&comparison, &counter, position)
        } else {
            self.count_games(&comparison, &counter)
        }
    }

    fn count_position(
        &self,
        comparison: &Comparison,
        counter: &NodeCounter,
        position: &AnyPosition,
    ) -> anyhow::Result<ExitCode> {
        let what = Comparison::subject(position)?;
        self.write_head(comparison, &what)?;
        let mut chart = comparison.chart(what, "nodes");
        for &depth in &comparison.depths {
            let bar = progress::counter("nodes");
            let progress = |nodes| bar.set_position(nodes);
            let counts = PositionCounts::count(comparison, counter, position, depth, &self.limit(&progress));
            bar.finish_and_clear();
            let counts = counts?;
            self.write(&counts, counts.text())?;
            counts.add_to(&mut chart);
        }
        self.write_chart(chart)?;
        Ok(ExitCode::SUCCESS)
    }

    /// Counts the nodes on the positions of recorded games.
    fn count_games(&self, comparison: &Comparison, counter: &NodeCounter) -> anyhow::Result<ExitCode> {
        interrupt::listen();
        let games = &RecordedGamesReader(find_game(self.position.game())?).read(&self.games)?;
        let counting = GameCounting {
            comparison,
            counter,
            limit: self.limit(&|_| ()),
            games,
            sample: self.positions.unwrap_or(u64::MAX),
            keep_history: self.keep_history,
        };
        let (counted, all) = (counting.positions(), games.positions());
        let sample = if counted < all { format!("{counted} of ") } else { String::new() };
        let what = format!("{sample}{all} positions of {} games", games.games.len());
        self.write_head(comparison, &what)?;
        let mut chart = comparison.chart(what, "mean nodes");
        for &depth in &comparison.depths {
            let bar = progress::progress_bar(&format!("positions at depth {depth}"), 0);
            bar.set_length(counted);
            let means = counting.count(depth, &bar);
            bar.finish_and_clear();
            let means = means?;
            self.write(&means, means.text())?;
            if means.interrupted {
                return Ok(ExitCode::from(interrupt::STATUS));
            }
            means.add_to(&mut chart);
        }
        self.write_chart(chart)?;
        Ok(ExitCode::SUCCESS)
    }

    /// The limit of an algorithm on one position.
    fn limit<'a>(&self, progress: &'a dyn Fn(u64)) -> WorkLimit<'a> {
        let positions = self.nodes.unwrap_or(u64::MAX);
        WorkLimit { positions, stop: &interrupt::raised, progress, ..WorkLimit::default() }
    }

    fn write_chart(&self, chart: NodeChart) -> anyhow::Result<()> {
        let Some(path) = &self.svg else { return Ok(()) };
        let nothing = "--svg: no algorithm has ended before the limit of --nodes, so there is nothing to draw";
        files::replace(path, chart.svg().context(nothing)?.as_bytes())
    }

    /// Writes what is counted, for people.
    fn write_head(&self, comparison: &Comparison, what: &str) -> anyhow::Result<()> {
        if !self.json {
            NamedOutput::stdout().write_all(comparison.head(what).as_bytes())?;
        }
        Ok(())
    }

    /// Writes the counts at one depth.
    fn write(&self, counts: &impl Serialize, text: String) -> anyhow::Result<()> {
        write_report(&mut NamedOutput::stdout(), self.json, counts, format_args!("\n{text}"))
    }
}
