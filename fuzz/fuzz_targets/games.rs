//! Any bytes are a file of games, or are refused in one line; what is read is written back.
#![no_main]

use kempelen::lab::game_file::block::{pack, read_games};
use kempelen::lab::game_file::reader::Reader;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|bytes: &[u8]| {
    match Reader::new(bytes) {
        Ok(reader) => {
            for block in reader {
                if let Err(error) = block {
                    assert!(!error.to_string().contains(char::is_control));
                }
            }
        }
        Err(error) => assert!(!error.to_string().contains(char::is_control)),
    }
    // Behind the checksum, where bytes are seldom by chance.
    if let Ok(games) = read_games(bytes) {
        let mut raw = Vec::new();
        games.iter().for_each(|game| game.write(&mut raw));
        assert_eq!(raw, bytes);
        if !raw.is_empty() && raw.len() < 1 << 16 {
            pack(&raw);
        }
    }
});
