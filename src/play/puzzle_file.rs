//! Files of puzzles: those that `analyse --puzzles` writes, and those of others.

use crate::any_position::{AnyMove, AnyPosition};
use crate::game::GameLine;
use crate::games::records::named_game;
use crate::games::{DEFAULT_GAME, GameInfo, find_known_game};
use crate::notation::position_lines::PositionLines;
use crate::notation::reader::{RecordError, RecordReader};
use crate::notation::record::GameRecord;
use crate::notation::{excerpt, set_up};
use crate::report::position_output::cells;
use crate::system::error_words::explain;
use serde_json::Value;
use std::io::{BufReader, Read};

/// A puzzle of a file.
pub struct RecordedPuzzle {
    /// Its name and its rating, as far as the file has them: `K00001, rating 700`.
    pub title: String,
    /// Its game.
    pub game: &'static GameInfo,
    /// The position to solve, after the last move of the opponent if the file has it.
    pub line: GameLine<AnyPosition>,
    /// The moves of the solver and the replies in turn; it begins and ends with a move of the solver.
    pub solution: Vec<AnyMove>,
    /// The themes as the file has them.
    pub themes: String,
}

/// The puzzles of a file, each of them, or what is wrong with it in one line.
pub type Puzzles = Box<dyn Iterator<Item = Result<RecordedPuzzle, String>> + Send>;

/// Reads puzzles, one at a time. The extension of the file says in which form they are. Without `game` the file says which game it
/// is, as far as it can; CSV is of chess then.
///
/// # Errors
/// The extension is another one.
pub fn read_puzzles(
    input: impl Read + Send + 'static,
    extension: &str,
    game: Option<&'static GameInfo>,
) -> Result<Puzzles, String> {
    let input = BufReader::new(input);
    match extension {
        "pgn" | "pdn" => Ok(Box::new(RecordReader::new(input).map(move |record| of_record(record, game)))),
        "csv" => {
            let mut columns = None;
            Ok(of_lines(input, move |row| match &columns {
                Some(columns) => Some(of_row(row, columns, game)),
                None => Columns::of_head(row).map(|found| columns = Some(found)).err().map(Err),
            }))
        }
        "json" | "jsonl" => Ok(of_lines(input, move |object| Some(of_object(object, game)))),
        _ => Err("expected a name that ends with .pgn, .pdn, .csv or .json".to_owned()),
    }
}

/// The puzzles of the lines of a text; `read` returns `None` for a line that holds none.
fn of_lines(
    input: BufReader<impl Read + Send + 'static>,
    mut read: impl FnMut(&str) -> Option<Result<RecordedPuzzle, String>> + Send + 'static,
) -> Puzzles {
    Box::new(PositionLines::new(input).filter_map(move |line| match line {
        Ok((number, line)) => Some(read(&line)?.map_err(|error| format!("line {number}: {error}"))),
        Err(error) => Some(Err(format!("cannot read on: {}", explain(&error)))),
    }))
}

/// What the forms of files have in common.
#[derive(Default)]
struct PuzzleText {
    name: String,
    rating: String,
    themes: String,
    position: String,
    moves: Vec<String>,
    /// Whether the first move is that of the opponent.
    opponent_begins: bool,
}

impl PuzzleText {
    fn read(self, game: &'static GameInfo) -> Result<RecordedPuzzle, String> {
        let all = set_up(&game.start(), Some(&self.position), &self.moves)?;
        let mut line = GameLine::new(all.start().clone());
        let (before, mut solution) = all.moves().split_at(usize::from(self.opponent_begins).min(all.moves().len()));
        before.iter().for_each(|&mv| line.play(mv));
        if solution.len() % 2 == 0 {
            // A reply at the end is not answered.
            solution = solution.split_last().map_or(&[], |(_, rest)| rest);
        }
        if solution.is_empty() {
            let found = excerpt(&self.moves.join(" "));
            return Err(format!("found the moves '{found}', expected a move that solves the puzzle"));
        }
        let rating = if self.rating.is_empty() { String::new() } else { format!("rating {}", excerpt(&self.rating)) };
        let title = [excerpt(&self.name), rating].into_iter().filter(|text| !text.is_empty()).collect::<Vec<_>>();
        Ok(RecordedPuzzle { title: title.join(", "), game, solution: solution.to_vec(), line, themes: self.themes })
    }
}

fn of_record(
    record: Result<GameRecord, RecordError>,
    game: Option<&'static GameInfo>,
) -> Result<RecordedPuzzle, String> {
    let record = record.map_err(|error| error.to_string())?;
    let at = |error: String| format!("line {}: {error}", record.line);
    let usual = find_known_game(DEFAULT_GAME)?;
    let game = match game {
        Some(game) => game,
        None => named_game(&record, usual).map_err(at)?.unwrap_or(usual),
    };
    let own = game.own_record(record.clone()).map_err(|error| error.to_string())?;
    let tag = |name: &str| own.tag(name).unwrap_or_default().to_owned();
    let Some(position) = own.setup().map(str::to_owned) else {
        return Err(at("found no tag FEN, expected the position of a puzzle".to_owned()));
    };
    let moves = own.moves.iter().map(|mv| mv.text.clone()).collect();
    let [name, rating, themes] = ["PuzzleId", "PuzzleRating", "PuzzleThemes"].map(tag);
    PuzzleText { name, rating, themes, position, moves, opponent_begins: false }.read(game).map_err(at)
}

/// The places of the columns in a row of CSV. As in lichess' file, only the first two must be there.
struct Columns([Option<usize>; 5]);

impl Columns {
    const NAMES: [&'static str; 5] = ["FEN", "Moves", "PuzzleId", "Rating", "Themes"];

    fn of_head(row: &str) -> Result<Columns, String> {
        let names = cells(row);
        let place = |wanted: &str| names.iter().position(|name| unquoted(name).eq_ignore_ascii_case(wanted));
        match Columns::NAMES.map(place) {
            places @ [Some(_), Some(_), ..] => Ok(Columns(places)),
            _ => Err(format!("found '{}', expected the names of columns, FEN and Moves among them", excerpt(row))),
        }
    }
}

/// As lichess has it, the moves begin with the opponent's.
fn of_row(row: &str, Columns(places): &Columns, game: Option<&'static GameInfo>) -> Result<RecordedPuzzle, String> {
    let cells = cells(row);
    let cell = |place: Option<usize>| place.and_then(|place| cells.get(place)).map(|cell| unquoted(cell));
    let [position, moves, name, rating, themes] = places.map(|place| cell(place).unwrap_or_default());
    let moves = moves.split_whitespace().map(str::to_owned).collect();
    let game = game.map_or_else(|| find_known_game(DEFAULT_GAME), Ok)?;
    PuzzleText { name, rating, themes, position, moves, opponent_begins: true }.read(game)
}

/// The content of a cell.
fn unquoted(cell: &str) -> String {
    cell.trim().trim_matches('"').replace("\"\"", "\"")
}

fn of_object(text: &str, game: Option<&'static GameInfo>) -> Result<RecordedPuzzle, String> {
    let object: Value = serde_json::from_str(text).map_err(|error| {
        let found = excerpt(text);
        format!("found '{found}', expected a JSON object: {error}")
    })?;
    let word = |value: &Value| value.as_str().map(str::to_owned);
    let required = |name: &str| {
        word(&object[name]).ok_or_else(|| format!("found no text '{name}', expected game, position and solution"))
    };
    let list = |name: &str| object[name].as_array().map_or(&[][..], Vec::as_slice);
    let name = required("game")?;
    let found = find_known_game(&name)?;
    if let Some(game) = game.filter(|game| game.name != found.name) {
        return Err(format!("found a game of {}, expected a game of {}", found.name, game.name));
    }
    let puzzle = PuzzleText {
        name: word(&object["id"]).unwrap_or_default(),
        rating: object["rating"].as_u64().map_or_else(String::new, |rating| rating.to_string()),
        themes: list("themes").iter().filter_map(word).collect::<Vec<_>>().join(", "),
        position: required("position")?,
        moves: list("solution").iter().filter_map(|mv| word(&mv["long"])).collect(),
        opponent_begins: false,
    };
    puzzle.read(found)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::find_game;
    use crate::notation::{MoveStyle, show_moves};

    /// For each puzzle of a text its title, the last move before it, its solution and its themes; or what is wrong.
    fn read(extension: &str, text: &str, game: Option<&str>) -> Vec<String> {
        let game = game.map(|name| find_game(name).unwrap());
        let bytes = std::io::Cursor::new(text.as_bytes().to_vec());
        let described = |puzzle: RecordedPuzzle| {
            let before = show_moves(puzzle.line.start(), puzzle.line.moves(), MoveStyle::Short).join(" ");
            let solution = show_moves(puzzle.line.position(), &puzzle.solution, MoveStyle::Short).join(" ");
            format!("{}|{before}|{solution}|{}", puzzle.title, puzzle.themes)
        };
        read_puzzles(bytes, extension, game)
            .unwrap()
            .map(|puzzle| puzzle.map_or_else(|error| error, described))
            .collect()
    }

    const BACK_RANK: &str = "r5k1/5ppp/8/8/8/8/5PPP/4R1K1 b - - 0 1";

    #[test]
    fn every_form_is_read() {
        let lichess = "PuzzleId,FEN,Moves,Rating,RatingDeviation,Popularity,NbPlays,Themes,GameUrl,OpeningTags";
        let csv =
            format!("{lichess}\n00sHx,{BACK_RANK},a8a2 e1e8,760,80,83,72,mate mateIn1,https://lichess.org/x#9,\n");
        assert_eq!(read("csv", &csv, None), ["00sHx, rating 760|Ra2|Re8#|mate mateIn1"]);
        let csv = "Moves,FEN\n\"c3b4 a5:c3 b2:d4\",\"W:Wa1,b2,c3,h2:Ba5,h8\"\n";
        assert_eq!(read("csv", csv, Some("russian")), ["|c3-b4|a5:c3|"], "the answer is not answered");
        let record = "[Variant \"From Position\"]\n[FEN \"6k1/5ppp/8/8/8/8/r4PPP/4R1K1 w - - 0 1\"]\n\n1. Re8# 1-0\n\n[PuzzleId \"2\"]\n\n1. e4 *\n";
        assert_eq!(
            read("pgn", record, None),
            ["||Re8#|", "line 6: found no tag FEN, expected the position of a puzzle"]
        );
        let object =
            r#"{"game":"nim","position":"nim 3,4 p1","solution":[{"long":"2:4-3"}],"rating":700,"themes":["a","b"]}"#;
        assert_eq!(read("json", object, None), ["rating 700||2:4-3|a, b"]);
    }

    #[test]
    fn what_is_wrong_is_told_with_its_line() {
        let csv = |row: &str| read("csv", &format!("FEN,Moves\n{row}\n"), None).concat();
        let json = |object: &str| read("json", object, None).concat();
        let fen = BACK_RANK;
        for (found, expected) in [
            (
                csv(&format!("{fen},a8a2 e1e9")),
                "line 2: move 2: 'e1e9' is not a move; expected a move such as e2e4, e7e8q, Nf3, exd5, e8=Q or O-O",
            ),
            (csv(&format!("{fen},a8a2")), "line 2: found the moves 'a8a2', expected a move that solves the puzzle"),
            (csv(&format!("{fen},")), "line 2: found the moves '', expected a move that solves the puzzle"),
            (json("x"), "line 1: found 'x', expected a JSON object: expected value at line 1 column 1"),
            (json("[]"), "line 1: found no text 'game', expected game, position and solution"),
            (json(r#"{"game":"chess"}"#), "line 1: found no text 'position', expected game, position and solution"),
            (
                read("pgn", "\n[Event \"x", None).concat(),
                "line 2: found '[Event \"x', expected a tag: [Name \"value\"]",
            ),
            (
                read("pgn", "[Variant \"x\"]\n\n*", None).concat(),
                "line 1: found a game of 'x', expected one of the table of games",
            ),
            (
                read("json", r#"{"game":"chess"}"#, Some("nim")).concat(),
                "line 1: found a game of chess, expected a game of nim",
            ),
        ] {
            assert_eq!(found, expected);
        }
        assert!(read_puzzles(std::io::empty(), "txt", None).is_err());
        assert!(read("csv", "", None).is_empty());
    }
}
