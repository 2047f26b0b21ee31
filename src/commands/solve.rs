//! `kempelen solve`: positions whose game can be searched out.

use crate::game::{AnyPosition, Side};
use crate::games::{GameEntry, GameInfo, GameVisitor, by_name};
use crate::notation::AnyNotation;
use crate::report::position_args::PositionArgs;
use crate::report::theory::TheoryReport;
use crate::report::tree::command::{TreeFormat, draw_strategy};
use crate::solve::{
    Hyperpath, NormalForm, NormalFormKind, SecuredRegion, SolveError, SolveLimit, SolvedPosition,
    StateGraph, StrategyPromise, UnfoldedTree, WrittenHyperpath, check_hyperpath, normal_form_text,
    solution_json, solution_text,
};
use crate::system::files::{self, NamedOutput};
use crate::system::{interrupt, progress};
use anyhow::{Context, anyhow, ensure};
use clap::{Args, ValueEnum};
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::time::Instant;

/// Search a game out: the value of a position, and a strategy that secures it.
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  kempelen solve --game tictactoe
  kempelen solve --game tictactoe --moves b2 --for second
  kempelen solve --game tree --position \"(A(6 8) B(7 11))\" --for value
  kempelen solve --game tictactoe --for second --output second.svg
  kempelen solve --game tree --reduced
  kempelen solve --check strategy.txt

A strategy is written with one move where its side moves and all replies where the other side does.
See docs/solve.md for the format.")]
pub struct Solve {
    #[command(flatten)]
    place: PositionArgs,
    /// Write a strategy: the best that this side can secure, or one of each side that prove the value
    #[arg(long = "for", value_name = "WHOM")]
    whom: Option<StrategyFor>,
    /// What the strategy must secure: win, draw, or the least payoff [default: the value]
    #[arg(long, value_parser = read_goal, allow_negative_numbers = true, requires = "whom")]
    goal: Option<i32>,
    /// The format of the strategy [default: by the extension of --output, else text]
    #[arg(long, value_enum, requires = "whom")]
    format: Option<TreeFormat>,
    /// Write the strategy to this file [default: standard output]
    #[arg(long, value_name = "FILE", requires = "whom")]
    output: Option<PathBuf>,
    /// Stop when more positions can arise
    #[arg(long, value_name = "N", default_value_t = 1_000_000, value_parser = clap::value_parser!(u32).range(1..))]
    nodes: u32,
    /// Write the value as JSON (see docs/solve.md)
    #[arg(long, conflicts_with = "whom")]
    json: bool,
    /// Write the normal form: the matrix of all strategies of both sides
    #[arg(long, conflicts_with_all = ["whom", "json"])]
    normal_form: bool,
    /// As --normal-form, but a strategy says nothing of positions that its own choices exclude
    #[arg(long, conflicts_with_all = ["whom", "json"])]
    reduced: bool,
    /// The greatest number of entries of the matrix
    #[arg(long, value_name = "N", default_value_t = 10_000, value_parser = clap::value_parser!(u32).range(1..=100_000_000))]
    entries: u32,
    /// Check the strategies in a text file
    #[arg(long, value_name = "FILE", exclusive = true)]
    check: Option<PathBuf>,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
enum StrategyFor {
    First,
    Second,
    Value,
}

fn read_goal(text: &str) -> Result<i32, String> {
    match text {
        "win" => Ok(1),
        "draw" => Ok(0),
        _ => text
            .parse()
            .map_err(|_| "expected win, draw or a payoff".to_owned()),
    }
}

impl Solve {
    /// Runs the command. The status is 1 if a strategy is wrong.
    pub fn run(self) -> anyhow::Result<ExitCode> {
        if let Some(path) = &self.check {
            return check(path);
        }
        by_name(&self.place.game.clone(), self).map_err(|error| anyhow!(error))??;
        Ok(ExitCode::SUCCESS)
    }
}

impl GameVisitor for Solve {
    type Output = anyhow::Result<()>;

    fn visit<K: GameEntry>(self, game: &'static GameInfo) -> Self::Output {
        let began = Instant::now();
        let position = self.place.position(&K::start(game))?;
        let asks_for_value = self.whom.is_none() && !self.normal_form && !self.reduced;
        if asks_for_value && let Some(report) = TheoryReport::new::<K>(game, &position) {
            let seconds = began.elapsed().as_secs_f64();
            let text = if self.json {
                report.json(seconds)
            } else {
                report.text(seconds)
            };
            return Ok(NamedOutput::stdout().write_all(text.as_bytes())?);
        }
        let notation = AnyNotation::new::<K::Game>();
        self.solve(game, &AnyPosition::new(position), notation)
    }
}

impl Solve {
    fn solve(
        &self,
        game: &'static GameInfo,
        root: &AnyPosition,
        notation: AnyNotation,
    ) -> anyhow::Result<()> {
        let began = Instant::now();
        let bar = progress::counter("positions", self.output.is_some());
        let limit = SolveLimit {
            positions: self.nodes as usize,
            stop: interrupt::listen(),
            progress: &|positions| bar.set_position(positions as u64),
        };
        let format = TreeFormat::choose(self.format, self.output.as_deref())?;
        ensure!(
            format != TreeFormat::Svg || self.whom != Some(StrategyFor::Value),
            "--format: found svg with --for value, expected --for first or --for second: a picture has one strategy"
        );
        if self.normal_form || self.reduced {
            let text = self.matrix(root, notation, &limit);
            bar.finish_and_clear();
            return Ok(NamedOutput::stdout().write_all(text?.as_bytes())?);
        }
        let graph = StateGraph::new(root, &limit);
        bar.finish_and_clear();
        let graph = graph.context("the game from this position")?;
        let solved = SolvedPosition::new(&graph);
        let Some(whom) = self.whom else {
            let seconds = began.elapsed().as_secs_f64();
            let text = if self.json {
                solution_json(game.name, &graph, &solved, notation, seconds)
            } else {
                solution_text(&graph, &solved, notation, seconds)
            };
            return Ok(NamedOutput::stdout().write_all(text.as_bytes())?);
        };
        let text = self
            .promises(whom, solved.value)
            .map(|promise| self.strategy(game, &graph, promise, notation, format))
            .collect::<anyhow::Result<String>>()?;
        match &self.output {
            Some(path) => files::replace(path, text.as_bytes()),
            None => Ok(NamedOutput::stdout().write_all(text.as_bytes())?),
        }
    }

    /// The normal form as text.
    fn matrix(
        &self,
        root: &AnyPosition,
        notation: AnyNotation,
        limit: &SolveLimit,
    ) -> Result<String, SolveError> {
        let kind = if self.reduced {
            NormalFormKind::Reduced
        } else {
            NormalFormKind::Full
        };
        let tree = UnfoldedTree::new(root, limit)?;
        let form = NormalForm::new(&tree, kind, self.entries as usize, limit)?;
        Ok(normal_form_text(&form, kind, &tree, notation))
    }

    /// What the strategies shall secure.
    fn promises(
        &self,
        whom: StrategyFor,
        value: i32,
    ) -> impl Iterator<Item = StrategyPromise> + use<> {
        let sides = match whom {
            StrategyFor::First => &[Side::First][..],
            StrategyFor::Second => &[Side::Second],
            StrategyFor::Value => &Side::BOTH,
        };
        let goal = self.goal;
        sides.iter().map(move |&side| {
            let secured = match side {
                Side::First => value,
                Side::Second => -value,
            };
            let at_least = goal.unwrap_or(secured);
            StrategyPromise { side, at_least }
        })
    }

    /// The strategy as text, or that there is none.
    fn strategy(
        &self,
        game: &'static GameInfo,
        graph: &StateGraph<AnyPosition>,
        promise: StrategyPromise,
        notation: AnyNotation,
        format: TreeFormat,
    ) -> anyhow::Result<String> {
        match Hyperpath::new(graph, &SecuredRegion::new(graph, promise)) {
            Some(hyperpath) => draw_strategy(game.name, &hyperpath, notation, format),
            None => Ok(format!("none exists: no strategy with which {promise}\n")),
        }
    }
}

/// Checks every strategy in a file.
fn check(path: &Path) -> anyhow::Result<ExitCode> {
    struct Check<'a>(&'a WrittenHyperpath<'a>);
    impl GameVisitor for Check<'_> {
        type Output = Result<(), String>;

        fn visit<K: GameEntry>(self, game: &'static GameInfo) -> Self::Output {
            let start = AnyPosition::new(K::start(game));
            check_hyperpath(self.0, &start, AnyNotation::new::<K::Game>())
                .map_err(|it| it.to_string())
        }
    }
    let name = path.display();
    let bytes = files::read(path)?;
    let text = std::str::from_utf8(&bytes).map_err(|_| anyhow!("'{name}' is not UTF-8 text"))?;
    let mut output = NamedOutput::stdout();
    let strategies =
        WrittenHyperpath::read_all(text).map_err(|error| anyhow!("'{name}': {error}"))?;
    let mut correct = true;
    for strategy in &strategies {
        let checked = by_name(strategy.game, Check(strategy))
            .map_err(|error| anyhow!("'{name}': {error}"))?;
        let promise = strategy.promise;
        match &checked {
            Ok(()) => writeln!(
                output,
                "correct: {promise}, in {} positions",
                strategy.nodes.len()
            )?,
            Err(error) => writeln!(output, "wrong: {promise}: {error}")?,
        }
        correct &= checked.is_ok();
    }
    Ok(ExitCode::from(u8::from(!correct)))
}
