//! The books and ballots in the program.

use crate::prelude::*;

/// Reads the book and the ballots of a game, and counts the moves for its start position.
fn embedded_openings(game: &'static GameInfo) -> [usize; 2] {
    let count = |text: String| game.read_book(text.as_bytes()).unwrap().moves(&game.start()).len();
    [game.book(), game.ballots.map(str::to_owned)].map(|text| text.map_or(0, count))
}

#[test]
fn every_draughts_game_has_a_book_and_ballots() {
    for name in variant_names() {
        let [book, ballots] = embedded_openings(game_info(name).unwrap());
        assert!(book > 0 && ballots > 0, "{name}: {book}, {ballots}");
    }
}
