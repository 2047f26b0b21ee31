//! Positions: any text is refused with an error of one line, or read, and then writing and reading restores it.
#![no_main]

use kempelen::game::Game;
use kempelen::games::{GameEntry, GameInfo, GameVisitor, by_name, games};
use kempelen::notation::Notation;
use libfuzzer_sys::fuzz_target;

#[derive(Clone, Copy)]
struct ReadPosition<'a>(&'a str);

impl GameVisitor for ReadPosition<'_> {
    type Output = ();

    fn visit<K: GameEntry>(self, game: &'static GameInfo) {
        let start = K::start(game);
        match start.parse_position(self.0) {
            Ok(position) => {
                let shown = position.show();
                assert_eq!(start.parse_position(&shown).as_ref(), Ok(&position), "{shown}");
                for mv in position.moves() {
                    let _ = position.play(mv);
                }
            }
            Err(error) => assert!(!error.to_string().contains(char::is_control)),
        }
    }
}

fuzz_target!(|text: &str| games().for_each(|game| by_name(game.name, ReadPosition(text)).expect("a game of the table")));
