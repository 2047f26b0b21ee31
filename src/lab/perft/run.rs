//! Counts a position or checks a suite, and writes the result to standard output.

use super::count::{PerftCounts, PerftRequest};
use super::suite::PerftCase;
use crate::games::by_name;
use crate::system::error_words::NameFile;
use crate::system::files::NamedOutput;
use anyhow::{Context, anyhow, ensure};
use std::fs;
use std::io::Write;
use std::path::Path;
use std::time::Instant;

/// A position to count.
#[derive(Clone, Copy)]
pub struct PerftPosition<'a> {
    /// The name of the game.
    pub game: &'a str,
    /// The position; `None`: the start position.
    pub fen: Option<&'a str>,
    /// Depth in plies.
    pub depth: u8,
    /// Whether captures by different paths count as different moves.
    pub count_paths: bool,
}

impl PerftPosition<'_> {
    fn count(self, threads: usize) -> anyhow::Result<PerftCounts> {
        let request = PerftRequest { fen: self.fen, depth: self.depth.into(), count_paths: self.count_paths, threads };
        by_name(self.game, request).map_err(|error| anyhow!(error))?
    }
}

/// Counts a position; `divide` also shows the count of every move.
///
/// # Errors
/// The game or the position is unknown.
pub fn count_position(position: PerftPosition, divide: bool, threads: usize) -> anyhow::Result<()> {
    let started = Instant::now();
    let counts = position.count(threads)?;
    let seconds = started.elapsed().as_secs_f64();
    let mut output = NamedOutput::stdout();
    if divide {
        for (mv, nodes) in &counts.by_move {
            writeln!(output, "{mv}: {nodes}")?;
        }
    }
    let nodes = counts.total;
    let millions = nodes as f64 / seconds.max(1e-9) / 1e6;
    writeln!(output, "depth {}: {nodes} nodes, {seconds:.3} s, {millions:.1} million a second", position.depth)?;
    Ok(())
}

/// Checks all counts of a suite up to `max_nodes`. Returns whether all are correct.
///
/// # Errors
/// The suite cannot be read, has an error, or has no count to check.
pub fn check_suite(path: &Path, game: &str, max_nodes: u64, threads: usize) -> anyhow::Result<bool> {
    let shown = path.display();
    let mut output = NamedOutput::stdout();
    let text = fs::read_to_string(path).reading(path)?;
    let (mut passed, mut failed, mut skipped) = (0, 0, 0);
    let lines = (1..).zip(text.lines());
    for (number, line) in lines.filter(|(_, line)| !is_comment(line)) {
        let place = || format!("{shown}, line {number}");
        let case = PerftCase::parse(line, game).with_context(place)?;
        for expected in &case.counts {
            if expected.nodes > max_nodes {
                skipped += 1;
                continue;
            }
            let position = PerftPosition {
                game: &case.game,
                fen: Some(&case.fen),
                depth: expected.depth,
                count_paths: expected.count_paths,
            };
            let found = position.count(threads).with_context(place)?.total;
            if found == expected.nodes {
                passed += 1;
                continue;
            }
            failed += 1;
            let (depth, nodes) = (expected.depth, expected.nodes);
            writeln!(output, "line {number}, depth {depth}: found {found}, expected {nodes}: {}", case.fen)?;
        }
    }
    ensure!(passed + failed > 0 || skipped == 0, "'{shown}': all {skipped} counts are above --max-nodes {max_nodes}");
    ensure!(
        passed + failed > 0,
        "'{shown}': found no count to check, expected lines as kempelen perft --help shows them"
    );
    writeln!(output, "{passed} passed, {failed} failed")?;
    Ok(failed == 0)
}

fn is_comment(line: &str) -> bool {
    line.trim().is_empty() || line.starts_with('#')
}
