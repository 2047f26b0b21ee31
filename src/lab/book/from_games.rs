//! A book from recorded games: counts moves by position.

use crate::game::{Game, Key};
use crate::games::GameInfo;
use crate::notation::Notation;
use crate::notation::record::GameRecord;
use crate::opening::{BookMove, OpeningBook};
use std::collections::HashMap;

/// Collects the moves of games.
pub struct GameBookBuilder {
    /// The number of plies of each game to count.
    pub plies: usize,
    /// Moves in fewer games get weight 0.
    pub min_games: u32,
    /// Whether the weight of a move is its points (2 for a win, 1 for a draw) instead of its games.
    pub weight_by_result: bool,
    /// The number of games counted.
    pub games: u64,
    /// The number of games with another start position; they are not counted.
    pub other_start: u64,
    moves: HashMap<(Key, u16), MoveTally>,
    game: &'static GameInfo,
}

/// The counts of a move in a position.
#[derive(Clone, Copy, Default, Debug)]
struct MoveTally {
    games: u32,
    weight: u32,
}

impl GameBookBuilder {
    /// An empty builder, which counts all moves of all games.
    pub fn new(game: &'static GameInfo) -> GameBookBuilder {
        GameBookBuilder {
            plies: usize::MAX,
            min_games: 1,
            weight_by_result: false,
            games: 0,
            other_start: 0,
            moves: HashMap::new(),
            game,
        }
    }

    /// Counts the moves of a game. A move that is played again in the same position counts once.
    ///
    /// # Errors
    /// A move or the start is illegal; then nothing is counted.
    pub fn count(&mut self, record: &GameRecord) -> Result<(), String> {
        if record.moves.is_empty() {
            return Ok(());
        }
        let start = self.game.position(record.setup());
        let mut position = start.map_err(|error| format!("line {}: the tag FEN: {error}", record.line))?;
        if position.key() != self.game.start().key() {
            self.other_start += 1;
            return Ok(());
        }
        let winner = self.game.winner(record.result);
        let mut moves = HashMap::new();
        for played in record.moves.iter().take(self.plies) {
            let mv = position.parse_move(&played.text);
            let mv = mv.map_err(|error| format!("{}: {error}", record.location(played.line)))?;
            let weight = match winner {
                _ if !self.weight_by_result => 1,
                None => 1,
                Some(side) if side == position.side_to_move() => 2,
                Some(_) => 0,
            };
            moves.insert((position.key(), position.move_number(mv)), weight);
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

    /// Whether any move is in enough games.
    pub fn has_moves(&self) -> bool {
        self.moves.values().any(|tally| tally.games >= self.min_games)
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
    use crate::games::find_game;
    use crate::lab::record_files;
    use crate::notation::{MoveStyle, Notation};
    use crate::system::failing_reader::{FAILURE, FailingReader};
    use indicatif::ProgressBar;
    use std::io::{BufRead, BufReader};

    const GAMES: &str = "\
[Result \"1-0\"]\n\n1. e4 e5 2. Nf3 Nc6 1-0\n\n\
[Result \"0-1\"]\n\n1. Nf3 {by another way} e5 2. e4 Nc6 0-1\n\n\
[Result \"*\"]\n\n1. e4 c5 *\n";

    fn builder(by_result: bool, min_games: u32) -> GameBookBuilder {
        let mut builder = GameBookBuilder::new(find_game("chess").unwrap());
        (builder.plies, builder.min_games, builder.weight_by_result) = (4, min_games, by_result);
        read(&mut builder, GAMES.as_bytes(), false).unwrap();
        builder
    }

    /// Counts all games of a text. Returns the number of games that were skipped.
    fn read(builder: &mut GameBookBuilder, text: impl BufRead + Send, keep_going: bool) -> anyhow::Result<u64> {
        record_files::read(text, builder.game, keep_going, &ProgressBar::hidden(), &mut |it| Ok(builder.count(it)))
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
        let error = read(&mut builder, text.as_bytes(), false).unwrap_err().to_string();
        assert!(error.starts_with("line 2: illegal move 'Ke3'"), "{error}");
        let failed = read(&mut builder, text.as_bytes(), true).unwrap();
        assert_eq!((builder.games, failed), (4, 1));
        let book = builder.book();
        assert_eq!(after(&book, "")[1..], named(&[("d4", 1), ("e4", 2)]));
    }

    /// The knights go back, so the first position comes again.
    #[test]
    fn a_game_counts_a_repeated_move_once() {
        let text = "[Event \"a\"]\n1. Nf3 Nf6 2. Ng1 Ng8 3. Nf3 *\n";
        let mut builder = GameBookBuilder::new(find_game("chess").unwrap());
        builder.min_games = 2;
        for weight in [0, 2, 3] {
            read(&mut builder, text.as_bytes(), false).unwrap();
            assert_eq!(after(&builder.book(), ""), named(&[("Nf3", weight)]));
        }
    }

    #[test]
    fn games_that_cannot_be_read_are_not_skipped() {
        let source = BufReader::new(FailingReader(GAMES.as_bytes()));
        let error = read(&mut builder(false, 1), source, true).unwrap_err().to_string();
        assert!(error.ends_with(FAILURE), "{error}");
    }

    #[test]
    fn games_from_another_position_are_skipped() {
        let mut builder = builder(false, 1);
        let other = "[FEN \"4k3/8/8/8/8/8/4P3/4K3 w - - 0 1\"]\n1. e4 *\n";
        read(&mut builder, other.as_bytes(), false).unwrap();
        assert_eq!((builder.games, builder.other_start), (3, 1));
    }
}
