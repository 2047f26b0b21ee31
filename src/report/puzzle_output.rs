//! Files of puzzles: PGN or PDN, the columns of lichess' file of puzzles, or JSON.

use super::analysis::{MoveText, move_texts};
use super::exercise::Exercise;
use super::game_page::puzzle_page::PuzzlePage;
use super::position_output::quoted;
use super::puzzle::Puzzle;
use super::puzzle_theme::PuzzleGoal;
use crate::any_position::{AnyMove, AnyPosition};
use crate::game::{Game, Key};
use crate::games::GameInfo;
use crate::notation::record::{GameRecord, RecordedMove};
use crate::notation::{MoveStyle, Notation, show_moves};
use crate::system::files::NamedOutput;
use anyhow::bail;
use serde::Serialize;
use std::collections::HashSet;
use std::io::Write;
use std::path::Path;

/// The columns of lichess' file of puzzles.
const COLUMNS: &str = "PuzzleId,FEN,Moves,Rating,RatingDeviation,Popularity,NbPlays,Themes,GameUrl,OpeningTags";

/// The version of the JSON objects.
const VERSION: u32 = 1;

/// A file of puzzles that is being written.
pub struct PuzzleOutput {
    file: NamedOutput,
    format: PuzzleFormat,
    game: &'static GameInfo,
    /// Number of puzzles written.
    count: usize,
    written: HashSet<Key>,
}

enum PuzzleFormat {
    Records,
    Csv,
    Json,
    /// An HTML page, which is written at the end.
    Page(PuzzlePage),
}

#[derive(Serialize)]
struct JsonPuzzle<'a> {
    version: u32,
    id: &'a str,
    game: &'a str,
    white: &'a str,
    black: &'a str,
    position: String,
    /// The opponent's move before it.
    last: MoveText,
    solution: Vec<MoveText>,
    goal: PuzzleGoal,
    themes: Vec<String>,
    rating: u32,
}

impl PuzzleOutput {
    /// Creates a file whose extension says in which form the puzzles are written.
    ///
    /// # Errors
    /// The file exists already or cannot be written, or the extension is another one.
    pub fn create(path: &Path, game: &'static GameInfo) -> anyhow::Result<PuzzleOutput> {
        let extension = path.extension().unwrap_or_default().to_string_lossy().to_ascii_lowercase();
        let format = match &*extension {
            "pgn" | "pdn" => PuzzleFormat::Records,
            "csv" => PuzzleFormat::Csv,
            "json" | "jsonl" => PuzzleFormat::Json,
            "html" | "htm" => PuzzleFormat::Page(PuzzlePage::new(game)),
            _ => bail!(
                "--puzzles: found '{}', expected a name that ends with .pgn, .pdn, .csv, .json or .html",
                path.display()
            ),
        };
        if path.metadata().is_ok_and(|file| file.is_file() && file.len() > 0) {
            bail!("'{}' exists already; expected the name of a new file", path.display());
        }
        let mut file = NamedOutput::create(path)?;
        if matches!(format, PuzzleFormat::Csv) {
            writeln!(file, "{COLUMNS}")?;
        }
        Ok(PuzzleOutput { file, format, game, count: 0, written: HashSet::new() })
    }

    /// Whether the puzzles are for a page, which asks them as exercises.
    pub fn is_page(&self) -> bool {
        matches!(self.format, PuzzleFormat::Page(_))
    }

    /// Writes a puzzle of the game in `record`. Each position is written once, and a page leaves out puzzles without an
    /// exercise.
    ///
    /// # Errors
    /// The file cannot be written.
    pub fn write(&mut self, record: &GameRecord, puzzle: &Puzzle, exercise: Option<&Exercise>) -> anyhow::Result<()> {
        if self.is_page() && exercise.is_none() || !self.written.insert(puzzle.line.position().key()) {
            return Ok(());
        }
        self.count += 1;
        let id = format!("K{:05}", self.count);
        match &mut self.format {
            PuzzleFormat::Page(page) => exercise.into_iter().for_each(|it| page.add(record, puzzle, it)),
            PuzzleFormat::Records => write!(self.file, "{}", self.record(record, puzzle, &id))?,
            PuzzleFormat::Csv => writeln!(self.file, "{}", csv(record, puzzle, &id))?,
            PuzzleFormat::Json => writeln!(self.file, "{}", self.json(record, puzzle, &id)?)?,
        }
        Ok(self.file.flush()?)
    }

    /// Ends the file. Returns the number of puzzles in it.
    ///
    /// # Errors
    /// The file cannot be written.
    pub fn finish(mut self) -> anyhow::Result<usize> {
        if let PuzzleFormat::Page(page) = self.format {
            self.file.write_all(page.text()?.as_bytes())?;
            self.file.flush()?;
        }
        Ok(self.count)
    }

    fn record(&self, source: &GameRecord, puzzle: &Puzzle, id: &str) -> GameRecord {
        let position = puzzle.line.position();
        let mut record = GameRecord { two_points: self.game.two_points, ..GameRecord::default() };
        for name in ["Event", "Site", "Date", "Round", "White", "Black"] {
            record.set_tag(name, source.tag(name).unwrap_or("?"));
        }
        record.set_tag("Result", "*");
        self.game.set_tags(&mut record);
        record.set_tag("SetUp", "1");
        record.set_tag("FEN", position.show());
        record.set_tag("PuzzleId", id);
        record.set_tag("PuzzleRating", puzzle.rating);
        record.set_tag("PuzzleThemes", theme_texts(puzzle).join(", "));
        record.moves =
            show_moves(position, &puzzle.solution, MoveStyle::Short).into_iter().map(RecordedMove::new).collect();
        self.game.name_squares(&mut record);
        record
    }

    fn json(&self, record: &GameRecord, puzzle: &Puzzle, id: &str) -> serde_json::Result<String> {
        let player = |name| record.tag(name).unwrap_or("?");
        let (before, last) = last_move(puzzle);
        serde_json::to_string(&JsonPuzzle {
            version: VERSION,
            id,
            game: self.game.name,
            white: player("White"),
            black: player("Black"),
            position: puzzle.line.position().show(),
            last: MoveText::new(before, last),
            solution: move_texts(puzzle.line.position(), &puzzle.solution),
            goal: puzzle.goal,
            themes: theme_texts(puzzle),
            rating: puzzle.rating,
        })
    }
}

/// As lichess has it, the position is that before the last move of the opponent, and the moves begin with it.
fn csv(record: &GameRecord, puzzle: &Puzzle, id: &str) -> String {
    let (before, last) = last_move(puzzle);
    let moves = show_moves(before, &[&[last], &puzzle.solution[..]].concat(), MoveStyle::Long).join(" ");
    let themes = puzzle.themes.iter().map(|theme| theme.key()).collect::<Vec<_>>().join(" ");
    let rating = puzzle.rating.to_string();
    let site = record.known_tag("Site").unwrap_or_default();
    [id, &before.show(), &moves, &rating, "", "", "", &themes, site, ""].map(quoted).join(",")
}

/// The opponent's move before the puzzle, and the position before that.
fn last_move(puzzle: &Puzzle) -> (&AnyPosition, AnyMove) {
    let last = puzzle.line.moves().len() - 1;
    (&puzzle.line.positions_before()[last], puzzle.line.moves()[last])
}

fn theme_texts(puzzle: &Puzzle) -> Vec<String> {
    puzzle.themes.iter().map(ToString::to_string).collect()
}
