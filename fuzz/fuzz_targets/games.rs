//! Game files: any bytes are refused with an error of one line, or read, and then writing restores them.
#![no_main]

use kempelen::lab::game_file::block::{pack, parse_games};
use kempelen::lab::game_file::reader::GameFileReader;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|bytes: &[u8]| {
    match GameFileReader::new(bytes) {
        Ok(reader) => {
            for block in reader {
                if let Err(error) = block {
                    assert!(!error.to_string().contains(char::is_control));
                }
            }
        }
        Err(error) => assert!(!error.to_string().contains(char::is_control)),
    }
    // The uncompressed content is fuzzed too, since random bytes hardly ever have a correct checksum.
    if let Ok(games) = parse_games(bytes) {
        let mut raw = Vec::new();
        games.iter().for_each(|game| game.write(&mut raw));
        assert_eq!(raw, bytes);
        if !raw.is_empty() && raw.len() < 1 << 16 {
            pack(&raw);
        }
    }
});
