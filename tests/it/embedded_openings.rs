//! The books and ballots in the program.

use crate::prelude::*;

/// Reads the book and the ballots of a game, and counts the moves for its start position.
struct EmbeddedOpenings;

impl GameVisitor for EmbeddedOpenings {
    type Output = [usize; 2];

    fn visit<K: GameEntry>(self, game: &'static GameInfo) -> [usize; 2] {
        let start = K::start(game);
        [game.book(), game.ballots.map(str::to_owned)].map(|text| {
            text.map(|text| K::read_book(&start, text.as_bytes()).unwrap())
                .map_or(0, |book| book.moves(&AnyPosition::new(start.clone())).len())
        })
    }
}

#[test]
fn every_draughts_game_has_a_book_and_ballots() {
    for name in variant_names() {
        let [book, ballots] = by_name(name, EmbeddedOpenings).unwrap();
        assert!(book > 0 && ballots > 0, "{name}: {book}, {ballots}");
    }
}
