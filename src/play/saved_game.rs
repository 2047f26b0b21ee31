//! Games as text: records (PGN, PDN) and positions.

use super::played_move::PlayedMove;
use super::players::{MachineSettings, SidePlayer};
use super::session::{GameOver, Session, SessionSettings};
use crate::conditions::time_control::{TimeControl, parse_seconds};
use crate::games::records::named_game;
use crate::games::{DEFAULT_GAME, GameInfo, find_game};
use crate::notation::command::command_value;
use crate::notation::reader::RecordReader;
use crate::notation::record::{GameRecord, GameResult, RecordedMove};
use crate::notation::{Notation, set_up};
use anyhow::{Context, anyhow, bail};
use std::time::Duration;

/// The most moves of a game that is read, those of both sides. The longest game of chess has 11,797.
const MOST_MOVES: usize = 20_000;

/// A game from a text.
#[derive(Clone, PartialEq, Debug)]
pub struct SavedGame {
    /// Its start, moves and players.
    pub settings: SessionSettings,
    /// How it ended, if it did.
    pub end: Option<GameOver>,
    /// What its clocks showed.
    pub clocks: SavedClocks,
    /// What could not be taken over from the text.
    pub notes: Vec<String>,
}

impl SavedGame {
    /// Goes on with the game. Machines wait until they are told to go on.
    ///
    /// # Errors
    /// As for [`Session::new`].
    pub fn resume(self) -> Result<Session, String> {
        let mut session = Session::new(self.settings)?;
        session.set_clocks(&self.clocks);
        session.begin_paused(self.end, self.notes);
        Ok(session)
    }
}

/// The record of a game. `date` is the day on which it was played, as `2026.11.21`.
pub fn record(session: &Session, date: &str) -> GameRecord {
    let game = session.game();
    let settings = session.settings();
    let mut record = GameRecord {
        two_points: game.two_points,
        result: session.end().map_or(GameResult::Unknown, |end| game.result(end.winner)),
        moves: session.moves().iter().map(recorded).collect(),
        closing: session.running_clock().map(clock_comment).unwrap_or_default(),
        ..GameRecord::default()
    };
    let [white, black] = [game.white, !game.white].map(|side| session.player(side));
    for (name, value) in [
        ("Event", "Kempelen play"),
        ("Site", "?"),
        ("Date", date),
        ("Round", "-"),
        ("White", &white.name),
        ("Black", &black.name),
        ("Result", record.result_text()),
    ] {
        record.set_tag(name, value);
    }
    game.set_tags(&mut record);
    if settings.start.is_some() {
        record.set_tag("SetUp", "1");
        // In the numbering of records, whatever form was typed.
        record.set_tag("FEN", session.line().start().show());
    }
    record.set_tag("TimeControl", TimeControl { clock: settings.clock, ..TimeControl::default() });
    for (colour, player) in [("White", white), ("Black", black)] {
        record.set_tag(&format!("{colour}Type"), if player.is_person() { "human" } else { "program" });
        if !player.is_person() {
            record.set_tag(&format!("{colour}Engine"), player);
        }
    }
    if let Some(end) = session.end() {
        record.set_tag("Termination", &end.reason);
    }
    record.set_tag("PlyCount", record.moves.len());
    game.set_opening(&mut record, session.line());
    game.name_squares(&mut record);
    record
}

/// A move with what is known of the score and the depth of its search, its time, and what the clock showed after it.
fn recorded(mv: &PlayedMove) -> RecordedMove {
    let score = mv.search.as_ref().map(|search| format!("{}/{}", search.info.shown_score, search.info.depth));
    let seconds = mv.time.map(|time| format!("{:.1}s", time.as_secs_f64()));
    let parts = [score, seconds, mv.clock.map(clock_comment)];
    let comment = parts.into_iter().flatten().collect::<Vec<_>>().join(" ");
    RecordedMove { comment, ..RecordedMove::new(&mv.text) }
}

/// Reads a position of the game of `settings`, which is played by them.
///
/// # Errors
/// The text is not one line, or no legal position.
pub fn from_position(text: &str, settings: SessionSettings) -> anyhow::Result<SavedGame> {
    let mut lines = text.lines().map(str::trim).filter(|line| !line.is_empty());
    let start = lines.next().context("found nothing, expected a position")?;
    if lines.next().is_some() {
        bail!("found several lines, expected one position");
    }
    checked(SavedGame {
        settings: SessionSettings { start: Some(start.to_owned()), ..settings },
        end: None,
        clocks: SavedClocks::default(),
        notes: Vec::new(),
    })
}

/// Reads a game of a text with records; `number` is counted from 1. It may be of any game of the table, or of that of
/// `settings`, and has its own players and clocks.
///
/// # Errors
/// There is no such record, or a position or move in it is not legal.
pub fn from_record(bytes: &[u8], number: usize, mut settings: SessionSettings) -> anyhow::Result<SavedGame> {
    let own = find_game(&settings.game).map_err(|error| anyhow!(error))?;
    let record = RecordReader::new(bytes).nth(number.saturating_sub(1));
    let record = record.with_context(|| match number {
        0 | 1 => "found no game, expected one".to_owned(),
        _ => format!("found fewer games, expected at least {number}"),
    })??;
    let found = record.moves.len();
    if found > MOST_MOVES {
        bail!("found a game of {found} moves, expected at most {MOST_MOVES}");
    }
    let game = game_of_record(&record, own)?;
    let record = game.own_record(record)?;
    settings.game = game.name.to_owned();
    settings.start = record.setup().map(str::to_owned);
    settings.moves = record.moves.iter().map(|mv| mv.text.clone()).collect();
    let mut notes = Vec::new();
    for (colour, side) in [("White", game.white), ("Black", !game.white)] {
        if let Some(player) = named_player(&record, colour, game, &mut notes) {
            settings.players[side.index()] = player;
        }
    }
    let [first, second] = &mut settings.players;
    if first.name.to_lowercase() == second.name.to_lowercase() {
        let name = format!("{} 2", second.name);
        notes.push(format!("both players are called {}: the second one is {name} here", first.name));
        second.name = name;
    }
    settings.clock = record.tag("TimeControl").and_then(|text| text.parse().ok());
    let end = (record.result != GameResult::Unknown).then(|| GameOver {
        winner: game.winner(record.result),
        reason: record.tag("Termination").unwrap_or("result of the record").to_owned(),
    });
    checked(SavedGame { settings, end, clocks: SavedClocks::of_record(&record), notes })
}

/// The game of a record: that of its tags, else the default game if all of it is legal there, since records of that game have no
/// such tags, else `own`. No file is read.
fn game_of_record(record: &GameRecord, own: &'static GameInfo) -> anyhow::Result<&'static GameInfo> {
    if let Some(game) = named_game(record, own).map_err(|error| anyhow!("{error}, or of --game"))? {
        return Ok(game);
    }
    let default = find_game(DEFAULT_GAME).map_err(|error| anyhow!(error))?;
    let moves: Vec<_> = record.moves.iter().map(|mv| mv.text.clone()).collect();
    Ok(if set_up(&default.start(), record.setup(), &moves).is_ok() { default } else { own })
}

/// The player that a record names. It never names a file to read. A program that is not known here, such as one of a later
/// version, becomes one of the usual kind, with a note.
fn named_player(
    record: &GameRecord,
    colour: &str,
    game: &'static GameInfo,
    notes: &mut Vec<String>,
) -> Option<SidePlayer> {
    let name = record.known_tag(colour)?;
    let is_program = record.tag(&format!("{colour}Type")) == Some("program");
    let usual = if is_program { "" } else { "person" };
    let engine = record.tag(&format!("{colour}Engine")).unwrap_or(usual);
    // The word of `match` for an engine that is this program.
    let engine = engine.strip_prefix("builtin=").unwrap_or(engine);
    let parsed = SidePlayer::parse(engine.split_whitespace());
    let fitting = parsed.and_then(|player| player.check_level(game).map(|()| player));
    let mut player = fitting.unwrap_or_else(|error| {
        let player = SidePlayer::machine(MachineSettings::default());
        notes.push(format!("{name} plays as {player}: {error}"));
        player
    });
    player.take_to(game);
    player.name = name.to_owned();
    Some(player)
}

/// The game, if all of it is legal.
fn checked(saved: SavedGame) -> anyhow::Result<SavedGame> {
    let settings = SessionSettings { players: ["first", "second"].map(SidePlayer::person), ..saved.settings.clone() };
    Session::new(settings).map_err(|error| anyhow!(error))?;
    Ok(saved)
}

/// The command of comments.
const CLOCK: &str = "clk";

/// What the clocks of a record showed.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct SavedClocks {
    /// The clock of the mover after each move.
    pub moves: Vec<Option<Duration>>,
    /// The clock of the side to move when the record was written.
    pub running: Option<Duration>,
}

impl SavedClocks {
    /// The clocks of a record.
    pub fn of_record(record: &GameRecord) -> SavedClocks {
        let read = |comment: &str| command_value(comment, CLOCK).and_then(parse_clock);
        SavedClocks { moves: record.moves.iter().map(|mv| read(&mv.comment)).collect(), running: read(&record.closing) }
    }
}

/// A clock as a command in a comment, down to tenths of a second.
fn clock_comment(time: Duration) -> String {
    let (seconds, tenths) = (time.as_secs(), time.subsec_millis() / 100);
    let (hours, minutes) = (seconds / 3600, seconds / 60 % 60);
    format!("[%{CLOCK} {hours}:{minutes:02}:{:02}.{tenths}]", seconds % 60)
}

/// Reads `0:09:57.3`, hours, minutes and seconds; hours may be missing.
fn parse_clock(text: &str) -> Option<Duration> {
    let mut parts = text.trim().rsplit(':');
    let mut time = parse_seconds(parts.next()?)?;
    for unit in [60, 3600] {
        let number: u32 = parts.next().unwrap_or("0").parse().ok()?;
        time = Duration::from_secs(unit).checked_mul(number)?.checked_add(time)?;
    }
    parts.next().is_none().then_some(time)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::notation::record::RecordedMove;

    #[test]
    fn clocks_read_back() {
        for (millis, text) in [(597_300, "[%clk 0:09:57.3]"), (0, "[%clk 0:00:00.0]"), (7_325_900, "[%clk 2:02:05.9]")]
        {
            let time = Duration::from_millis(millis);
            assert_eq!(clock_comment(time), text);
            assert_eq!(command_value(text, CLOCK).and_then(parse_clock), Some(time));
        }
        assert_eq!(parse_clock("1:30"), Some(Duration::from_secs(90)));
        for wrong in ["", "x", "1:2:3:4", "-1:00", "1:x", "99999999999:00:00"] {
            assert_eq!(parse_clock(wrong), None, "{wrong}");
        }
    }

    /// A clock at zero is a clock; only a comment without a clock that can be read has none.
    #[test]
    fn every_move_has_its_own_clock() {
        let minute = Some(Duration::from_secs(60));
        let zero = Some(Duration::ZERO);
        let comments = [
            ("[%clk 0:01:00]", minute),
            ("", None),
            ("a plan", None),
            ("[%clk 0:00:00]", zero),
            ("[%eval 0.3] [%clk 0:01:00.0] a plan", minute),
            ("[%clk 0:00:00.0] [%clk 0:01:00]", zero),
            ("[%clk soon]", None),
            ("[%clock 0:01:00]", None),
            ("[%clk 0:01:00]", minute),
        ];
        let moves =
            comments.map(|(comment, _)| RecordedMove { comment: comment.to_owned(), ..RecordedMove::new("e4") });
        let mut record = GameRecord { moves: moves.to_vec(), ..GameRecord::default() };
        for (closing, running) in comments {
            record.closing = closing.to_owned();
            let clocks = SavedClocks::of_record(&record);
            assert_eq!(clocks.moves, comments.map(|(_, clock)| clock));
            assert_eq!(clocks.running, running, "{closing}");
        }
    }
}
