//! Reads the games whose positions are counted: records (PGN, PDN) and game files.

use crate::any_position::{AnyMove, AnyPosition};
use crate::game::Game;
use crate::games::GameInfo;
use crate::games::records::records_of;
use crate::lab::game_file::block::read_up_to;
use crate::lab::game_file::reader::{GameFileReader, MAGIC};
use crate::lab::game_file::training_game::{TrainingGame, replay};
use crate::notation::Notation;
use crate::notation::reader::RecordReader;
use crate::notation::record::GameRecord;
use crate::system::{files, interrupt};
use anyhow::{Context, anyhow, ensure};
use std::io::{BufReader, Cursor, Read};
use std::path::PathBuf;

/// Recorded games; all of their moves are legal.
#[derive(Default)]
pub struct RecordedGames {
    /// In the order of the files.
    pub games: Vec<RecordedGame>,
}

/// The moves of a game.
pub struct RecordedGame {
    start: AnyPosition,
    moves: Vec<AnyMove>,
}

impl RecordedGame {
    /// The positions before the moves, in their order.
    pub fn positions(&self) -> impl Iterator<Item = AnyPosition> {
        let mut next = self.start.clone();
        self.moves.iter().map(move |&mv| {
            let after = next.play(mv);
            std::mem::replace(&mut next, after)
        })
    }
}

/// Reads games of one kind.
pub struct RecordedGamesReader(pub &'static GameInfo);

impl RecordedGames {
    /// The number of moves, and so of positions before a move.
    pub fn positions(&self) -> u64 {
        self.games.iter().map(|it| it.moves.len() as u64).sum()
    }
}

impl RecordedGamesReader {
    /// Reads all games of all files; `-` is standard input.
    ///
    /// # Errors
    /// A file cannot be read to its end, a move is illegal, or there is no move at all. The message names the file, the
    /// game and the move.
    pub fn read(&self, paths: &[PathBuf]) -> anyhow::Result<RecordedGames> {
        let mut read = RecordedGames::default();
        for path in paths {
            let before = read.positions();
            let name =
                || if path.as_os_str() == "-" { "standard input".to_owned() } else { format!("'{}'", path.display()) };
            self.read_file(files::open(path)?, &mut read.games).with_context(name)?;
            ensure!(
                read.positions() > before,
                "{}: found no moves, expected game records (PGN or PDN) or a file of 'kempelen datagen'",
                name()
            );
        }
        Ok(read)
    }

    fn read_file(&self, input: impl Read + Send, games: &mut Vec<RecordedGame>) -> anyhow::Result<()> {
        let mut input = BufReader::with_capacity(1 << 16, input);
        let mut head = MAGIC;
        let length = read_up_to(&mut input, &mut head)?;
        let is_game_file = head[..length] == MAGIC;
        let input = Cursor::new(&head[..length]).chain(input);
        if is_game_file {
            return self.read_game_file(input, games);
        }
        for (number, record) in (1..).zip(records_of(self.0, RecordReader::new(input))) {
            ensure!(!interrupt::raised(), "interrupted");
            let game = record.map_err(|error| anyhow!(error)).and_then(|record| self.record(&record));
            games.push(game.with_context(|| format!("game {number}"))?);
        }
        Ok(())
    }

    fn record(&self, record: &GameRecord) -> anyhow::Result<RecordedGame> {
        let start = self.0.position(record.setup()).with_context(|| format!("line {}: the tag FEN", record.line))?;
        let mut position = start.clone();
        let mut moves = Vec::new();
        for (ply, played) in record.moves.iter().enumerate() {
            let location = || {
                let (number, second) = record.move_number(ply);
                let dots = if second { "..." } else { "" };
                format!("{}: move {number}{dots}", record.location(played.line))
            };
            let mv = position.parse_move(&played.text).with_context(location)?;
            let reason = position.end_reason();
            let goes_on = position.outcome().is_none();
            ensure!(goes_on, "{}: found a move after the end of the game ({reason})", location());
            position = position.play(mv);
            moves.push(mv);
        }
        Ok(RecordedGame { start, moves })
    }

    fn read_game_file(&self, input: impl Read, games: &mut Vec<RecordedGame>) -> anyhow::Result<()> {
        let reader = GameFileReader::new(input)?;
        let (found, expected) = (reader.header.game(), self.0.name);
        ensure!(found == expected, "found games of {found}, expected {expected}");
        let mut number = 0;
        for block in reader {
            ensure!(!interrupt::raised(), "interrupted");
            for game in block?.games {
                number += 1;
                games.push(self.training_game(&game).with_context(|| format!("game {number}"))?);
            }
        }
        Ok(())
    }

    /// The searched moves of a game, without its random opening.
    fn training_game(&self, game: &TrainingGame) -> anyhow::Result<RecordedGame> {
        let mut recorded = RecordedGame { start: self.0.start(), moves: Vec::new() };
        replay(game, self.0, &mut |history, mv, _| {
            if recorded.moves.is_empty() {
                recorded.start = history.position().clone();
            }
            recorded.moves.push(mv);
        })
        .map_err(|error| anyhow!(error))?;
        Ok(recorded)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::find_game;
    use crate::system::failing_reader::{FAILURE, FailingReader};

    #[test]
    fn a_file_that_fails_gives_no_games() {
        let reader = RecordedGamesReader(find_game("tictactoe").unwrap());
        for content in [&b"1. b2 a1 *\n\n1. a1 "[..], &MAGIC, b""] {
            let read = reader.read_file(FailingReader(content), &mut Vec::new());
            let error = format!("{:#}", read.unwrap_err());
            assert!(error.ends_with(FAILURE), "{error}");
        }
    }
}
