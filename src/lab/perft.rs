//! Counts of nodes: perft of a position, suites of published counts, and the bench. Its number of nodes of a fixed search identifies
//! the play of a version. It changes exactly when the play changes.

use crate::game::GameLine;
use crate::games::{AnySearch, find_game};
use crate::notation::{MoveStyle, Notation, excerpt};
use crate::player::PerftSettings;
use crate::search::SearchLimits;
use crate::system::error_words::NameFile;
use anyhow::{Context, anyhow, bail, ensure};
use std::fs;
use std::io::Write;
use std::path::Path;
use std::str::FromStr;
use std::time::Instant;

/// A position to count.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
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
        let position = find_game(self.game)?.position(self.fen)?;
        let settings =
            PerftSettings { depth: self.depth.into(), count_paths: self.count_paths, threads, stop: &|| false };
        let mut by_move = Vec::new();
        let total = settings.divide(&position, |mv, nodes| {
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
    for (number, line) in (1..).zip(text.lines()).filter(|(_, line)| !line.trim().is_empty() && !line.starts_with('#'))
    {
        let place = || format!("{shown}, line {number}");
        for ExpectedCount { position, nodes } in parse_line(line, game).with_context(place)? {
            if nodes > max_nodes {
                skipped += 1;
                continue;
            }
            let (_, found) = position.count(threads).with_context(place)?;
            if found == nodes {
                passed += 1;
                continue;
            }
            failed += 1;
            let (depth, fen) = (position.depth, position.fen.unwrap_or_default());
            writeln!(output, "line {number}, depth {depth}: found {found}, expected {nodes}: {fen}")?;
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

/// The published count of a position.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct ExpectedCount<'a> {
    position: PerftPosition<'a>,
    nodes: u64,
}

/// Parses `FEN ;D1 20 ;D2 400`, a position of `game`, or `other game | FEN | counts`, optionally followed by
/// ` | counts of paths`.
///
/// # Errors
/// The line is malformed or has no count.
fn parse_line<'a>(line: &'a str, game: &'a str) -> anyhow::Result<Vec<ExpectedCount<'a>>> {
    let fields: Vec<&str> = line.split('|').map(str::trim).collect();
    let position = |game, fen, count_paths| PerftPosition { game, fen: Some(fen), depth: 0, count_paths };
    let counts = match fields[..] {
        [line] => {
            let mut parts = line.split(';').map(str::trim);
            let position = position(game, parts.next().unwrap_or(""), false);
            let operations = parts.filter(|part| !part.is_empty());
            operations.map(|part| operation(position, part)).collect::<anyhow::Result<Vec<_>>>()?
        }
        [game, fen, drop] => by_depth(position(game, fen, false), drop)?,
        [game, fen, drop, keep] => {
            [by_depth(position(game, fen, false), drop)?, by_depth(position(game, fen, true), keep)?].concat()
        }
        _ => bail!("found {} fields between '|', expected <game> | <FEN> | <counts> | <counts of paths>", fields.len()),
    };
    ensure!(
        !counts.is_empty(),
        "found no count in '{}', expected '<FEN> ;D1 20 ;D2 400' or '<game> | <FEN> | <counts>'",
        excerpt(line)
    );
    Ok(counts)
}

/// Counts from depth 1 on.
fn by_depth<'a>(position: PerftPosition<'a>, list: &str) -> anyhow::Result<Vec<ExpectedCount<'a>>> {
    let counts = (1..).zip(list.split_whitespace()).map(|(depth, text)| {
        let depth = u8::try_from(depth).context("found more than 255 counts")?;
        Ok(ExpectedCount { position: PerftPosition { depth, ..position }, nodes: number(text, "a count")? })
    });
    counts.collect()
}

/// `D2 400`.
fn operation<'a>(position: PerftPosition<'a>, part: &str) -> anyhow::Result<ExpectedCount<'a>> {
    let wrong = || anyhow!("found '{}', expected ;D<depth> <count>", excerpt(part));
    let rest = part.strip_prefix('D').ok_or_else(wrong)?;
    let (depth, nodes) = rest.split_once(char::is_whitespace).ok_or_else(wrong)?;
    let depth = number(depth, "plies from 0 to 255")?;
    Ok(ExpectedCount { position: PerftPosition { depth, ..position }, nodes: number(nodes, "a count")? })
}

fn number<T: FromStr>(text: &str, expected: &str) -> anyhow::Result<T> {
    text.trim().parse().map_err(|_| anyhow!("found '{}', expected {expected}", excerpt(text)))
}

/// The number of nodes of the searches of all bench positions of a game, from an empty table, to `depth` or
/// to the depth of the game.
///
/// # Errors
/// There is no such game, or the evaluation cannot be read.
pub fn signature(game: &str, depth: Option<i32>, eval: Option<&Path>) -> anyhow::Result<u64> {
    let game = find_game(game)?;
    let start = game.start();
    let mut search = AnySearch::new(game.knowledge(&start, eval)?, 16)?;
    let limits = SearchLimits { depth: depth.or(Some(game.bench_depth)), ..SearchLimits::default() };
    let mut nodes = 0;
    for text in game.bench {
        let position = start.parse_position(text).with_context(|| text.to_string())?;
        nodes += search.search(&GameLine::new(position), limits.clone()).nodes;
    }
    Ok(nodes)
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

    #[test]
    fn both_ways_to_write_a_line() {
        let chess = "8/8/8/8/8/8/8/K1k5 w - - 0 1";
        for (line, game, fen, expected) in [
            ("8/8/8/8/8/8/8/K1k5 w - - 0 1 ;D1 2 ;D2 10", "chess", chess, &[(1, 2, false), (2, 10, false)][..]),
            ("english | B:W18:B1 | 2 4 | 3", "english", "B:W18:B1", &[(1, 2, false), (2, 4, false), (1, 3, true)]),
            // Counts of paths and the last separator may be left out.
            ("english | B:W18:B1 | 2 4 |", "english", "B:W18:B1", &[(1, 2, false), (2, 4, false)]),
            ("english | B:W18:B1 | 2 4", "english", "B:W18:B1", &[(1, 2, false), (2, 4, false)]),
            ("B:W18:B1 ;D1 2; D2 4;", "chess", "B:W18:B1", &[(1, 2, false), (2, 4, false)]),
        ] {
            let expected = expected.iter().map(|&(depth, nodes, count_paths)| ExpectedCount {
                position: PerftPosition { game, fen: Some(fen), depth, count_paths },
                nodes,
            });
            assert_eq!(parse_line(line, "chess").unwrap(), Vec::from_iter(expected), "{line}");
        }
    }

    #[test]
    fn wrong_lines_are_refused() {
        for (line, found) in [
            ("nonsense", "found no count in 'nonsense'"),
            ("8/8/8/8/8/8/8/K1k5 w - - 0 1 ;", "found no count"),
            ("english | B:W18:B1 | |", "found no count"),
            ("english | B:W18:B1", "found 2 fields"),
            ("a | b | 1 | 1 | 1", "found 5 fields"),
            ("fen ;D1 2x", "'2x', expected a count"),
            ("fen ;D256 2", "'256', expected plies from 0 to 255"),
            ("fen ;C1 2", "'C1 2', expected ;D<depth> <count>"),
            ("english | fen | 7 -1 | 7", "'-1', expected a count"),
        ] {
            let error = parse_line(line, "chess").unwrap_err().to_string();
            assert!(error.contains(found), "{line}: {error}");
        }
    }
}
