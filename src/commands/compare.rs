//! `kempelen compare`: how many positions the textbook algorithms visit, and the real search.

use crate::games::{GameEntry, GameInfo, GameVisitor, by_name};
use crate::lab::compare::algorithms::{AlgorithmSpec, ComparedAlgorithm};
use crate::lab::compare::root::ComparisonRoot;
use crate::lab::compare::row::ComparisonRow;
use crate::lab::model_file::read_model;
use crate::notation::{Notation, excerpt};
use crate::report::position_args::PositionArgs;
use crate::system::files::NamedOutput;
use crate::textbook::MAX_TEXTBOOK_DEPTH;
use anyhow::{anyhow, ensure};
use clap::Args;
use std::io::Write;
use std::path::PathBuf;
use std::process::ExitCode;

/// Count the nodes of textbook algorithms and of the search on the same position.
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  kempelen compare --game pongor --depth 2,4,6,8,10
  kempelen compare --game english --moves 11-15
  kempelen compare --depth 5 --json
  kempelen compare --algorithm 'alpha-beta' --algorithm 'composed m=2 n=2 order=static' --depth 2,4

The textbook algorithms evaluate every position at this depth statically, without quiescence search.
'factor' is the nodes of the first algorithm divided by the nodes of the row; 'tried' is the mean number of
moves searched at a node with a cutoff; 'thesis' is what G. Pongor (2009) counted from the start position of
the game pongor. See docs/compare.md for the algorithms and their parameters.")]
pub struct Compare {
    #[command(flatten)]
    place: PositionArgs,
    /// Depths to search, in plies [default: depends on the game]
    #[arg(
        long,
        value_name = "PLIES,...",
        value_delimiter = ',',
        allow_negative_numbers = true
    )]
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
    /// Write a JSON object for every depth (see docs/compare.md)
    #[arg(long)]
    json: bool,
}

impl Compare {
    /// Runs the command.
    pub fn run(self) -> anyhow::Result<ExitCode> {
        by_name(&self.place.game.clone(), self).map_err(|error| anyhow!(error))??;
        Ok(ExitCode::SUCCESS)
    }
}

impl GameVisitor for Compare {
    type Output = anyhow::Result<()>;

    fn visit<K: GameEntry>(self, game: &'static GameInfo) -> Self::Output {
        let specs = AlgorithmSpec::read(&self.algorithm)
            .map_err(|error| anyhow!("--algorithm: {error}"))?;
        let depths = self.depths(game, &specs)?;
        // A bad combination is refused before anything is printed.
        for &depth in &depths {
            for spec in &specs {
                spec.at(depth)
                    .map_err(|error| anyhow!("--algorithm: {error}"))?;
            }
        }
        let model = read_model::<K::Model>(self.eval.as_deref())?;
        let position = self.place.position(&K::start(game))?;
        let root = ComparisonRoot::<K>::new(position, model, self.nodes)?;
        let mut output = NamedOutput::stdout();
        if !self.json {
            writeln!(output, "{}: {}", game.about, root.position.show())?;
        }
        for depth in depths {
            let row = ComparisonRow::count(game, &root, &specs, depth)?;
            if self.json {
                writeln!(output, "{}", serde_json::to_string(&row)?)?;
            } else {
                write!(output, "\n{}", row.text())?;
            }
        }
        Ok(())
    }
}

impl Compare {
    /// The depths of the rows. If all algorithms have a depth of their own, there is one row.
    fn depths(&self, game: &'static GameInfo, specs: &[AlgorithmSpec]) -> anyhow::Result<Vec<u32>> {
        let own: Option<Vec<_>> = specs.iter().map(AlgorithmSpec::with_own_depth).collect();
        if self.depth.is_empty() {
            let deepest = own.and_then(|own| own.iter().map(ComparedAlgorithm::depth).max());
            return Ok(deepest.map_or(game.compare_depths.to_vec(), |depth| vec![depth]));
        }
        ensure!(
            own.is_none(),
            "--depth: every algorithm has a depth of its own, expected one without"
        );
        self.depth.iter().map(|word| parse_depth(word)).collect()
    }
}

/// Parses a depth.
fn parse_depth(word: &str) -> anyhow::Result<u32> {
    const MAX: u32 = MAX_TEXTBOOK_DEPTH;
    let depth = word.parse().unwrap_or(0);
    let found = excerpt(word);
    ensure!(
        (1..=MAX).contains(&depth),
        "--depth: found '{found}', expected plies from 1 to {MAX}, as in 2,4,6"
    );
    Ok(depth)
}
