//! A game record as in PGN and PDN: tags, moves, comments, variations, result.
//!
//! The moves are text; the game interprets them. [`reader`](super::reader) reads records, and their `Display` writes
//! them.

use std::fmt::{self, Display, Formatter};

/// A game record.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct GameRecord {
    /// The tags: names and values, in their order.
    pub tags: Vec<(String, String)>,
    /// The comment before the first move.
    pub preface: String,
    /// The moves of the game.
    pub moves: Vec<RecordedMove>,
    /// The result.
    pub result: GameResult,
    /// The comment after the result.
    pub closing: String,
    /// Whether a win counts two points at its end, and a draw one: `2-0`, `1-1`.
    pub two_points: bool,
    /// Whether the squares of the text were numbered in another way and have been converted.
    pub converted: bool,
    /// The line of the text where the record begins, from 1; 0 if it was not read from a text.
    pub line: usize,
}

/// A move of a record or of a variation.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct RecordedMove {
    /// The move as text.
    pub text: String,
    /// Its numeric annotation glyphs: 1 is `!`, 2 `?`, 3 `!!`, 4 `??`, 5 `!?`, 6 `?!`.
    pub glyphs: Vec<u8>,
    /// The comment after it.
    pub comment: String,
    /// Alternatives to this move.
    pub variations: Vec<Variation>,
    /// The line of the text where the move stands, from 1; 0 if it was not read from a text.
    pub line: usize,
}

impl RecordedMove {
    /// A move without glyphs, comment and variations.
    pub fn new(text: impl Into<String>) -> RecordedMove {
        RecordedMove { text: text.into(), ..RecordedMove::default() }
    }
}

/// A line of moves that replaces a move and those after it.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct Variation {
    /// The comment before the first move.
    pub preface: String,
    /// The moves, at least one: the first replaces the move that has the variation.
    pub moves: Vec<RecordedMove>,
    /// The comment after the variation.
    pub closing: String,
}

/// The result of a game record.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default, Debug)]
pub enum GameResult {
    /// White won. In PDN, too, the first number is White's, who moves second in English draughts.
    White,
    /// Black won.
    Black,
    /// The game was drawn.
    Draw,
    /// The game is not over, or its result is not known.
    #[default]
    Unknown,
}

impl Display for GameResult {
    fn fmt(&self, formatter: &mut Formatter) -> fmt::Result {
        formatter.write_str(self.text(false))
    }
}

impl GameResult {
    /// The result as in PGN, or as in PDN, where a win may count two points.
    fn text(self, two_points: bool) -> &'static str {
        match self {
            GameResult::White => ["1-0", "2-0"][usize::from(two_points)],
            GameResult::Black => ["0-1", "0-2"][usize::from(two_points)],
            GameResult::Draw => ["1/2-1/2", "1-1"][usize::from(two_points)],
            GameResult::Unknown => "*",
        }
    }

    /// Reads a result as in PGN or as in PDN. A draw may also be `½-½`.
    pub fn of_text(text: &str) -> Option<GameResult> {
        let text = if text == "½-½" { "1/2-1/2" } else { text };
        let all = [GameResult::White, GameResult::Black, GameResult::Draw, GameResult::Unknown];
        all.into_iter().find(|result| result.text(false) == text || result.text(true) == text)
    }
}

impl GameRecord {
    /// The value of a tag. Names are not case-sensitive.
    pub fn tag(&self, name: &str) -> Option<&str> {
        let named = |(tag, _): &&(String, String)| tag.eq_ignore_ascii_case(name);
        let (_, value) = self.tags.iter().find(named)?;
        Some(value)
    }

    /// The value of a tag, unless it is empty or a mark for what is not known: `?`, `????.??.??`.
    pub fn known_tag(&self, name: &str) -> Option<&str> {
        self.tag(name).map(str::trim).filter(|value| !value.is_empty() && !value.starts_with('?'))
    }

    /// Changes the value of a tag, or adds the tag.
    pub fn set_tag(&mut self, name: &str, value: impl Display) {
        let named = |(tag, _): &&mut (String, String)| tag.eq_ignore_ascii_case(name);
        match self.tags.iter_mut().find(named) {
            Some((_, old)) => *old = value.to_string(),
            None => self.tags.push((name.to_owned(), value.to_string())),
        }
    }

    /// Whether the record says nothing.
    pub fn is_empty(&self) -> bool {
        self.tags.is_empty() && self.moves.is_empty() && self.preface.is_empty()
    }

    /// The result as the record states it.
    pub fn result_text(&self) -> &'static str {
        self.result.text(self.two_points)
    }

    /// Sets the result, as it is written.
    pub(super) fn set_result(&mut self, result: GameResult, text: &str) {
        self.result = result;
        self.two_points = matches!(text, "2-0" | "0-2" | "1-1");
    }

    /// A line of the text, for messages about a move in it.
    pub fn location(&self, line: usize) -> String {
        self.locations()(line)
    }

    /// As [`location`](GameRecord::location), for any line.
    pub fn locations(&self) -> impl Fn(usize) -> String + use<> {
        let note = if self.converted { ", with squares numbered as White reads" } else { "" };
        move |line| format!("line {line}{note}")
    }

    /// The position before the first move (the tag `FEN`); `None` for the start of the game.
    pub fn setup(&self) -> Option<&str> {
        self.tag("FEN").filter(|fen| !fen.trim().is_empty())
    }

    /// The number of the move at `ply` (counted from 0), and whether the second player makes it. The first move has the number in the
    /// tag `FEN` (the sixth field in chess, the field `F` in draughts), or 1.
    pub fn move_number(&self, ply: usize) -> (usize, bool) {
        let start = self.setup().unwrap_or_default().trim();
        let chess: Vec<&str> = start.split_whitespace().collect();
        let (number, second) = match (chess.get(1), self.first_colour()) {
            (Some(&side @ ("w" | "b")), _) => (chess.get(5).copied(), side == "b"),
            (_, first) if start.starts_with(['W', 'B']) && start[1..].starts_with(':') => {
                let mut fields = start.trim_end_matches('.').split(':');
                let second = first.is_some_and(|first| !start.starts_with(first));
                (fields.find_map(|field| field.strip_prefix('F')), second)
            }
            _ => (None, false),
        };
        let first = number.and_then(|field| field.parse().ok()).unwrap_or(1).max(1_usize);
        let plies = ply + usize::from(second);
        (first.saturating_add(plies / 2), plies % 2 == 1)
    }

    /// The colour that begins the games of the tag `GameType`: `W` or `B`; `None` without the tag. Where the tag has a number
    /// alone, Black begins in English draughts (21), pool checkers (23) and Thai draughts (31).
    fn first_colour(&self) -> Option<char> {
        let mut fields = self.tag("GameType")?.split(',').map(str::trim);
        let black_begins = matches!(fields.next(), Some("21" | "23" | "31"));
        Some(match fields.next() {
            Some("W") => 'W',
            Some("B") => 'B',
            _ => ['W', 'B'][usize::from(black_begins)],
        })
    }
}
