//! Any bytes are the weights or the network of an evaluation, or are refused in one line.
#![no_main]

use kempelen::eval::Model;
use kempelen::games::{chess, draughts};
use libfuzzer_sys::fuzz_target;

fn read<M: Model>(bytes: &[u8]) {
    if let Err(error) = M::read(bytes) {
        assert!(!error.to_string().contains(char::is_control));
    }
}

fuzz_target!(|bytes: &[u8]| {
    read::<chess::eval::ChessModel>(bytes);
    read::<draughts::eval::Choice>(bytes);
});
