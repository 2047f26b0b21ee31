//! Binary opening books: any bytes are refused with an error of one line, or have only legal moves.
#![no_main]

use kempelen::any_position::AnyPosition;
use kempelen::game::{Game, StartPosition};
use kempelen::games::chess::ChessPosition;
use kempelen::games::game_info;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|bytes: &[u8]| {
    let start = AnyPosition::new(ChessPosition::start());
    match game_info("chess").unwrap().read_book(bytes) {
        Ok(book) => {
            for (mv, _) in book.moves(&start) {
                assert!(start.is_legal(mv));
            }
        }
        Err(error) => assert!(!error.contains(char::is_control)),
    }
});
