//! `kempelen perft`: count the positions that legal moves lead to, or check a file of counts.

use crate::games::{DEFAULT_GAME, by_name, game_help};
use crate::lab::perft::count::{PerftCounts, PerftRequest};
use crate::lab::perft::suite::PerftCase;
use crate::system::files::NamedOutput;
use anyhow::{Context, anyhow, ensure};
use clap::Args;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::time::Instant;

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
lines and those that begin with # are passed over. The status is 1 if a count is wrong.")]
pub struct Perft {
    /// The name of the game
    #[arg(long, help = game_help(), default_value = DEFAULT_GAME)]
    game: String,
    /// Position in FEN [default: the start position]
    #[arg(long)]
    fen: Option<String>,
    /// Depth in plies
    #[arg(long, default_value_t = 5)]
    depth: u8,
    /// Show the count for every move
    #[arg(long)]
    divide: bool,
    /// Threads to count with
    #[arg(long, default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..=1024))]
    threads: u16,
    /// Draughts: count captures by another path as different moves
    #[arg(long)]
    keep: bool,
    /// Check the counts in a file of positions
    #[arg(
        long,
        value_name = "FILE",
        conflicts_with_all = ["fen", "depth", "divide", "keep"]
    )]
    suite: Option<PathBuf>,
    /// Skip counts of the suite above this
    #[arg(long, default_value_t = u64::MAX, value_name = "N", requires = "suite")]
    max_nodes: u64,
}

impl Perft {
    /// Runs the command.
    pub fn run(self) -> anyhow::Result<ExitCode> {
        match &self.suite {
            Some(path) => self.run_suite(path),
            None => self.run_position(),
        }
    }

    fn run_position(&self) -> anyhow::Result<ExitCode> {
        let started = Instant::now();
        let count = self.count(&self.game, self.fen.as_deref(), self.depth, self.keep)?;
        let seconds = started.elapsed().as_secs_f64();
        if self.divide {
            for (mv, nodes) in &count.by_move {
                writeln!(NamedOutput::stdout(), "{mv}: {nodes}")?;
            }
        }
        let nodes = count.total;
        let millions = nodes as f64 / seconds.max(1e-9) / 1e6;
        writeln!(
            NamedOutput::stdout(),
            "depth {}: {nodes} nodes, {seconds:.3} s, {millions:.1} million a second",
            self.depth
        )?;
        Ok(ExitCode::SUCCESS)
    }

    fn run_suite(&self, path: &Path) -> anyhow::Result<ExitCode> {
        let shown = path.display();
        let text =
            std::fs::read_to_string(path).with_context(|| format!("cannot read '{shown}'"))?;
        let (mut passed, mut failed, mut skipped) = (0, 0, 0);
        for (index, line) in text.lines().enumerate() {
            let number = index + 1;
            if line.trim().is_empty() || line.starts_with('#') {
                continue;
            }
            let case = PerftCase::parse(line, &self.game);
            let case = case.with_context(|| format!("{shown}, line {number}"))?;
            for count in &case.counts {
                if count.nodes > self.max_nodes {
                    skipped += 1;
                    continue;
                }
                let found = self.count(&case.game, Some(&case.fen), count.depth, count.count_paths);
                let found = found
                    .with_context(|| format!("{shown}, line {number}"))?
                    .total;
                if found == count.nodes {
                    passed += 1;
                    continue;
                }
                failed += 1;
                let (depth, nodes) = (count.depth, count.nodes);
                writeln!(
                    NamedOutput::stdout(),
                    "line {number}, depth {depth}: found {found}, expected {nodes}: {}",
                    case.fen
                )?;
            }
        }
        ensure!(
            passed + failed > 0 || skipped == 0,
            "'{shown}': all {skipped} counts are above --max-nodes {}",
            self.max_nodes
        );
        ensure!(
            passed + failed > 0,
            "'{shown}': found no count to check, expected lines as kempelen perft --help shows them"
        );
        writeln!(NamedOutput::stdout(), "{passed} passed, {failed} failed")?;
        Ok(ExitCode::from(u8::from(failed > 0)))
    }

    fn count(
        &self,
        game: &str,
        fen: Option<&str>,
        depth: u8,
        keep: bool,
    ) -> anyhow::Result<PerftCounts> {
        let counter = PerftRequest {
            fen,
            depth: depth.into(),
            count_paths: keep,
            threads: self.threads.into(),
        };
        by_name(game, counter).map_err(|error| anyhow!(error))?
    }
}
