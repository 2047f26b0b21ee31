//! `kempelen compare`: how many positions the textbook algorithms visit, and the real search.

use crate::games::{GameEntry, GameVisitor, by_name};
use crate::lab::compare::algorithms::ComparisonRoot;
use crate::lab::compare::row::ComparisonRow;
use crate::notation::{Notation, excerpt};
use crate::report::position_args::PositionArgs;
use crate::search::MAX_PLY;
use crate::system::files::NamedOutput;
use anyhow::{anyhow, ensure};
use clap::Args;
use std::io::Write;
use std::process::ExitCode;

/// Count the nodes of minimax, negamax, alpha-beta and the search at equal depth.
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  kempelen compare --game pongor --depth 2,4,6,8,10
  kempelen compare --game english --moves 11-15
  kempelen compare --depth 5 --json

The textbook algorithms evaluate every position at this depth statically, without quiescence search.
'factor' is the nodes of minimax divided by the nodes of the row; 'thesis' is what G. Pongor (2009)
counted from the start position of the game pongor. See docs/compare.md for more.")]
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

    fn visit<K: GameEntry>(self) -> Self::Output {
        let depths = if self.depth.is_empty() {
            K::INFO.compare_depths.to_vec()
        } else {
            let depths = self.depth.iter().map(|word| parse_depth(word));
            depths.collect::<Result<_, _>>()?
        };
        let root = ComparisonRoot::<K>::new(self.place.position()?)?;
        if !self.json {
            writeln!(
                NamedOutput::stdout(),
                "{}: {}\n",
                K::INFO.about,
                root.position.show()
            )?;
            write!(NamedOutput::stdout(), "{}", ComparisonRow::heading())?;
        }
        for depth in depths {
            let row = ComparisonRow::count(&root, depth)?;
            if self.json {
                writeln!(NamedOutput::stdout(), "{}", serde_json::to_string(&row)?)?;
            } else {
                write!(NamedOutput::stdout(), "{}", row.text())?;
            }
        }
        Ok(())
    }
}

/// Parses a depth.
fn parse_depth(word: &str) -> anyhow::Result<u32> {
    const MAX: u32 = MAX_PLY as u32 - 1;
    let depth = word.parse().unwrap_or(0);
    let found = excerpt(word);
    ensure!(
        (1..=MAX).contains(&depth),
        "--depth: found '{found}', expected plies from 1 to {MAX}, as in 2,4,6"
    );
    Ok(depth)
}
