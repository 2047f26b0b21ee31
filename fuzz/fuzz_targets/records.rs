//! Any bytes are a binary opening book, or are refused in one line.
#![no_main]

use kempelen::games::chess::Chess;
use kempelen::game::Game;
use kempelen::games::Entry;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|bytes: &[u8]| {
    match Chess::read_book(bytes) {
        Ok(book) => {
            let start = kempelen::games::chess::ChessPosition::start();
            for (mv, _) in book.moves(&start) {
                assert!(start.is_legal(mv));
            }
        }
        Err(error) => assert!(!error.contains(char::is_control)),
    }
});
