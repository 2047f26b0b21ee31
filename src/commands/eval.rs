//! `kempelen eval`: the static evaluation of a position, term by term.

use crate::commands::arguments::PositionArgs;
use crate::report::evaluation::EvaluationReport;
use crate::system::files::{NamedOutput, write_report};
use crate::system::terminal::coloured;
use clap::Args;
use std::path::PathBuf;

/// Show the static evaluation of a position, term by term.
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  kempelen eval
  kempelen eval --moves e4 e5 Nf3
  kempelen eval --game english --fen B:W18,24,27:B1,4,10
  kempelen eval --weights weights --moves e4 e5 Nf3
  kempelen eval --weights eval/simay.toml --json

Values are in pawns or men, as in 'analyse', 'tree' and 'compare'; the total is for the side to move. With
weights, every term is shown. A network has no separate terms: only the total is shown.

The board shows what each piece is worth: the difference to the evaluation without it. On a terminal
it is coloured, unless the variable NO_COLOR is set: green where a piece is worth more than others of
its kind on the board, red where it is worth less.")]
pub struct Eval {
    #[command(flatten)]
    position: PositionArgs,
    /// Evaluation: a file with weights or a network, or 'weights' for the weights in the program
    #[arg(long, value_name = "FILE")]
    weights: Option<PathBuf>,
    /// Write a JSON object (see docs/eval.md)
    #[arg(long)]
    json: bool,
}

impl Eval {
    /// Runs the command.
    pub fn run(self) -> anyhow::Result<()> {
        let (game, line) = self.position.line()?;
        let position = line.position();
        let evaluation = game.evaluation(position, self.weights.as_deref())?;
        let report = EvaluationReport::new(game, position, &evaluation);
        write_report(&mut NamedOutput::stdout(), self.json, &report, report.text(coloured()))
    }
}
