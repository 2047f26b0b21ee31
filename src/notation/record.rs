//! A recorded game as PGN and PDN write it: tags, moves, comments, result. The moves are text:
//! what they mean is the game's business.

use std::fmt::{self, Display, Formatter};
use std::str::FromStr;

/// A recorded game.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct Record {
    /// Names and values, in their order.
    pub tags: Vec<(String, String)>,
    /// What is said before the first move.
    pub preface: String,
    /// The moves of the game; variations are left out.
    pub moves: Vec<Played>,
    /// How it ended, or is not known to have ended.
    pub result: GameResult,
    /// The line of the text where it begins, from 1; 0 if it was never read.
    pub line: usize,
}

/// A move of a record.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct Played {
    /// The move as it was written.
    pub text: String,
    /// Its numeric annotation glyphs: 1 is `!`, 2 `?`, 3 `!!`, 4 `??`, 5 `!?`, 6 `?!`.
    pub glyphs: Vec<u8>,
    /// What is said after it.
    pub comment: String,
    /// A better line in its place; written, not read.
    pub instead: Vec<String>,
    /// The line of the text where it stands, from 1; 0 if it was never read.
    pub line: usize,
}

impl Played {
    /// A move without remarks.
    pub fn new(text: impl Into<String>) -> Played {
        Played {
            text: text.into(),
            ..Played::default()
        }
    }
}

/// What the end of a record says.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default, Debug)]
pub enum GameResult {
    /// White won. In PDN too the first figure is White's, who moves second in English draughts.
    White,
    /// Black won.
    Black,
    /// Nobody won.
    Draw,
    /// The game goes on, or its end is not known.
    #[default]
    Unknown,
}

impl Display for GameResult {
    fn fmt(&self, formatter: &mut Formatter) -> fmt::Result {
        formatter.write_str(match self {
            GameResult::White => "1-0",
            GameResult::Black => "0-1",
            GameResult::Draw => "1/2-1/2",
            GameResult::Unknown => "*",
        })
    }
}

/// The text is no result.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct NoResult;

impl FromStr for GameResult {
    type Err = NoResult;

    /// Reads the results of PGN, and those of PDN that count a win as two points.
    fn from_str(text: &str) -> Result<GameResult, NoResult> {
        match text {
            "1-0" | "2-0" => Ok(GameResult::White),
            "0-1" | "0-2" => Ok(GameResult::Black),
            "1/2-1/2" | "1-1" => Ok(GameResult::Draw),
            "*" => Ok(GameResult::Unknown),
            _ => Err(NoResult),
        }
    }
}

impl Record {
    /// The value of a tag; names differ by case nowhere.
    pub fn tag(&self, name: &str) -> Option<&str> {
        let named = |(tag, _): &&(String, String)| tag.eq_ignore_ascii_case(name);
        let (_, value) = self.tags.iter().find(named)?;
        Some(value)
    }

    /// Adds a tag, or changes it.
    pub fn set_tag(&mut self, name: &str, value: impl Display) {
        let named = |(tag, _): &&mut (String, String)| tag.eq_ignore_ascii_case(name);
        match self.tags.iter_mut().find(named) {
            Some((_, old)) => *old = value.to_string(),
            None => self.tags.push((name.to_owned(), value.to_string())),
        }
    }

    /// The position from which the moves lead, if it is not the start of the game.
    pub fn setup(&self) -> Option<&str> {
        self.tag("FEN").filter(|fen| !fen.trim().is_empty())
    }

    /// The turn of the first move: only a FEN with six fields, as in chess, says that it is another
    /// one than the first player's first.
    fn first_turn(&self) -> Turn {
        let fields: Vec<&str> = self.setup().unwrap_or("").split_whitespace().collect();
        let number = fields.get(5).and_then(|field| field.parse().ok());
        Turn {
            number: number.unwrap_or(1).max(1),
            second: fields.get(1) == Some(&"b"),
            announced: false,
        }
    }
}

/// How a move is numbered.
#[derive(Clone, Copy)]
struct Turn {
    number: usize,
    /// Whether it is the second player's.
    second: bool,
    /// Whether the number stands before the first player's move already.
    announced: bool,
}

impl Turn {
    /// The turn before, as if nothing had been written.
    fn previous(self) -> Turn {
        Turn {
            number: self.number - usize::from(!self.second),
            second: !self.second,
            announced: false,
        }
    }
}

/// Writes the export format of PGN: tags a line each, an empty line, the moves in lines of at most
/// 80 columns, the result, and an empty line.
impl Display for Record {
    fn fmt(&self, formatter: &mut Formatter) -> fmt::Result {
        for (name, value) in &self.tags {
            let value = value.replace('\\', "\\\\").replace('"', "\\\"");
            writeln!(formatter, "[{name} \"{value}\"]")?;
        }
        writeln!(formatter)?;
        let mut lines = Lines {
            formatter,
            column: 0,
        };
        lines.comment(&self.preface)?;
        let mut turn = self.first_turn();
        for played in &self.moves {
            lines.turn(&mut turn)?;
            lines.word(&played.text)?;
            for glyph in &played.glyphs {
                lines.word(&format!("${glyph}"))?;
            }
            lines.comment(&played.comment)?;
            lines.variation(turn.previous(), &played.instead)?;
            turn.announced &= played.comment.is_empty() && played.instead.is_empty();
        }
        lines.word(&self.result.to_string())?;
        writeln!(formatter, "\n")
    }
}

/// Breaks words into lines.
struct Lines<'a, 'b> {
    formatter: &'a mut Formatter<'b>,
    column: usize,
}

impl Lines<'_, '_> {
    fn word(&mut self, word: &str) -> fmt::Result {
        const WIDTH: usize = 80;
        let width = word.chars().count();
        match self.column {
            0 => (),
            column if column + 1 + width > WIDTH => {
                writeln!(self.formatter)?;
                self.column = 0;
            }
            _ => {
                write!(self.formatter, " ")?;
                self.column += 1;
            }
        }
        self.column += width;
        write!(self.formatter, "{word}")
    }

    /// The number of a move, where it is needed; then it is the next one's turn.
    fn turn(&mut self, turn: &mut Turn) -> fmt::Result {
        let number = turn.number;
        match (turn.second, turn.announced) {
            (false, _) => self.word(&format!("{number}."))?,
            (true, false) => self.word(&format!("{number}..."))?,
            (true, true) => (),
        }
        *turn = Turn {
            number: number + usize::from(turn.second),
            second: !turn.second,
            announced: true,
        };
        Ok(())
    }

    fn variation(&mut self, mut turn: Turn, moves: &[String]) -> fmt::Result {
        let [moves @ .., last] = moves else {
            return Ok(());
        };
        self.word("(")?;
        for mv in moves {
            self.turn(&mut turn)?;
            self.word(mv)?;
        }
        self.turn(&mut turn)?;
        self.word(&format!("{last} )"))
    }

    /// A closing brace would end the comment, so it becomes a bracket.
    fn comment(&mut self, text: &str) -> fmt::Result {
        if text.trim().is_empty() {
            return Ok(());
        }
        let text = format!("{{{}}}", text.trim().replace('}', ")"));
        text.split_whitespace().try_for_each(|word| self.word(word))
    }
}
