//! A checksum of games, to recognise the same data.

use super::training_game::TrainingGame;
use crc32fast::Hasher;

/// The checksum of a sequence of games.
#[derive(Default, Debug)]
pub struct GamesDigest {
    hasher: Hasher,
    bytes: Vec<u8>,
}

impl GamesDigest {
    /// Adds a game.
    pub fn add(&mut self, game: &TrainingGame) {
        self.bytes.clear();
        game.write(&mut self.bytes);
        self.hasher.update(&self.bytes);
    }

    /// The checksum of the games so far as hexadecimal digits.
    pub fn to_hex(&self) -> String {
        format!("{:08x}", self.hasher.clone().finalize())
    }
}
