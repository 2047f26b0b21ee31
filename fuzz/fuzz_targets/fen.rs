//! Any text is a position that reads back as written, or is refused in one line.
#![no_main]

use kempelen::games::draughts::{English, Pongor};
use kempelen::notation::Notation;
use kempelen::games::{chess, draughts, tictactoe};
use libfuzzer_sys::fuzz_target;

fn read<G: Notation>(text: &str) {
    match G::parse(text) {
        Ok(position) => {
            let shown = position.show();
            assert_eq!(G::parse(&shown).as_ref(), Ok(&position), "{shown}");
            for mv in position.moves() {
                let _ = position.play(mv);
            }
        }
        Err(error) => assert!(!error.to_string().contains(char::is_control)),
    }
}

fuzz_target!(|text: &str| {
    read::<chess::ChessPosition>(text);
    read::<draughts::Position<English>>(text);
    read::<draughts::Position<Pongor>>(text);
    read::<tictactoe::TicTacToe>(text);
});
