//! Opening books as text: any text is refused with an error of one line, or has only legal moves.
#![no_main]

use kempelen::game::Game;
use kempelen::games::{GameEntry, GameInfo, GameVisitor, by_name, games};
use kempelen::opening::OpeningBook;
use libfuzzer_sys::fuzz_target;

#[derive(Clone, Copy)]
struct ReadBook<'a>(&'a str);

impl GameVisitor for ReadBook<'_> {
    type Output = ();

    fn visit<K: GameEntry>(self, game: &'static GameInfo) {
        let start = K::start(game);
        match OpeningBook::parse(&start, self.0) {
            Ok(book) => {
                for (mv, _) in book.moves(&start) {
                    assert!(start.is_legal(mv));
                }
            }
            Err(error) => assert!(!error.to_string().contains(char::is_control)),
        }
    }
}

fuzz_target!(|text: &str| games().for_each(|game| by_name(game.name, ReadBook(text)).expect("a game of the table")));
