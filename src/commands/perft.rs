//! `kempelen perft`.

use super::arguments::position_text;
use crate::games::DEFAULT_GAME;
use crate::lab::perft::{PerftPosition, check_suite, count_position};
use crate::system::files::NamedOutput;
use clap::Args;
use std::path::PathBuf;
use std::process::ExitCode;

/// Count the move sequences of a given length, to test a move generator.
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  kempelen perft --depth 6
  kempelen perft --game english --depth 10 --threads 2
  kempelen perft --divide --depth 5 --fen \"8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - -\"
  kempelen perft --suite positions.epd --max-nodes 10000000

A suite has a position a line: '<FEN> ;D1 20 ;D2 400', of the game of --game, or
'<game> | <FEN> | <counts> | <counts of paths>' for any game. The last field may be left out. Empty
lines and those that begin with # are skipped. The status is 1 if a count is wrong.")]
pub struct Perft {
    /// The game: a name that 'kempelen games' lists, or a file with rules of draughts
    #[arg(long, default_value = DEFAULT_GAME)]
    game: String,
    /// Position in FEN, or startpos [default: startpos]
    #[arg(long, allow_hyphen_values = true)]
    fen: Option<String>,
    /// Depth in plies
    #[arg(long, default_value = "5")]
    depth: u8,
    /// Show the count for every move
    #[arg(long)]
    divide: bool,
    /// Threads to count with
    #[arg(long, default_value = "1", value_parser = clap::value_parser!(u16).range(1..=1024))]
    threads: u16,
    /// Draughts: count captures by another path as different moves
    #[arg(long)]
    keep: bool,
    /// Check the counts in a file of positions
    #[arg(long, value_name = "FILE", conflicts_with_all = ["fen", "depth", "divide", "keep"])]
    suite: Option<PathBuf>,
    /// Skip counts of the suite above this
    #[arg(long, default_value_t = u64::MAX, value_name = "N", requires = "suite", conflicts_with_all = ["fen", "depth", "divide", "keep"])]
    max_nodes: u64,
}

impl Perft {
    /// Runs the command. The status is 1 if a count of the suite is wrong.
    pub fn run(self) -> anyhow::Result<ExitCode> {
        let threads = self.threads.into();
        let output = &mut NamedOutput::stdout();
        if let Some(path) = &self.suite {
            let correct = check_suite(path, &self.game, self.max_nodes, threads, output)?;
            return Ok(ExitCode::from(u8::from(!correct)));
        }
        let fen = position_text(&self.fen);
        let position = PerftPosition { game: &self.game, fen, depth: self.depth, count_paths: self.keep };
        count_position(position, self.divide, threads, output)?;
        Ok(ExitCode::SUCCESS)
    }
}
