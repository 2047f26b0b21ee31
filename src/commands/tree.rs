//! `kempelen tree`: draws game trees and state graphs.

use super::arguments::{PositionArgs, one_of};
use crate::drawing::tree::output::{TreeFormat, draw_position};
use crate::drawing::tree::request::{DrawnAlgorithm, MAX_SPACE_DEPTH, MAX_SPACE_NODES, TreeRequest};
use crate::system::files::write_to;
use anyhow::{anyhow, bail};
use clap::Args;
use std::io::{IsTerminal, stdout};
use std::path::{Path, PathBuf};

/// Draw the game tree of a position with its values, or the state graph.
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  kempelen tree --game tree --position \"(A(6 8) B(7 11))\"
  kempelen tree --game tree --position \"(A(6 8) B(7 11))\" --algorithm alpha-beta --output tree.svg
  kempelen tree --game tree --position \"(A(6 8) B(2 9))\" --algorithm alpha-beta --steps --output steps.html
  kempelen tree --game tree --position \"(A(6 8 9) B(7 11))\" --algorithm \"averaging m=2 n=2\"
  kempelen tree --game tree --position \"(A:5(6 8) B:2(1 (9 3)))\" --algorithm \"variable min=1 max=3 k=2\"
  kempelen tree --game tictactoe --position \"xo./.x./..o x\" --depth 2 --boards --output tree.svg
  kempelen tree --game tictactoe --position \"xox/oxo/..x o\" --graph --format dot

MAX is the side that moves first in a new game, MIN the other one; all values are for MAX. Nodes at the
depth of the tree have the static evaluation as their value, in pawns or men. 'eval', 'compare' and
'analyse' show the same unit, but for the side to move. See docs/tree.md.")]
pub struct Tree {
    #[command(flatten)]
    position: PositionArgs,
    /// Depth in plies [default: the whole tree]
    #[arg(long, value_name = "PLIES", value_parser = clap::value_parser!(u32).range(..=i64::from(MAX_SPACE_DEPTH)))]
    depth: Option<u32>,
    /// Draw the state graph: equal positions are one node
    #[arg(long)]
    graph: bool,
    /// Write a page (HTML) that plays the algorithm step by step
    #[arg(long)]
    steps: bool,
    /// The algorithm whose values are drawn: minimax, negamax, alpha-beta, "averaging m=2 n=2", "variable min=2 max=6 k=50" or
    /// "selective width=3"
    #[arg(long, default_value = "minimax")]
    algorithm: DrawnAlgorithm,
    /// Draw an arc over the moves of MIN, all of which MAX must answer
    #[arg(long)]
    and_or: bool,
    /// Show the board in every node
    #[arg(long)]
    boards: bool,
    /// Refuse to draw more nodes
    #[arg(long, value_name = "N", default_value_t = TreeRequest::USUAL_NODES, value_parser = clap::value_parser!(u32).range(1..=i64::from(MAX_SPACE_NODES)))]
    max_nodes: u32,
    /// Evaluation file: weights or a network [default: embedded]
    #[arg(long, value_name = "FILE")]
    eval: Option<PathBuf>,
    /// The format [default: by the extension of --output, else text]
    #[arg(long, value_parser = one_of(&FORMATS))]
    format: Option<TreeFormat>,
    /// Write to this file instead of standard output
    #[arg(long, value_name = "FILE")]
    output: Option<PathBuf>,
}

impl Tree {
    /// Runs the command.
    pub fn run(self) -> anyhow::Result<()> {
        let request = self.request();
        request.check()?;
        let format = self.chosen_format()?;
        let (game, line) = self.position.line()?;
        let evaluation = game.evaluation(line.position(), self.eval.as_deref())?;
        let drawing = draw_position(game.name, line.position().clone(), &evaluation, request, format)?;
        write_to(self.output.as_deref(), &drawing)
    }

    fn request(&self) -> TreeRequest {
        TreeRequest {
            depth: self.depth,
            graph: self.graph,
            steps: self.steps,
            algorithm: self.algorithm,
            and_or: self.and_or,
            boards: self.boards,
            max_nodes: self.max_nodes,
        }
    }

    /// The format of a picture; steps are a page.
    fn chosen_format(&self) -> anyhow::Result<TreeFormat> {
        if self.steps {
            self.check_steps()?;
            return Ok(TreeFormat::default());
        }
        chosen_format(self.format, self.output.as_deref())
    }

    /// What goes with `--steps`.
    fn check_steps(&self) -> anyhow::Result<()> {
        if let Some((name, ..)) = FORMATS.iter().find(|(_, format, _)| self.format == Some(*format)) {
            bail!("--steps: found --format {name}, expected no --format: the steps are a page (HTML)");
        }
        let is_page = |path: &PathBuf| path.extension().is_some_and(|it| it == "html" || it == "htm");
        match &self.output {
            Some(path) if !is_page(path) => {
                bail!("--output: found '{}', expected a name that ends in .html with --steps", path.display())
            }
            None if stdout().is_terminal() => {
                bail!("--steps: found a terminal as standard output, expected --output FILE or a redirection")
            }
            _ => Ok(()),
        }
    }
}

/// The formats by name.
pub const FORMATS: [(&str, TreeFormat, &str); 3] = [
    ("svg", TreeFormat::Svg, "A picture for browsers and documents"),
    ("dot", TreeFormat::Dot, "The language of Graphviz"),
    ("text", TreeFormat::Text, "Text"),
];

/// The format that is asked for, or that of the extension of the output file, or text.
///
/// # Errors
/// The extension is not known.
pub fn chosen_format(asked: Option<TreeFormat>, output: Option<&Path>) -> anyhow::Result<TreeFormat> {
    match (asked, output) {
        (Some(format), _) => Ok(format),
        (None, None) => Ok(TreeFormat::Text),
        (None, Some(path)) => TreeFormat::of_file(path).ok_or_else(|| {
            let found = path.display();
            anyhow!("--output: found '{found}', expected a name that ends in .svg, .dot or .txt, or --format")
        }),
    }
}
