//! Openings from which games start: books, ballots, random moves and files.

use crate::games::records::records_of;
use crate::notation::epd::Epd;
use crate::notation::{MoveStyle, excerpt};
use crate::opening::set_up::RandomSetUp;
use crate::player::Referee;
use crate::random::Random;
use crate::system::error_words::NameFile;
use anyhow::{Context, anyhow, bail};
use std::collections::HashSet;
use std::fs::File;
use std::io::{BufRead, BufReader};
use std::path::{Path, PathBuf};

/// A position, and moves from it.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct Opening {
    /// The position; `None`: the initial position of the game.
    pub start: Option<String>,
    /// The moves.
    pub moves: Vec<String>,
}

/// The sources of openings.
#[derive(Clone, Debug)]
pub enum OpeningSource {
    /// The lines of the embedded book.
    Book,
    /// The embedded ballots: first moves that are drawn by lot in draughts tournaments.
    Ballots,
    /// Random legal moves.
    Random {
        /// Number of openings.
        count: usize,
        /// Seed of the random moves.
        seed: u64,
    },
    /// Random positions, in games that have such.
    RandomPositions {
        /// Within these bounds. Their seed comes before `seed`.
        bounds: RandomSetUp,
        /// Number of openings.
        count: usize,
        /// Seed of the positions.
        seed: u64,
    },
    /// A file: games (`.pgn`, `.pdn`), or one position (EPD, FEN) or book line (`Name: moves`) per line.
    File(PathBuf),
}

impl OpeningSource {
    /// Parses the value of `--openings`: `book`, `ballots`, `random`, `random BOUNDS` (heap games), or a file name.
    ///
    /// # Errors
    /// The bounds are wrong.
    pub fn from_argument(value: &Path, count: usize, seed: u64) -> Result<OpeningSource, String> {
        let text = value.to_str().unwrap_or_default();
        Ok(match text {
            "book" => OpeningSource::Book,
            "ballots" => OpeningSource::Ballots,
            "random" => OpeningSource::Random { count, seed },
            _ => match text.strip_prefix("random ") {
                Some(bounds) => OpeningSource::RandomPositions { bounds: bounds.parse()?, count, seed },
                None => OpeningSource::File(value.to_owned()),
            },
        })
    }

    /// The openings, each with at most `plies` plies (default: 16, random moves 8). All of them are legal.
    ///
    /// # Errors
    /// There is no opening, or one of them is illegal or ends the game.
    pub fn read(&self, plies: Option<usize>, referee: &mut dyn Referee) -> anyhow::Result<Vec<Opening>> {
        const PLIES: usize = 16;
        const RANDOM_PLIES: usize = 8;
        let max_plies = plies.unwrap_or(PLIES);
        let game = referee.game();
        let embedded = |text: Option<&'static str>, what| {
            let game = game.name;
            text.ok_or_else(|| anyhow!("there are no {what} of {game}; expected a file, or 'random'"))
        };
        match self {
            OpeningSource::Book => from_lines(embedded(game.book, "books")?.as_bytes(), max_plies, referee),
            OpeningSource::Ballots => from_lines(embedded(game.ballots, "ballots")?.as_bytes(), max_plies, referee),
            &OpeningSource::Random { count, seed } => {
                let plies = plies.unwrap_or(RANDOM_PLIES);
                let openings =
                    random_openings(count, seed, referee, |random, referee| Ok(random_moves(plies, random, referee)))?;
                if openings.is_empty() && count > 0 {
                    bail!("no game can be played after {plies} random moves");
                }
                Ok(openings)
            }
            OpeningSource::RandomPositions { bounds, count, seed } => {
                let seed = bounds.seed.unwrap_or(*seed);
                let openings = random_openings(*count, seed, referee, |random, referee| {
                    let start = referee.random_position(bounds, random).map(Some);
                    let moves = Vec::new();
                    start.map(|start| Opening { start, moves })
                })?;
                if openings.is_empty() && *count > 0 {
                    bail!("no game can be played from such a position");
                }
                Ok(openings)
            }
            OpeningSource::File(path) => read_file(path, max_plies, referee),
        }
    }
}

/// Reads a file of openings.
fn read_file(path: &Path, plies: usize, referee: &mut dyn Referee) -> anyhow::Result<Vec<Opening>> {
    let name = path.display();
    let file = BufReader::new(File::open(path).reading(path)?);
    let extension = path.extension().unwrap_or_default().to_ascii_lowercase();
    let openings = match extension.to_str() {
        Some("pgn" | "pdn") => from_games(file, plies, referee),
        _ => from_lines(file, plies, referee),
    };
    let openings = openings.with_context(|| format!("'{name}'"))?;
    if openings.is_empty() {
        bail!("'{name}' holds no opening; expected a position a line, or games");
    }
    Ok(openings)
}

/// Random openings that lead to different positions; fewer than `count` if there are not as many.
fn random_openings(
    count: usize,
    seed: u64,
    referee: &mut dyn Referee,
    opening: impl Fn(&mut Random, &mut dyn Referee) -> Result<Opening, String>,
) -> anyhow::Result<Vec<Opening>> {
    let mut seen = HashSet::new();
    let mut openings = Vec::new();
    for number in 0..100 * count as u64 {
        let mut random = Random::stream(seed, number);
        let opening = opening(&mut random, referee).map_err(|error| anyhow!(error))?;
        let start = opening.start.as_deref();
        let played = referee.set_position(start, &opening.moves).is_ok();
        if played && referee.outcome().is_none() && seen.insert(referee.position()) {
            openings.push(opening);
        }
        if openings.len() == count {
            break;
        }
    }
    Ok(openings)
}

/// So many random legal moves, or fewer to the end of the game.
fn random_moves(plies: usize, random: &mut Random, referee: &mut dyn Referee) -> Opening {
    let mut opening = Opening::default();
    for _ in 0..plies {
        if referee.set_position(None, &opening.moves).is_err() || referee.outcome().is_some() {
            break;
        }
        let moves = referee.legal_moves(MoveStyle::Long);
        opening.moves.push(moves[random.below(moves.len())].clone());
    }
    opening
}

fn from_games(file: impl BufRead, plies: usize, referee: &mut dyn Referee) -> anyhow::Result<Vec<Opening>> {
    let mut openings = Vec::new();
    for record in records_of(referee.game(), file) {
        let record = record?;
        let moves = record.moves.iter().take(plies);
        let opening = Opening {
            start: record.setup().map(str::to_owned),
            moves: moves.map(|played| played.text.clone()).collect(),
        };
        let line = record.line;
        check_and_add(opening, referee, &mut openings).with_context(|| format!("game of line {line}"))?;
    }
    Ok(openings)
}

fn from_lines(file: impl BufRead, plies: usize, referee: &mut dyn Referee) -> anyhow::Result<Vec<Opening>> {
    let mut openings = Vec::new();
    for (number, line) in (1..).zip(file.lines()) {
        let line = line?;
        let line = line.trim();
        if line.is_empty() || line.starts_with('#') {
            continue;
        }
        let opening = match book_line(line) {
            Some(moves) => Opening { start: None, moves: moves.take(plies).collect() },
            None => Opening { start: Some(Epd::parse(line).position.to_owned()), moves: Vec::new() },
        };
        check_and_add(opening, referee, &mut openings).with_context(|| format!("line {number}"))?;
    }
    Ok(openings)
}

/// The moves of a book line (`Name: moves`, see `book/README.md`); `None` for a position.
fn book_line(line: &str) -> Option<impl Iterator<Item = String>> {
    let (name, moves) = line.split_once(": ")?;
    let is_move = |text: &&str| !text.ends_with('.') && !text.starts_with('*');
    let moves = moves.split_whitespace().filter(is_move);
    let moves = moves.map(|text| text.trim_end_matches('?').to_owned());
    (!name.contains(['/', ';'])).then_some(moves)
}

/// Adds an opening, its position written in full, if a game can be played from it.
fn check_and_add(mut opening: Opening, referee: &mut dyn Referee, openings: &mut Vec<Opening>) -> anyhow::Result<()> {
    let mut set = |start: Option<&str>, moves: &[String]| {
        let set = referee.set_position(start, moves);
        set.map(|()| referee.position()).map_err(|error| anyhow!(error))
    };
    if let Some(start) = &mut opening.start {
        *start = set(Some(start), &[])?;
    }
    set(opening.start.as_deref(), &opening.moves)?;
    if referee.outcome().is_some() {
        bail!("the game is over in '{}'", excerpt(&referee.position()));
    }
    openings.push(opening);
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::player::referee;
    use crate::system::failing_reader::{FAILURE, FailingReader};

    #[test]
    fn a_file_that_fails_gives_no_openings() {
        let mut referee = referee("chess").unwrap();
        let mut lines = |source| from_lines(source, 4, &mut *referee);
        let text = b"A: 1. e4 e5\nB: 1. d4 d5\n".as_slice();
        assert_eq!(lines(Box::new(text) as Box<dyn BufRead>).unwrap().len(), 2);
        let failing = || Box::new(BufReader::new(FailingReader(text)));
        assert_eq!(lines(failing()).unwrap_err().to_string(), FAILURE);
        let games = from_games(BufReader::new(FailingReader(b"1. e4 *\n\n")), 4, &mut *referee);
        assert!(games.unwrap_err().to_string().ends_with(FAILURE));
    }
}
