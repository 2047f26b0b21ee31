//! Weights and networks: any bytes are refused with an error of one line, or read.
#![no_main]

use kempelen::eval::Model;
use kempelen::games::{GameEntry, GameInfo, GameVisitor, by_name, games};
use libfuzzer_sys::fuzz_target;

#[derive(Clone, Copy)]
struct ReadModel<'a>(&'a [u8]);

impl GameVisitor for ReadModel<'_> {
    type Output = ();

    fn visit<K: GameEntry>(self, _: &'static GameInfo) {
        if let Err(error) = K::Model::read(self.0) {
            assert!(!error.to_string().contains(char::is_control));
        }
    }
}

fuzz_target!(|bytes: &[u8]| games().for_each(|game| by_name(game.name, ReadModel(bytes)).expect("a game of the table")));
