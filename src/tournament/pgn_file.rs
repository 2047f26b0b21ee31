//! The file with the games of a match (PGN or PDN), from which the match can be resumed.

use super::finished_game::FinishedGame;
use super::match_settings::{GameId, MatchSettings};
use super::standings::Standings;
use crate::any_position::AnyPosition;
use crate::game::{Game, GameLine};
use crate::games::GameInfo;
use crate::games::records::records_of;
use crate::notation::reader::{RecordError, RecordReader};
use crate::notation::record::{GameRecord, GameResult};
use crate::notation::{Notation, excerpt, set_up};
use crate::system::files::NamedOutput;
use crate::system::printable::printable;
use crate::system::{files, today};
use anyhow::{Context, anyhow, bail, ensure};
use std::collections::HashSet;
use std::fs::File;
use std::io::{BufRead, BufReader, Write};
use std::path::Path;

/// The file with the games of a match.
pub struct PgnFile<'a> {
    /// `None` if the games are not to be written.
    file: Option<NamedOutput>,
    /// The games that have been played, in this run or before.
    pub played: HashSet<GameId>,
    settings: &'a MatchSettings,
    game: &'static GameInfo,
}

impl<'a> PgnFile<'a> {
    /// Opens the file. With `resume` its games are checked and counted, and the last one is removed if it is cut off.
    ///
    /// # Errors
    /// The file cannot be written. It contains games, and `resume` is not set or one of them is not of this match.
    pub fn open(
        path: Option<&Path>,
        resume: bool,
        settings: &'a MatchSettings,
        standings: &mut Standings,
    ) -> anyhow::Result<PgnFile<'a>> {
        let mut pgn_file = PgnFile { file: None, played: HashSet::new(), settings, game: settings.games.game };
        let Some(path) = path else { return Ok(pgn_file) };
        let name = path.display();
        if path.metadata().is_ok_and(|data| data.len() > 0) {
            ensure!(resume, "'{name}' exists already; --resume continues it");
            pgn_file.read_played_games(path, standings).with_context(|| format!("'{name}'"))?;
        }
        pgn_file.file = Some(NamedOutput::append(path)?);
        Ok(pgn_file)
    }

    /// Reads, checks and counts the games, and writes the file again without a last game that is cut off.
    fn read_played_games(&mut self, path: &Path, standings: &mut Standings) -> anyhow::Result<()> {
        let mut text = String::new();
        read_finished_games(self.game, BufReader::new(File::open(path)?), &mut |mut record| {
            let id = self.check_game(&record)?;
            let finished = FinishedGame::from_record(&record, self.game.winner(record.result));
            standings.add(self.settings.pairing(id), id.game, &finished);
            self.game.name_squares(&mut record);
            text.push_str(&record.to_string());
            Ok(())
        })?;
        files::replace(path, text.as_bytes())
    }

    /// Which game of the match a record is; the error says why it is not one of the match.
    fn check_game(&mut self, record: &GameRecord) -> anyhow::Result<GameId> {
        let settings = self.settings;
        let round = record.tag("Round").unwrap_or("?");
        let id = GameId::from_round(round).filter(|id| settings.contains(*id)).with_context(|| {
            format!("round {round} does not belong to this match; --engine, --format, --start and --rounds choose the rounds")
        })?;
        for (name, expected) in self.tags(id) {
            let found = record.tag(name).unwrap_or("nothing");
            let same_start = || {
                let start = settings.opening(id).line.start();
                start.parse_position(found).is_ok_and(|found| found.show() == start.show())
            };
            ensure!(
                found == expected || name == "FEN" && same_start(),
                "it was played with other settings: {name} is {found}, expected {expected}"
            );
        }
        let (line, opening) = (legal_line(self.game, record)?, settings.opening(id));
        ensure!(
            record.setup().is_some() == opening.is_set_up && line.moves().starts_with(opening.line.moves()),
            "it was played from another opening; --openings, --plies, --seed, --shuffle and --rounds choose the openings"
        );
        ensure!(self.played.insert(id), "round {round} occurs twice");
        Ok(id)
    }

    /// The tags of a game that do not depend on its result.
    fn tags(&self, id: GameId) -> Vec<(&'static str, String)> {
        let (settings, players, white) = (self.settings, self.settings.players(id), self.game.white);
        let [white, black] = [white, !white].map(|side| &settings.engines[players[side.index()]]);
        let mut tags = vec![
            ("Event", EVENT.to_owned()),
            ("Site", "?".to_owned()),
            ("Round", id.round()),
            ("White", white.name.clone()),
            ("Black", black.name.clone()),
        ];
        tags.extend(self.game.record_tags().map(|(name, value)| (name, value.to_owned())));
        if let Some(start) = settings.opening(id).start_text() {
            if settings.opening(id).line.start().is_chess960() {
                tags.push(("Variant", "Chess960".to_owned()));
            }
            tags.push(("SetUp", "1".to_owned()));
            tags.push(("FEN", start));
        }
        if white.time_control == black.time_control {
            tags.push(("TimeControl", white.time_control.to_string()));
        } else {
            tags.push(("WhiteTimeControl", white.time_control.to_string()));
            tags.push(("BlackTimeControl", black.time_control.to_string()));
        }
        tags.push(("WhiteEngine", white.description.join(" ")));
        tags.push(("BlackEngine", black.description.join(" ")));
        tags.push(("Conditions", settings.conditions.join(" ")));
        // A reader takes a tab for a blank, and a tag ends with its line.
        tags.iter_mut().for_each(|(_, value)| *value = printable(value).replace('\n', " "));
        tags
    }

    /// Adds a game. Returns its record.
    ///
    /// # Errors
    /// The file cannot be written.
    pub fn write(&mut self, id: GameId, finished: &FinishedGame) -> anyhow::Result<GameRecord> {
        let mut record = GameRecord {
            result: self.game.result(finished.winner),
            two_points: self.game.two_points,
            ..GameRecord::default()
        };
        // PGN requires these seven tags first, in this order.
        for name in ["Event", "Site", "Date", "Round", "White", "Black", "Result"] {
            record.set_tag(name, "?");
        }
        for (name, value) in self.tags(id) {
            record.set_tag(name, value);
        }
        // Not among the tags that `--resume` compares: it compares the openings themselves.
        record.set_tag("Openings", &self.settings.openings_text);
        record.set_tag("Date", today());
        record.set_tag("Result", record.result_text());
        finished.write_to(&mut record);
        record.set_tag("PlyCount", record.moves.len());
        self.game.name_squares(&mut record);
        if let Some(file) = &mut self.file {
            file.write_all(record.to_string().as_bytes())?;
        }
        self.played.insert(id);
        Ok(record)
    }
}

/// The tag `Event` of the games of a match, which is their first tag.
const EVENT: &str = "Kempelen match";

/// An error if a file begins with anything but a game of a match, which may be cut off.
fn check_beginning(text: &[u8]) -> anyhow::Result<()> {
    let expected = format!("[Event \"{EVENT}\"]");
    let length = text.len().min(expected.len());
    if text[..length] != expected.as_bytes()[..length] {
        let found = String::from_utf8_lossy(&text[..length]);
        let found = excerpt(found.lines().next().unwrap_or_default());
        bail!("found '{found}' at its beginning, expected '{expected}': it holds no games of a match");
    }
    Ok(())
}

/// Calls `on_game` with every game of a match, and names its line in an error. Skips the last one if the text ends before its result, and returns what is
/// wrong with it.
///
/// # Errors
/// The text cannot be read or begins with anything else, a game is damaged or not complete, or `on_game` fails.
pub(super) fn read_finished_games(
    game: &'static GameInfo,
    mut source: impl BufRead + Send,
    on_game: &mut dyn FnMut(GameRecord) -> anyhow::Result<()>,
) -> anyhow::Result<Option<anyhow::Error>> {
    check_beginning(source.fill_buf()?)?;
    let mut fault = None;
    let mut is_cut_off = false;
    for record in records_of(game, RecordReader::new(source)) {
        if let Some(fault) = fault {
            return Err(fault).context("only the last game may be cut off");
        }
        if let Err(error @ (RecordError::Read(_) | RecordError::OtherGame { .. })) = record {
            return Err(error.into());
        }
        is_cut_off = match &record {
            Ok(record) => record.result == GameResult::Unknown && record.tag("Event") == Some(EVENT),
            Err(error) => matches!(error, RecordError::Syntax { is_cut_off: true, .. }),
        };
        match record.map_err(anyhow::Error::from).and_then(check_complete) {
            Ok(record) => {
                let line = record.line;
                on_game(record).with_context(|| format!("game of line {line}"))?;
            }
            Err(error) => fault = Some(error),
        }
    }
    match fault {
        Some(fault) if !is_cut_off => Err(fault),
        cut_off => Ok(cut_off),
    }
}

/// Plays the moves of a record.
///
/// # Errors
/// A move is illegal, or the result contradicts the rules.
pub(super) fn legal_line(game: &'static GameInfo, record: &GameRecord) -> anyhow::Result<GameLine<AnyPosition>> {
    let moves: Vec<_> = record.moves.iter().map(|played| played.text.clone()).collect();
    let line = set_up(&game.start(), record.setup(), &moves).map_err(|error| anyhow!(error))?;
    let winner = game.winner(record.result);
    let mover = line.position().side_to_move();
    let is_possible = line.outcome().is_none_or(|outcome| outcome.winner(mover) == winner);
    ensure!(is_possible, "its result {} contradicts the rules", record.result);
    Ok(line)
}

/// An error if the record is not complete.
fn check_complete(record: GameRecord) -> anyhow::Result<GameRecord> {
    let (line, moves) = (record.line, record.moves.len());
    let count = record.tag("PlyCount").with_context(|| format!("game of line {line}: found no tag PlyCount"))?;
    ensure!(count == moves.to_string(), "game of line {line}: found {moves} moves, expected {count} (PlyCount)");
    ensure!(record.result != GameResult::Unknown, "game of line {line}: found no result at its end");
    Ok(record)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::find_game;
    use crate::system::failing_reader::{FAILURE, FailingReader};

    const GAMES: &str = "[Event \"Kempelen match\"]\n[Round \"1.1\"]\n[PlyCount \"1\"]\n\n1. e4 1-0\n\n\
[Event \"Kempelen match\"]\n[Round \"1.2\"]\n[PlyCount \"2\"]\n\n1. d4 d5 0-1\n\n";

    /// The rounds of the games that are read, and the error.
    fn read(source: impl BufRead + Send) -> (Vec<String>, Option<String>) {
        let game = find_game("chess").unwrap();
        let mut rounds = Vec::new();
        let ended = read_finished_games(game, source, &mut |record| {
            rounds.push(record.tag("Round").unwrap().to_owned());
            Ok(())
        });
        (rounds, ended.err().map(|error| format!("{error:#}")))
    }

    /// A text that ends early and one that cannot be read to its end differ: only the first has lost a part of a game.
    #[test]
    fn a_source_that_fails_is_no_game_that_is_cut_off() {
        for end in 1..GAMES.len() {
            let part = &GAMES.as_bytes()[..end];
            let (_, error) = read(BufReader::new(FailingReader(part)));
            let error = error.expect("an error");
            assert!(error.ends_with(FAILURE), "{end}: {error}");
            let (rounds, error) = read(part);
            let expected = [" 1-0", " 0-1"].iter().filter(|text| GAMES[..end].contains(**text)).count();
            assert_eq!((rounds.len(), error), (expected, None), "{end}");
        }
    }
}
