//! A word for games: others have another one.

use super::data::GameData;
use crc32fast::Hasher;

/// What was seen of some games, in their order.
#[derive(Default, Debug)]
pub struct Digest {
    hasher: Hasher,
    bytes: Vec<u8>,
}

impl Digest {
    /// One game more.
    pub fn add(&mut self, game: &GameData) {
        self.bytes.clear();
        game.write(&mut self.bytes);
        self.hasher.update(&self.bytes);
    }

    /// The word.
    pub fn shown(&self) -> String {
        format!("{:08x}", self.hasher.clone().finalize())
    }
}
