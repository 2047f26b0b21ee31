//! Any words are moves played one after the other, or the first that is none is told off in one
//! line.
#![no_main]

use kempelen::games::draughts::{English, Pongor};
use kempelen::notation::{Notation, MoveStyle};
use kempelen::games::{chess, draughts};
use libfuzzer_sys::fuzz_target;

fn play<G: Notation>(text: &str) {
    let mut position = G::start();
    for word in text.split_whitespace() {
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

fuzz_target!(|text: &str| {
    play::<chess::ChessPosition>(text);
    play::<draughts::Position<English>>(text);
    play::<draughts::Position<Pongor>>(text);
});
