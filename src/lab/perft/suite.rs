//! The lines of a perft suite.

use crate::notation::excerpt;
use anyhow::{Context, anyhow, bail, ensure};
use std::str::FromStr;

/// A position with its published counts.
#[derive(Debug)]
pub struct PerftCase {
    /// The name of the game.
    pub game: String,
    /// The position.
    pub fen: String,
    /// The counts.
    pub counts: Vec<ExpectedCount>,
}

/// The count at one depth.
#[derive(PartialEq, Eq, Debug)]
pub struct ExpectedCount {
    /// Depth in plies.
    pub depth: u8,
    /// The number of move sequences.
    pub nodes: u64,
    /// Whether captures by different paths count as different moves.
    pub count_paths: bool,
}

impl PerftCase {
    /// Parses `FEN ;D1 20 ;D2 400`, a position of `game`, or `other game | FEN | counts`, optionally followed by
    /// ` | counts of paths`.
    ///
    /// # Errors
    /// The line is malformed or has no count.
    pub fn parse(line: &str, game: &str) -> anyhow::Result<PerftCase> {
        let fields: Vec<&str> = line.split('|').map(str::trim).collect();
        let (game, fen, counts) = match fields[..] {
            [line] => {
                let mut parts = line.split(';').map(str::trim);
                let fen = parts.next().unwrap_or("");
                let operations = parts.filter(|part| !part.is_empty());
                (game, fen, operations.map(operation).collect::<Result<_, _>>()?)
            }
            [game, fen, drop] => (game, fen, by_depth(drop, false)?),
            [game, fen, drop, keep] => {
                let mut counts = by_depth(drop, false)?;
                counts.extend(by_depth(keep, true)?);
                (game, fen, counts)
            }
            _ => bail!(
                "found {} fields between '|', expected <game> | <FEN> | <counts> | <counts of paths>",
                fields.len()
            ),
        };
        ensure!(
            !counts.is_empty(),
            "found no count in '{}', expected '<FEN> ;D1 20 ;D2 400' or '<game> | <FEN> | <counts>'",
            excerpt(line)
        );
        Ok(PerftCase { game: game.to_owned(), fen: fen.to_owned(), counts })
    }
}

/// Counts from depth 1 on.
fn by_depth(list: &str, keep: bool) -> anyhow::Result<Vec<ExpectedCount>> {
    let counts = list.split_whitespace().enumerate().map(|(index, text)| {
        let depth = u8::try_from(index + 1);
        Ok(ExpectedCount {
            depth: depth.context("found more than 255 counts")?,
            nodes: number(text, "a count")?,
            count_paths: keep,
        })
    });
    counts.collect()
}

/// `D2 400`.
fn operation(part: &str) -> anyhow::Result<ExpectedCount> {
    let wrong = || anyhow!("found '{}', expected ;D<depth> <count>", excerpt(part));
    let rest = part.trim().strip_prefix('D').ok_or_else(wrong)?;
    let (depth, nodes) = rest.split_once(char::is_whitespace).ok_or_else(wrong)?;
    Ok(ExpectedCount {
        depth: number(depth, "plies from 0 to 255")?,
        nodes: number(nodes, "a count")?,
        count_paths: false,
    })
}

fn number<T: FromStr>(text: &str, expected: &str) -> anyhow::Result<T> {
    let wrong = |_| anyhow!("found '{}', expected {expected}", excerpt(text));
    text.trim().parse().map_err(wrong)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn both_ways_to_write_a_line() {
        let expected = |depth, nodes, keep| ExpectedCount { depth, nodes, count_paths: keep };
        let chess = PerftCase::parse("8/8/8/8/8/8/8/K1k5 w - - 0 1 ;D1 2 ;D2 10", "chess").unwrap();
        assert_eq!(chess.fen, "8/8/8/8/8/8/8/K1k5 w - - 0 1");
        assert_eq!(chess.counts, [expected(1, 2, false), expected(2, 10, false)]);
        let draughts = PerftCase::parse("english | B:W18:B1 | 2 4 | 3", "chess").unwrap();
        assert_eq!((draughts.game.as_str(), draughts.fen.as_str()), ("english", "B:W18:B1"));
        assert_eq!(draughts.counts, [expected(1, 2, false), expected(2, 4, false), expected(1, 3, true)]);
    }

    #[test]
    fn counts_of_paths_and_the_last_separator_may_be_left_out() {
        let counts = |line| PerftCase::parse(line, "chess").unwrap().counts;
        let two = counts("english | B:W18:B1 | 2 4 |");
        assert_eq!(two.len(), 2);
        assert_eq!(counts("english | B:W18:B1 | 2 4"), two);
        assert_eq!(counts("B:W18:B1 ;D1 2; D2 4;"), two);
    }

    #[test]
    fn a_line_that_says_nothing_is_refused() {
        for (line, found) in [
            ("nonsense", "found no count in 'nonsense'"),
            ("8/8/8/8/8/8/8/K1k5 w - - 0 1 ;", "found no count"),
            ("english | B:W18:B1 | |", "found no count"),
            ("english | B:W18:B1", "found 2 fields"),
            ("a | b | 1 | 1 | 1", "found 5 fields"),
        ] {
            let error = PerftCase::parse(line, "chess").unwrap_err().to_string();
            assert!(error.contains(found), "{line}: {error}");
        }
    }

    #[test]
    fn a_wrong_number_is_named() {
        for (line, found) in [
            ("fen ;D1 2x", "'2x', expected a count"),
            ("fen ;D256 2", "'256', expected plies from 0 to 255"),
            ("fen ;C1 2", "'C1 2', expected ;D<depth> <count>"),
            ("english | fen | 7 -1 | 7", "'-1', expected a count"),
        ] {
            let error = PerftCase::parse(line, "chess").unwrap_err().to_string();
            assert!(error.contains(found), "{line}: {error}");
        }
    }
}
