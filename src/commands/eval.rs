//! `kempelen eval`: the static evaluation of a position, term by term.

use crate::commands::position_args::PositionArgs;
use crate::eval::Evaluator;
use crate::eval::pawn_unit::to_hundredths;
use crate::game::Game;
use crate::games::{GameEntry, GameInfo, GameVisitor, by_name};
use crate::lab::model_file;
use crate::notation::Notation;
use crate::report::evaluation::piece_values::{PieceValueBoard, piece_values};
use crate::report::evaluation::report::EvaluationReport;
use crate::system::files::NamedOutput;
use crate::system::terminal::coloured;
use anyhow::anyhow;
use clap::Args;
use std::io::Write;
use std::path::PathBuf;
use std::process::ExitCode;

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
    place: PositionArgs,
    /// Evaluation: a file with weights or a network, or 'weights' for the weights in the program
    #[arg(long, value_name = "FILE")]
    weights: Option<PathBuf>,
    /// Write a JSON object (see docs/eval.md)
    #[arg(long)]
    json: bool,
}

impl Eval {
    /// Runs the command.
    pub fn run(self) -> anyhow::Result<ExitCode> {
        by_name(&self.place.game.clone(), self).map_err(|error| anyhow!(error))??;
        Ok(ExitCode::SUCCESS)
    }
}

impl GameVisitor for Eval {
    type Output = anyhow::Result<()>;

    fn visit<K: GameEntry>(self, game: &'static GameInfo) -> Self::Output {
        let position = self.place.position::<K::Game>()?;
        let model = model_file::read_model::<K>(&position, self.weights.as_deref())?;
        let mut evaluator = K::evaluator(&model);
        evaluator.reset(&position);
        let report = EvaluationReport {
            game,
            position: position.show(),
            side: position.side_to_move(),
            value: to_hundredths(evaluator.score(&position), evaluator.pawn_value()),
            quiet: K::leaf(&position, 0).has_static_eval(),
            terms: evaluator.explain(&position),
            board: PieceValueBoard::new(piece_values(&mut evaluator, &position)),
        };
        let output = &mut NamedOutput::stdout();
        if self.json {
            writeln!(output, "{}", report.json()?)?;
        } else {
            write!(output, "{}", report.text(coloured()))?;
        }
        Ok(())
    }
}
