//! Counts a position or checks a suite, and writes the result.

use super::suite::PerftCase;
use crate::games::find_game;
use crate::notation::{MoveStyle, Notation};
use crate::player::PerftSettings;
use crate::system::error_words::NameFile;
use anyhow::{Context, ensure};
use std::fs;
use std::io::Write;
use std::path::Path;
use std::sync::atomic::AtomicBool;
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
    /// The count of every move in long notation, and the sum.
    fn count(self, threads: usize) -> anyhow::Result<(Vec<(String, u64)>, u64)> {
        let start = find_game(self.game)?.start();
        let position = self.fen.map_or(Ok(start.clone()), |text| start.parse_position(text))?;
        let (depth, count_paths, stop) = (self.depth.into(), self.count_paths, &AtomicBool::new(false));
        let mut by_move = Vec::new();
        let total = PerftSettings { depth, count_paths, threads, stop }.divide(&position, |mv, nodes| {
            by_move.push((position.show_move(mv, MoveStyle::Long), nodes));
        });
        Ok((by_move, total.unwrap_or_default()))
    }
}

/// Counts a position; `divide` also shows the count of every move.
///
/// # Errors
/// The game or the position is unknown.
pub fn count_position(
    position: PerftPosition,
    divide: bool,
    threads: usize,
    output: &mut dyn Write,
) -> anyhow::Result<()> {
    let started = Instant::now();
    let (by_move, nodes) = position.count(threads)?;
    let seconds = started.elapsed().as_secs_f64();
    if divide {
        for (mv, nodes) in by_move {
            writeln!(output, "{mv}: {nodes}")?;
        }
    }
    let millions = nodes as f64 / seconds.max(1e-9) / 1e6;
    writeln!(output, "depth {}: {nodes} nodes, {seconds:.3} s, {millions:.1} million a second", position.depth)?;
    Ok(())
}

/// Checks all counts of a suite up to `max_nodes`. Returns whether all are correct.
///
/// # Errors
/// The suite cannot be read, has an error, or has no count to check.
pub fn check_suite(
    path: &Path,
    game: &str,
    max_nodes: u64,
    threads: usize,
    output: &mut dyn Write,
) -> anyhow::Result<bool> {
    let shown = path.display();
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
            let (_, found) = position.count(threads).with_context(place)?;
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn threads_change_no_count() {
        // After a move of Black a king takes the same pieces by two paths, and `count_paths` counts both.
        let fen = Some("B:WK19,K21,K28:B4,10,14,22,23");
        for count_paths in [false, true] {
            let position = PerftPosition { game: "english", fen, depth: 3, count_paths };
            let [one, two] = [1, 2].map(|threads| position.count(threads).unwrap());
            assert_eq!(one, two);
            assert_eq!(one.1, if count_paths { 146 } else { 145 });
        }
    }
}
