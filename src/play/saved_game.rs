//! Games in files: records (PGN, PDN) and positions.

use super::played_move::PlayedMove;
use super::players::{MachineSettings, SidePlayer};
use super::saved_clocks::{SavedClocks, clock_comment};
use super::session::{GameOver, Session, SessionSettings};
use super::start::usual_start;
use crate::conditions::time_control::TimeControl;
use crate::games::records::{game_of, records_of};
use crate::games::{GameInfo, find_game};
use crate::notation::reader::RecordReader;
use crate::notation::record::{GameRecord, GameResult, RecordedMove};
use crate::notation::{Notation, excerpt};
use crate::system::{files, today};
use anyhow::{Context, anyhow, bail};
use std::path::Path;

/// A game from a file.
#[derive(Clone, PartialEq, Debug)]
pub struct SavedGame {
    /// Its start, moves and players.
    pub settings: SessionSettings,
    /// How it ended, if it did.
    pub end: Option<GameOver>,
    /// What its clocks showed.
    pub clocks: SavedClocks,
    /// What could not be taken over from the file.
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

/// The formats of files.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum FileFormat {
    /// A game record: `.pgn`, `.pdn`.
    Record,
    /// A position as text: `.fen`, `.txt`.
    Position,
}

/// The format that the name of a file demands.
fn format_of(path: &Path) -> anyhow::Result<FileFormat> {
    match path.extension().unwrap_or_default().to_ascii_lowercase().to_str() {
        Some("pgn" | "pdn") => Ok(FileFormat::Record),
        Some("fen" | "epd" | "txt") => Ok(FileFormat::Position),
        _ => bail!(
            "found '{}', expected a name that ends in .pgn or .pdn (game) or in .fen or .txt (position)",
            excerpt(&path.to_string_lossy())
        ),
    }
}

/// Writes the game, or its position, into a file, as the end of its name demands.
///
/// # Errors
/// The name says no format, the file exists and is not to be replaced, or it cannot be written.
pub fn save(session: &Session, path: &Path, replace: bool) -> anyhow::Result<()> {
    let format = format_of(path)?;
    if !replace && path.exists() {
        bail!("'{}' exists already", path.display());
    }
    let text = match format {
        FileFormat::Record => record(session).to_string(),
        FileFormat::Position => session.line().position().show() + "\n",
    };
    files::replace(path, text.as_bytes())
}

/// The record of a game.
pub fn record(session: &Session) -> GameRecord {
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
        ("Date", &today()),
        ("Round", "-"),
        ("White", &white.name),
        ("Black", &black.name),
        ("Result", record.result_text()),
    ] {
        record.set_tag(name, value);
    }
    for (name, value) in game.tags {
        record.set_tag(name, value);
    }
    if game.tags.is_empty() && Some(game.name) != game_of(&record).map(|it| it.name) {
        record.set_tag("Variant", game.name);
    }
    if let Some(start) = &settings.start {
        record.set_tag("SetUp", "1");
        record.set_tag("FEN", start);
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
    game.name_squares(&mut record);
    record
}

/// A move with the score and the depth of its search, its time, and what the clock showed after it.
fn recorded(mv: &PlayedMove) -> RecordedMove {
    let seconds = format!("{:.1}s", mv.time.as_secs_f64());
    let comment = match &mv.search {
        Some(search) => {
            let score = search.info.shown_score;
            format!("{score}/{} {seconds}", search.info.depth)
        }
        None => seconds,
    };
    let clock = mv.clock.map(clock_comment).unwrap_or_default();
    RecordedMove { comment: format!("{comment} {clock}").trim_end().to_owned(), ..RecordedMove::new(&mv.text) }
}

/// Reads the first game, or the position, of a file. A position is one of the game of `settings`, and is played by them; a
/// game may be of any other game of the table, and has its own players and clocks.
///
/// # Errors
/// The file cannot be read, holds no game, or a position or move in it is not legal.
pub fn load(path: &Path, settings: &SessionSettings) -> anyhow::Result<SavedGame> {
    let name = path.display().to_string();
    let format = format_of(path)?;
    let bytes = files::read(path)?;
    let settings = usual_start(settings);
    let saved = match format {
        FileFormat::Record => from_record(&bytes, settings),
        FileFormat::Position => from_position(&bytes, settings),
    };
    saved.with_context(|| format!("'{name}'"))
}

fn from_position(bytes: &[u8], settings: SessionSettings) -> anyhow::Result<SavedGame> {
    let text = String::from_utf8_lossy(bytes);
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

fn from_record(bytes: &[u8], mut settings: SessionSettings) -> anyhow::Result<SavedGame> {
    let own = find_game(&settings.game).map_err(|error| anyhow!(error))?;
    let game = game_of_file(bytes, own)?;
    let mut records = records_of(game, RecordReader::new(bytes));
    let record = records.next().context("found no game, expected one")??;
    settings.game = game.name.to_owned();
    settings.start = record.setup().map(str::to_owned);
    settings.moves = record.moves.iter().map(|mv| mv.text.clone()).collect();
    let mut notes = Vec::new();
    for (colour, side) in [("White", game.white), ("Black", !game.white)] {
        if let Some(player) = named_player(&record, colour, &mut notes) {
            settings.players[side.index()] = player;
        }
    }
    settings.clock = record.tag("TimeControl").and_then(|text| text.parse().ok());
    let end = (record.result != GameResult::Unknown).then(|| GameOver {
        winner: game.winner(record.result),
        reason: record.tag("Termination").unwrap_or("result of the record").to_owned(),
    });
    checked(SavedGame { settings, end, clocks: SavedClocks::of_record(&record), notes })
}

/// The game of the first record: one of the table, or `own`.
fn game_of_file(bytes: &[u8], own: &'static GameInfo) -> anyhow::Result<&'static GameInfo> {
    let mut records = RecordReader::new(bytes);
    let record = records.next().context("found no game, expected one")??;
    if own.described_by_file && record.tag("Variant") == Some(own.name) {
        return Ok(own);
    }
    let found = ["Variant", "GameType"].map(|tag| record.tag(tag)).into_iter().flatten().next().unwrap_or("?");
    game_of(&record).with_context(|| {
        let found = excerpt(found);
        format!("found a game of '{found}', expected one of the table of games, or of --game")
    })
}

/// The player that a record names. It never names a file to read. A program that is not known here, such as one of a later
/// version, becomes one of the usual kind, with a note.
fn named_player(record: &GameRecord, colour: &str, notes: &mut Vec<String>) -> Option<SidePlayer> {
    let name = record.tag(colour).filter(|name| !["", "?"].contains(name))?;
    let is_program = record.tag(&format!("{colour}Type")) == Some("program");
    let usual = if is_program { "" } else { "person" };
    let engine = record.tag(&format!("{colour}Engine")).unwrap_or(usual);
    let mut player = SidePlayer::parse(engine.split_whitespace()).unwrap_or_else(|error| {
        let player = SidePlayer::machine(MachineSettings::default());
        notes.push(format!("{name} plays as {player}: {error}"));
        player
    });
    player.forget_evaluation();
    player.name = name.to_owned();
    Some(player)
}

/// The game, if all of it is legal.
fn checked(saved: SavedGame) -> anyhow::Result<SavedGame> {
    let settings = SessionSettings { players: ["first", "second"].map(SidePlayer::person), ..saved.settings.clone() };
    Session::new(settings).map_err(|error| anyhow!(error))?;
    Ok(saved)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::Side;
    use crate::play::examples::{begun, of_persons, play};

    #[test]
    fn games_of_every_kind_are_saved_and_loaded() {
        let folder = tempfile::tempdir().unwrap();
        for (game, moves, file) in [
            ("chess", "e4 e5 Nf3", "game.pgn"),
            ("english", "11-15 23-19", "game.pdn"),
            ("slovak", "b2-a3", "game.pdn"),
            ("nim", "", "game.pgn"),
            ("breakthrough", "a2a3", "game.pgn"),
        ] {
            let session = begun(game, moves);
            let path = folder.path().join(format!("{game}-{file}"));
            save(&session, &path, false).unwrap();
            let error = save(&session, &path, false).unwrap_err();
            assert!(error.to_string().contains("exists already"), "{error}");
            let loaded = load(&path, &SessionSettings::new("chess", ["x", "y"].map(SidePlayer::person))).unwrap();
            assert_eq!(loaded.settings.game, game);
            assert_eq!(loaded.settings.players, session.settings().players);
            assert_eq!(loaded.end, None);
            let again = Session::new(loaded.settings).unwrap();
            assert_eq!(again.line().position().show(), session.line().position().show());
        }
    }

    #[test]
    fn a_position_is_a_line() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("position.fen");
        let session = begun("chess", "e4");
        save(&session, &path, false).unwrap();
        let settings = session.settings().clone();
        assert_eq!(load(&path, &settings).unwrap().settings.start, Some(session.line().position().show()));
        for wrong in ["", "8/8 w", "one\ntwo"] {
            std::fs::write(&path, wrong).unwrap();
            let error = format!("{:#}", load(&path, &settings).unwrap_err());
            assert!(error.contains("position.fen"), "{error}");
        }
    }

    #[test]
    fn a_resigned_game_stays_over_and_a_damaged_one_is_refused() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("game.pgn");
        let mut session = begun("chess", "e4 e5");
        session.resign();
        save(&session, &path, false).unwrap();
        let settings = session.settings().clone();
        let end = load(&path, &settings).unwrap().end.unwrap();
        assert_eq!((end.winner, end.reason.as_str()), (Some(Side::Second), "resignation"));
        std::fs::write(&path, std::fs::read_to_string(&path).unwrap().replace("e5", "e9")).unwrap();
        let error = format!("{:#}", load(&path, &settings).unwrap_err());
        assert!(error.contains("move 2"), "{error}");
    }

    #[test]
    fn clocks_go_on_as_they_stood() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("game.pgn");
        let settings = SessionSettings { clock: Some("2/600+5".parse().unwrap()), ..of_persons("chess") };
        let mut session = Session::new(settings).unwrap();
        play(&mut session, "e4 e5 Nf3");
        save(&session, &path, false).unwrap();
        let text = std::fs::read_to_string(&path).unwrap();
        assert!(text.contains("[%clk 0:10:0"), "{text}");
        // The first side has had its two moves: another ten minutes.
        assert!(text.contains("[%clk 0:20:0"), "{text}");
        std::fs::write(&path, text.replace("[%clk 0:20:0", "[%clk 0:07:0")).unwrap();
        let loaded = load(&path, session.settings()).unwrap().resume().unwrap();
        let minutes = |side| loaded.remaining(side).unwrap().as_secs() / 60;
        assert_eq!((minutes(Side::First), minutes(Side::Second)), (7, 10));
    }

    #[test]
    fn a_player_of_a_later_version_is_told() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("game.pgn");
        let mut session = begun("chess", "e4");
        session.set_player(Side::Second, SidePlayer::machine(MachineSettings::default())).unwrap();
        save(&session, &path, false).unwrap();
        std::fs::write(&path, std::fs::read_to_string(&path).unwrap().replace("best level", "oracle depth")).unwrap();
        let loaded = load(&path, session.settings()).unwrap();
        assert!(!loaded.settings.players[1].is_person());
        assert!(loaded.notes[0].contains("oracle"), "{:?}", loaded.notes);
    }
}
