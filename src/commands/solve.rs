//! `kempelen solve`: the value of a position, and strategies that secure it.

use super::arguments::{PositionArgs, one_of, positive};
use super::tree::{FORMATS, chosen_format};
use crate::any_position::AnyPosition;
use crate::drawing::tree::output::TreeFormat;
use crate::game::WorkLimit;
use crate::games::{GameInfo, find_game};
use crate::notation::Notation;
use crate::report::solving::{
    SolveAnswer, SolveMethod, SolveSettings, StrategyFor, StrategyRequest, read_goal, value_of,
};
use crate::solve::{
    NormalForm, NormalFormKind, SolveError, UnfoldedTree, WrittenHyperpath, check_hyperpath, normal_form_json,
    normal_form_text,
};
use crate::system::files::{self, NamedOutput, write_to};
use crate::system::{Instant, interrupt, progress};
use anyhow::{anyhow, ensure};
use clap::Args;
use serde_json::json;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::time::Duration;

/// Search a game out: the value of a position, and a strategy that secures it.
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  kempelen solve --game tictactoe
  kempelen solve --game tictactoe --moves b2 --for second
  kempelen solve --game tree --position \"(A(6 8) B(7 11))\" --for value
  kempelen solve --game tictactoe --for second --output second.svg
  kempelen solve --game tree --reduced
  kempelen solve --fen \"2rr3k/pp3pp1/1nnqbN1p/3pN3/2pP4/2P3Q1/PPB4P/R4RK1 w - -\"
  kempelen solve --check strategy.txt

A strategy is written with one move where its side moves and all replies where the other side does.
See docs/solve.md for the format.")]
pub struct Solve {
    #[command(flatten)]
    position: PositionArgs,
    /// Write a strategy: the best that this side can secure, or one of each side that prove the value
    #[arg(long = "for", value_name = "WHOM", value_parser = one_of(&SIDES))]
    whom: Option<StrategyFor>,
    /// What the strategy must secure: win, draw, or the least payoff [default: the value]
    #[arg(long, value_parser = read_goal, allow_negative_numbers = true, requires = "whom", conflicts_with_all = ["json", "normal_form", "reduced"])]
    goal: Option<i32>,
    /// How to solve the position
    #[arg(long, value_parser = one_of(&METHODS), default_value = "auto")]
    method: SolveMethod,
    /// Endgame tables: folders with Syzygy tables, or one made by egdb build [default: those in the program]
    #[arg(long, value_name = "PATH", conflicts_with_all = ["whom", "normal_form", "reduced"])]
    tables: Option<String>,
    /// The format of the strategy [default: by the extension of --output, else text]
    #[arg(long, value_parser = one_of(&FORMATS), requires = "whom", conflicts_with_all = ["json", "normal_form", "reduced"])]
    format: Option<TreeFormat>,
    /// Write the strategy to this file, if there is one [default: standard output]
    #[arg(long, value_name = "FILE", requires = "whom")]
    output: Option<PathBuf>,
    /// The greatest number of positions: of those that can arise, or that a proof search visits for each side, where 64 moves
    /// of a position count as another one
    #[arg(long, value_name = "N", default_value_t = SolveSettings::POSITIONS, value_parser = clap::value_parser!(u32).range(1..))]
    nodes: u32,
    /// The greatest number of seconds of state graphs and proof searches [default: none]
    #[arg(long, value_name = "SECONDS", value_parser = positive)]
    time: Option<f64>,
    /// Memory of a proof search in MiB
    #[arg(long, value_name = "MIB", default_value_t = SolveSettings::TABLE_MEBIBYTES, value_parser = clap::value_parser!(u32).range(1..=1 << 20))]
    hash: u32,
    /// Write the value as JSON (see docs/solve.md)
    #[arg(long, conflicts_with = "whom")]
    json: bool,
    /// Write the normal form: the matrix of all strategies of both sides
    #[arg(long, conflicts_with = "whom")]
    normal_form: bool,
    /// As --normal-form, but a strategy says nothing of positions that its own choices exclude
    #[arg(long, conflicts_with = "whom")]
    reduced: bool,
    /// The greatest number of entries of the matrix
    #[arg(long, value_name = "N", default_value = "10000", value_parser = clap::value_parser!(u32).range(1..=100_000_000))]
    entries: u32,
    /// Check the strategies in a text file
    #[arg(long, value_name = "FILE", exclusive = true)]
    check: Option<PathBuf>,
}

impl Solve {
    /// Runs the command. The status is 1 if the answer is not known, or if a strategy is wrong.
    pub fn run(self) -> anyhow::Result<ExitCode> {
        if let Some(path) = &self.check {
            return check(path);
        }
        self.check_method()?;
        let answer = self.answer()?;
        write_to(self.output.as_deref().filter(|_| answer.is_found), &answer.text)?;
        let is_missing = self.output.is_some() && !answer.is_found;
        Ok(ExitCode::from(u8::from(!answer.is_known || is_missing)))
    }

    fn answer(&self) -> anyhow::Result<SolveAnswer> {
        let (game, line) = self.position.line()?;
        interrupt::listen();
        let bar = progress::counter("positions");
        let progress = |positions| bar.set_position(positions);
        let settings = self.settings(&progress);
        let root = line.position();
        let answer = match self.whom {
            Some(whom) => chosen_format(self.format, self.output.as_deref()).and_then(|format| {
                StrategyRequest { game: game.name, root, settings: &settings, whom, goal: self.goal, format }.answer()
            }),
            None if self.normal_form || self.reduced => self.matrix(game, root, &settings.search).map_err(Into::into),
            None => value_of(game, root, &settings),
        };
        bar.finish_and_clear();
        answer
    }

    /// Refuses options that the method does not use.
    fn check_method(&self) -> anyhow::Result<()> {
        let uses_tables = matches!(self.method, SolveMethod::Auto | SolveMethod::Tables);
        ensure!(
            self.tables.is_none() || uses_tables,
            "--tables: found a method without endgame tables, expected --method auto or tables"
        );
        ensure!(
            self.method == SolveMethod::Auto || !(self.normal_form || self.reduced),
            "--method: found one with a normal form, expected none"
        );
        Ok(())
    }

    fn settings<'a>(&'a self, progress: &'a dyn Fn(u64)) -> SolveSettings<'a> {
        let deadline =
            self.time.and_then(|seconds| Instant::now().checked_add(Duration::try_from_secs_f64(seconds).ok()?));
        SolveSettings {
            method: self.method,
            search: WorkLimit { positions: self.nodes.into(), stop: &interrupt::raised, deadline, progress },
            table_mebibytes: self.hash as usize,
            tables: self.tables.as_deref().unwrap_or_default(),
            json: self.json,
        }
    }

    /// The normal form.
    fn matrix(&self, game: &GameInfo, root: &AnyPosition, limit: &WorkLimit) -> Result<SolveAnswer, SolveError> {
        let kind = if self.reduced { NormalFormKind::Reduced } else { NormalFormKind::Full };
        let tree = UnfoldedTree::new(root, limit)?;
        let form = NormalForm::new(&tree, kind, self.entries as usize, limit)?;
        Ok(SolveAnswer::known(if self.json {
            let mut json = json!({ "game": game.name, "position": root.show() });
            json["normal_form"] = normal_form_json(&form, kind, &tree);
            format!("{json}\n")
        } else {
            normal_form_text(&form, kind, &tree)
        }))
    }
}

/// Checks every strategy in a file.
fn check(path: &Path) -> anyhow::Result<ExitCode> {
    let name = path.display();
    let bytes = files::read(path)?;
    let text = std::str::from_utf8(&bytes).map_err(|_| anyhow!("'{name}' is not UTF-8 text"))?;
    let mut output = NamedOutput::stdout();
    let strategies = WrittenHyperpath::read_all(text).map_err(|error| anyhow!("'{name}': {error}"))?;
    let mut correct = true;
    for strategy in &strategies {
        let game = find_game(strategy.game).map_err(|error| anyhow!("'{name}': {error}"))?;
        let checked = check_hyperpath(strategy, &game.start());
        let promise = strategy.promise;
        match &checked {
            Ok(()) => writeln!(output, "correct: {promise}, in {} positions", strategy.nodes.len())?,
            Err(error) => writeln!(output, "wrong: {promise}: {error}")?,
        }
        correct &= checked.is_ok();
    }
    Ok(ExitCode::from(u8::from(!correct)))
}

/// Whose strategies can be asked for, by name.
const SIDES: [(&str, StrategyFor, &str); 3] =
    [("first", StrategyFor::First, ""), ("second", StrategyFor::Second, ""), ("value", StrategyFor::Value, "")];
/// The methods by name.
const METHODS: [(&str, SolveMethod, &str); 5] = [
    ("auto", SolveMethod::Auto, "The first that has an answer: theory, tables, a small graph, proof, a larger graph"),
    ("theory", SolveMethod::Theory, "The theory of the game"),
    ("tables", SolveMethod::Tables, "Endgame tables"),
    ("graph", SolveMethod::Graph, "All positions that can arise"),
    ("proof", SolveMethod::Proof, "A search for a forced win of either side"),
];
