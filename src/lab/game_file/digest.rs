//! A word for games: others have another one.

use super::training_game::TrainingGame;
use crc32fast::Hasher;

/// What was seen of some games, in their order.
#[derive(Default, Debug)]
pub struct GamesDigest {
    hasher: Hasher,
    bytes: Vec<u8>,
}

impl GamesDigest {
    /// One game more.
    pub fn add(&mut self, game: &TrainingGame) {
        self.bytes.clear();
        game.write(&mut self.bytes);
        self.hasher.update(&self.bytes);
    }

    /// The word.
    pub fn to_hex(&self) -> String {
        format!("{:08x}", self.hasher.clone().finalize())
    }
}
