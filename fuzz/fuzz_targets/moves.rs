//! Moves: any words are played as moves, up to the first that is refused with an error of one line.
#![no_main]

use kempelen::game::Game;
use kempelen::games::{GameEntry, GameInfo, GameVisitor, by_name, games};
use kempelen::notation::{MoveStyle, Notation};
use libfuzzer_sys::fuzz_target;

#[derive(Clone, Copy)]
struct PlayMoves<'a>(&'a str);

impl GameVisitor for PlayMoves<'_> {
    type Output = ();

    fn visit<K: GameEntry>(self, game: &'static GameInfo) {
        let mut position = K::start(game);
        for word in self.0.split_whitespace() {
            match position.parse_move(word) {
                Ok(mv) => {
                    assert!(position.is_legal(mv));
                    for style in [MoveStyle::Long, MoveStyle::LongCastlingByRook, MoveStyle::Short] {
                        let shown = position.show_move(mv, style);
                        assert_eq!(position.parse_move(&shown), Ok(mv), "{shown}");
                    }
                    position = position.play(mv);
                }
                Err(error) => {
                    assert!(!error.to_string().contains(char::is_control));
                    break;
                }
            }
        }
    }
}

fuzz_target!(|text: &str| games().for_each(|game| by_name(game.name, PlayMoves(text)).expect("a game of the table")));
