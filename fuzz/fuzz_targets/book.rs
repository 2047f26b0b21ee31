//! Any text is an opening book of legal moves, or is refused in one line.
#![no_main]

use kempelen::games::draughts::English;
use kempelen::notation::Notation;
use kempelen::opening::OpeningBook;
use kempelen::games::{chess, draughts};
use libfuzzer_sys::fuzz_target;

fn read<G: Notation>(text: &str) {
    match OpeningBook::parse::<G>(text) {
        Ok(book) => {
            let start = G::start();
            for (mv, _) in book.moves(&start) {
                assert!(start.is_legal(mv));
            }
        }
        Err(error) => assert!(!error.to_string().contains(char::is_control)),
    }
}

fuzz_target!(|text: &str| {
    read::<chess::ChessPosition>(text);
    read::<draughts::Position<English>>(text);
});
