//! The HTML page on which puzzles are solved.

use super::board_page;
use super::boards::{PageBoards, PageWriter};
use super::data::PageExercise;
use crate::drawing::html_page::json_in_html;
use crate::games::GameInfo;
use crate::notation::record::GameRecord;
use crate::picture::svg_document::svg_escaped;
use crate::report::exercise::Exercise;
use crate::report::puzzle::Puzzle;
use crate::report::puzzle_theme::PuzzleGoal;
use serde::Serialize;

/// A page of puzzles that is being made.
pub struct PuzzlePage {
    game: &'static GameInfo,
    writer: PageWriter,
    puzzles: Vec<PagePuzzle>,
}

/// What the script of the page reads.
#[derive(Serialize)]
struct PuzzlePageData {
    #[serde(flatten)]
    boards: PageBoards,
    puzzles: Vec<PagePuzzle>,
}

#[derive(Serialize)]
struct PagePuzzle {
    /// The game from which it is.
    source: String,
    rating: u32,
    themes: Vec<String>,
    /// Whether the solution wins; else it holds the draw.
    wins: bool,
    #[serde(flatten)]
    exercise: PageExercise,
}

impl PuzzlePage {
    /// A page without puzzles.
    pub fn new(game: &'static GameInfo) -> PuzzlePage {
        PuzzlePage { game, writer: PageWriter::default(), puzzles: Vec::new() }
    }

    /// Adds a puzzle from the game of a record.
    pub fn add(&mut self, record: &GameRecord, puzzle: &Puzzle, exercise: &Exercise) {
        let tag = |name| record.known_tag(name);
        let names = format!("{} - {}", tag("White").unwrap_or("?"), tag("Black").unwrap_or("?"));
        let (number, is_second) = record.move_number(puzzle.line.moves().len());
        let place = format!("move {number}{}", if is_second { "..." } else { "" });
        let parts = [Some(&*names), tag("Event"), tag("Site"), tag("Date"), Some(&*place)];
        self.puzzles.push(PagePuzzle {
            source: parts.into_iter().flatten().collect::<Vec<_>>().join(", "),
            rating: puzzle.rating,
            themes: puzzle.themes.iter().map(ToString::to_string).collect(),
            wins: puzzle.goal == PuzzleGoal::Win,
            exercise: self.writer.exercise(exercise, self.game.white),
        });
    }

    /// The text of the page.
    ///
    /// # Errors
    /// The puzzles cannot be written as JSON.
    pub fn text(self) -> serde_json::Result<String> {
        let count = match self.puzzles.len() {
            1 => "1 puzzle".to_owned(),
            count => format!("{count} puzzles"),
        };
        let data = PuzzlePageData { boards: self.writer.boards(), puzzles: self.puzzles };
        let json = json_in_html(&serde_json::to_string(&data)?);
        let details = svg_escaped(&format!("{count}, {}", self.game.about));
        let texts = [("details", &*details), ("puzzles", &json)];
        Ok(board_page(include_str!("puzzles.html"), &data.boards, &texts))
    }
}
