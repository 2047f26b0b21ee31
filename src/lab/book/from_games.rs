//! A book from recorded games: counts moves by position.

use crate::game::{Game, Key};
use crate::games::records::records_of;
use crate::lab::any_game::AnyGame;
use crate::notation::Notation;
use crate::notation::reader::{RecordError, RecordReader};
use crate::notation::record::GameRecord;
use crate::opening::{BookMove, OpeningBook};
use anyhow::anyhow;
use std::collections::HashMap;
use std::io::BufRead;

/// Collects the moves of games.
pub struct GameBookBuilder {
    /// The number of plies of each game to count.
    pub plies: usize,
    /// Moves in fewer games get weight 0.
    pub min_games: u32,
    /// Whether the weight of a move is its points (2 for a win, 1 for a draw) instead of its games.
    pub weight_by_result: bool,
    /// Whether games with errors are skipped.
    pub keep_going: bool,
    /// The number of games counted.
    pub games: u64,
    /// The number of games with errors.
    pub failed: u64,
    /// The number of games with another start position; they are not counted.
    pub other_start: u64,
    moves: HashMap<(Key, u16), MoveTally>,
    kind: AnyGame,
}

/// The counts of a move in a position.
#[derive(Clone, Copy, Default, Debug)]
struct MoveTally {
    games: u32,
    weight: u32,
}

impl GameBookBuilder {
    /// An empty builder, which counts all moves of all games.
    pub fn new(kind: AnyGame) -> GameBookBuilder {
        GameBookBuilder {
            plies: usize::MAX,
            min_games: 1,
            weight_by_result: false,
            keep_going: false,
            games: 0,
            failed: 0,
            other_start: 0,
            moves: HashMap::new(),
            kind,
        }
    }

    /// Counts all games of a PGN or PDN text; calls `progress` after each.
    ///
    /// # Errors
    /// The text cannot be read, or a game has an error and `keep_going` is not set.
    pub fn read(&mut self, input: impl BufRead + Send, progress: impl Fn()) -> anyhow::Result<()> {
        for record in records_of(self.kind.info, RecordReader::new(input)) {
            let counted = match record {
                // What cannot be read at all is no fault of a game.
                Err(error @ RecordError::Read(_)) => return Err(anyhow!(error)),
                Err(error) => Err(error.to_string()),
                Ok(record) => self.count(&record),
            };
            match counted {
                Err(_) if self.keep_going => self.failed += 1,
                Err(error) => return Err(anyhow!(error)),
                Ok(()) => (),
            }
            progress();
        }
        Ok(())
    }

    /// Counts the moves of a game, unless it has an error.
    fn count(&mut self, record: &GameRecord) -> Result<(), String> {
        if record.moves.is_empty() {
            return Ok(());
        }
        let start = self.kind.position(record.setup());
        let mut position = start.map_err(|error| format!("line {}: the tag FEN: {error}", record.line))?;
        if position.key() != self.kind.start().key() {
            self.other_start += 1;
            return Ok(());
        }
        let winner = self.kind.info.winner(record.result);
        let mut moves = Vec::new();
        for played in record.moves.iter().take(self.plies) {
            let mv = position.parse_move(&played.text);
            let mv = mv.map_err(|error| format!("{}: {error}", record.location(played.line)))?;
            let weight = match winner {
                _ if !self.weight_by_result => 1,
                None => 1,
                Some(side) if side == position.side_to_move() => 2,
                Some(_) => 0,
            };
            moves.push(((position.key(), position.move_number(mv)), weight));
            position = position.play(mv);
        }
        for (place, weight) in moves {
            let tally = self.moves.entry(place).or_default();
            tally.games = tally.games.saturating_add(1);
            tally.weight = tally.weight.saturating_add(weight);
        }
        self.games += 1;
        Ok(())
    }

    /// The book. Moves in too few games stay in it with weight 0, since lines may continue after them.
    pub fn book(&self) -> OpeningBook {
        let known = self.moves.iter().map(|(&(key, code), tally)| BookMove {
            key: key.0,
            code,
            weight: if tally.games >= self.min_games { tally.weight } else { 0 },
        });
        OpeningBook::new(known.collect())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::StartPosition;
    use crate::games::chess::ChessPosition;
    use crate::lab::any_game::any_game;
    use crate::notation::{MoveStyle, Notation};
    use crate::system::failing_reader::{FAILURE, FailingReader};
    use std::io::BufReader;

    const GAMES: &str = "\
[Result \"1-0\"]\n\n1. e4 e5 2. Nf3 Nc6 1-0\n\n\
[Result \"0-1\"]\n\n1. Nf3 {by another way} e5 2. e4 Nc6 0-1\n\n\
[Result \"*\"]\n\n1. e4 c5 *\n";

    fn builder(by_result: bool, min_games: u32) -> GameBookBuilder {
        let mut builder = GameBookBuilder::new(any_game("chess").unwrap());
        (builder.plies, builder.min_games, builder.weight_by_result) = (4, min_games, by_result);
        builder.read(GAMES.as_bytes(), || ()).unwrap();
        builder
    }

    /// The moves of a book after others, with their weights.
    fn after(book: &OpeningBook, moves: &str) -> Vec<(String, u16)> {
        let play = |position: ChessPosition, text| position.play(position.parse_move(text).unwrap());
        let position = moves.split_whitespace().fold(ChessPosition::start(), play);
        let known = book.moves(&position).into_iter();
        let mut named: Vec<_> = known.map(|(mv, weight)| (position.show_move(mv, MoveStyle::Short), weight)).collect();
        named.sort();
        named
    }

    fn named(moves: &[(&str, u16)]) -> Vec<(String, u16)> {
        moves.iter().map(|&(name, weight)| (name.to_owned(), weight)).collect()
    }

    /// A weight is the number of games, or the points of the side that moved. Moves of few games have none.
    #[test]
    fn moves_are_weighted_where_they_are_played() {
        for (by_result, min_games, moves, expected) in [
            (false, 1, "", &[("Nf3", 1), ("e4", 2)][..]),
            (false, 1, "e4", &[("c5", 1), ("e5", 1)]),
            // Two ways lead there.
            (false, 1, "e4 e5 Nf3", &[("Nc6", 2)]),
            (true, 1, "", &[("Nf3", 0), ("e4", 3)]),
            (true, 1, "e4", &[("c5", 1), ("e5", 0)]),
            (true, 1, "e4 e5 Nf3", &[("Nc6", 2)]),
            (false, 2, "", &[("Nf3", 0), ("e4", 2)]),
            (false, 2, "e4 e5 Nf3", &[("Nc6", 2)]),
        ] {
            let book = builder(by_result, min_games).book();
            assert_eq!(after(&book, moves), named(expected), "{by_result} {min_games} {moves}");
        }
    }

    #[test]
    fn a_game_with_an_error_counts_for_nothing() {
        let text = "[Event \"a\"]\n1. e4 e5 2. Ke3 *\n[Event \"b\"]\n1. d4 *\n";
        let mut builder = builder(false, 1);
        let error = builder.read(text.as_bytes(), || ()).unwrap_err().to_string();
        assert!(error.starts_with("line 2: illegal move 'Ke3'"), "{error}");
        builder.keep_going = true;
        builder.read(text.as_bytes(), || ()).unwrap();
        assert_eq!((builder.games, builder.failed), (4, 1));
        let book = builder.book();
        assert_eq!(after(&book, "")[1..], named(&[("d4", 1), ("e4", 2)]));
    }

    #[test]
    fn games_that_cannot_be_read_are_not_skipped() {
        let mut builder = builder(false, 1);
        builder.keep_going = true;
        let source = BufReader::new(FailingReader(GAMES.as_bytes()));
        let error = builder.read(source, || ()).unwrap_err().to_string();
        assert!(error.ends_with(FAILURE), "{error}");
        assert_eq!(builder.failed, 0);
    }

    #[test]
    fn games_from_another_position_are_skipped() {
        let mut builder = builder(false, 1);
        let other = "[FEN \"4k3/8/8/8/8/8/4P3/4K3 w - - 0 1\"]\n1. e4 *\n";
        builder.read(other.as_bytes(), || ()).unwrap();
        assert_eq!((builder.games, builder.other_start), (3, 1));
    }
}
