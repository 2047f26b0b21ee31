//! Openings from which games start: books, ballots, random moves and files.

use crate::any_position::AnyPosition;
use crate::game::{Game, GameLine};
use crate::games::GameInfo;
use crate::games::records::records_of;
use crate::notation::epd::Epd;
use crate::notation::position_lines::PositionLines;
use crate::notation::reader::RecordReader;
use crate::notation::{Notation, excerpt, set_up};
use crate::opening::line_moves;
use crate::opening::set_up::RandomSetUp;
use crate::random::Random;
use crate::system::error_words::NameFile;
use anyhow::{Context, anyhow, ensure};
use std::collections::HashSet;
use std::fs::File;
use std::io::{BufRead, BufReader};
use std::path::{Path, PathBuf};

/// A position, and moves from it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Opening {
    /// Whether it begins in a position of its own, which game records name, and not in the initial position of the game.
    pub is_set_up: bool,
    /// The position and the moves.
    pub line: GameLine<AnyPosition>,
}

impl Opening {
    /// The initial position of a game.
    pub fn initial(game: &'static GameInfo) -> Opening {
        Opening { is_set_up: false, line: GameLine::new(game.start()) }
    }

    /// The first position as text; `None` if it is the initial one.
    pub fn start_text(&self) -> Option<String> {
        self.is_set_up.then(|| self.line.start().show())
    }
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
    /// Random positions, in games that have them.
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

    /// The openings of `game`, each with at most `plies` plies (default: 16, random moves 8). All of them are legal.
    ///
    /// # Errors
    /// There is no opening, or one of them is illegal or ends the game.
    pub fn read(&self, plies: Option<usize>, game: &'static GameInfo) -> anyhow::Result<Vec<Opening>> {
        const PLIES: usize = 16;
        const RANDOM_PLIES: usize = 8;
        let max_plies = plies.unwrap_or(PLIES);
        let none = |what| format!("there are no {what} of {}; expected a file, or 'random'", game.name);
        match self {
            OpeningSource::Book => from_lines(game.book().with_context(|| none("books"))?.as_bytes(), max_plies, game),
            OpeningSource::Ballots => {
                from_lines(game.ballots.with_context(|| none("ballots"))?.as_bytes(), max_plies, game)
            }
            &OpeningSource::Random { count, seed } => {
                let (plies, start) = (plies.unwrap_or(RANDOM_PLIES), game.start());
                let none = format!("no game can be played after {plies} random moves");
                random_openings(count, seed, &none, &|random| {
                    Ok(Opening { is_set_up: false, line: random_moves(plies, random, &start) })
                })
            }
            OpeningSource::RandomPositions { bounds, count, seed } => {
                let like = game.start();
                let (seed, none) = (bounds.seed.unwrap_or(*seed), "no game can be played from such a position");
                random_openings(*count, seed, none, &|random| {
                    let start = game.random_position(&like, bounds, random)?;
                    Ok(Opening { is_set_up: true, line: GameLine::new(start) })
                })
            }
            OpeningSource::File(path) => read_file(path, max_plies, game),
        }
    }
}

/// The CRC-32 of the first and the last positions of openings, as hexadecimal digits: other openings, or another order, have another
/// one.
pub fn checksum(openings: &[Opening]) -> String {
    let mut hasher = crc32fast::Hasher::new();
    for line in openings.iter().map(|opening| &opening.line) {
        hasher.update(format!("{}\n{}\n", line.start().show(), line.position().show()).as_bytes());
    }
    format!("{:08x}", hasher.finalize())
}

/// Reads a file of openings.
fn read_file(path: &Path, plies: usize, game: &'static GameInfo) -> anyhow::Result<Vec<Opening>> {
    let name = path.display();
    let file = BufReader::new(File::open(path).reading(path)?);
    let extension = path.extension().unwrap_or_default().to_ascii_lowercase();
    let is_record = matches!(extension.to_str(), Some("pgn" | "pdn"));
    let openings = if is_record { from_games(file, plies, game) } else { from_lines(file, plies, game) };
    let openings = openings.with_context(|| format!("'{name}'"))?;
    ensure!(!openings.is_empty(), "'{name}' holds no opening; expected a position a line, or games");
    Ok(openings)
}

/// Random openings that lead to different positions; fewer than `count` if there are not as many.
///
/// # Errors
/// An opening cannot be made, or, with the message `none`, there is no opening.
fn random_openings(
    count: usize,
    seed: u64,
    none: &str,
    opening: &dyn Fn(&mut Random) -> Result<Opening, String>,
) -> anyhow::Result<Vec<Opening>> {
    let mut seen = HashSet::new();
    let mut is_new =
        |opening: &Opening| opening.line.outcome().is_none() && seen.insert(opening.line.position().show());
    let candidates = (0..100 * count as u64).map(|number| opening(&mut Random::stream(seed, number)));
    let new = candidates.filter(|candidate| candidate.as_ref().map_or(true, &mut is_new));
    let openings: Vec<Opening> = new.take(count).collect::<Result<_, _>>().map_err(|error| anyhow!(error))?;
    ensure!(count == 0 || !openings.is_empty(), "{none}");
    Ok(openings)
}

/// This many random legal moves, or fewer if the game ends.
fn random_moves(plies: usize, random: &mut Random, start: &AnyPosition) -> GameLine<AnyPosition> {
    let mut line = GameLine::new(start.clone());
    while line.moves().len() < plies && line.outcome().is_none() {
        let moves = line.position().moves();
        line.play(random.choose(&moves));
    }
    line
}

fn from_games(file: impl BufRead + Send, plies: usize, game: &'static GameInfo) -> anyhow::Result<Vec<Opening>> {
    let openings = records_of(game, RecordReader::new(file)).map(|record| {
        let record = record?;
        let moves: Vec<_> = record.moves.iter().take(plies).map(|played| played.text.clone()).collect();
        opening(game, record.setup(), &moves).with_context(|| format!("game of line {}", record.line))
    });
    openings.collect()
}

/// Reads positions and book lines. A book repeats a line to add weight to its last moves; here it counts once.
fn from_lines(file: impl BufRead, plies: usize, game: &'static GameInfo) -> anyhow::Result<Vec<Opening>> {
    let mut openings = Vec::new();
    let mut seen = HashSet::new();
    for line in PositionLines::new(file) {
        let (number, line) = line?;
        let place = || format!("line {number}");
        let opening = match book_line(&line) {
            Some(moves) => {
                let moves = moves.map_err(|error| anyhow!(error)).with_context(place)?;
                let moves: Vec<_> = moves.iter().take(plies).map(|(mv, _)| (*mv).to_owned()).collect();
                if !seen.insert(moves.clone()) {
                    continue;
                }
                opening(game, None, &moves)
            }
            None => opening(game, Some(Epd::parse(&line).position), &[]),
        };
        openings.push(opening.with_context(place)?);
    }
    Ok(openings)
}

/// The moves of a book line (`Name: moves`, see `book/README.md`); `None` for a position.
fn book_line(line: &str) -> Option<Result<Vec<(&str, u16)>, String>> {
    let (name, _) = line.split_once(": ")?;
    let is_quoted = name.matches('"').count() % 2 == 1;
    let is_position = is_quoted || name.contains(';') || name.matches('/').count() > 1;
    (!is_position).then(|| line_moves(line))
}

/// An opening from which a game can be played.
fn opening(game: &'static GameInfo, start: Option<&str>, moves: &[String]) -> anyhow::Result<Opening> {
    let line = set_up(&game.start(), start, moves).map_err(|error| anyhow!(error))?;
    ensure!(line.outcome().is_none(), "the game is over in '{}'", excerpt(&line.position().show()));
    Ok(Opening { is_set_up: start.is_some(), line })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::find_game;
    use crate::opening::OpeningBook;
    use crate::system::failing_reader::{FAILURE, FailingReader};

    #[test]
    fn book_lines_are_read_as_books_are() {
        let game = find_game("chess").unwrap();
        let openings = |line: &str| from_lines(line.as_bytes(), 9, game);
        let expected = openings("Caro-Kann: e4 c6").unwrap();
        for line in ["Caro/Kann: e4 c6", "A: 1. e4 1... c6 *5", "A: e4? c6 ... *1"] {
            assert_eq!(openings(line).unwrap(), expected, "{line}");
        }
        for line in ["A: e4 e5. d4", "A: e4 ... *0", "A: e4 *2 c6", ": e4", "A: 1."] {
            let error = format!("{:#}", openings(line).unwrap_err());
            assert_eq!(OpeningBook::parse(&game.start(), line).unwrap_err(), error, "{line}");
        }
        assert_eq!(openings("The \"Caro\"-Kann: e4 c6").unwrap(), expected);
        let start = game.start().show();
        for (game, position) in [("chess", &*start), ("english", "B:W18,24,27:B1,4,10"), ("nim", "nim 3,4,5 misere")] {
            let line = format!("{position} id \"A: b\";");
            assert!(from_lines(line.as_bytes(), 9, find_game(game).unwrap()).unwrap()[0].is_set_up, "{game}");
        }
    }

    #[test]
    fn a_file_that_fails_gives_no_openings() {
        let game = find_game("chess").unwrap();
        let lines = |source| from_lines(source, 4, game);
        let text = b"A: 1. e4 e5\nB: 1. d4 d5\n".as_slice();
        assert_eq!(lines(Box::new(text) as Box<dyn BufRead>).unwrap().len(), 2);
        let failing = || Box::new(BufReader::new(FailingReader(text)));
        assert_eq!(lines(failing()).unwrap_err().to_string(), FAILURE);
        let games = from_games(BufReader::new(FailingReader(b"1. e4 *\n\n")), 4, game);
        assert!(games.unwrap_err().to_string().ends_with(FAILURE));
    }
}
