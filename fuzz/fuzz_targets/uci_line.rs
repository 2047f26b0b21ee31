//! Lines of UCI: any bytes are read, or refused with an error of one line.
#![no_main]

use kempelen::protocol::uci::syntax::{UciCommand, decode, read};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|bytes: &[u8]| {
    let line = decode(bytes);
    match read(&line) {
        Ok(Some(UciCommand::Position { moves, .. })) => {
            let line = line.to_ascii_lowercase();
            let stands_there = |mv: &String| matches!(mv.len(), 4 | 5) && line.contains(mv);
            // Searching the line for each of many moves would take too long.
            assert!(moves.iter().take(50).all(stands_there));
        }
        Ok(_) => (),
        Err(error) => assert!(!error.to_string().contains(char::is_control)),
    }
});
