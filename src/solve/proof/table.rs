//! The table of a proof search: what is known about positions, in bounded memory.

use super::super::error::SolveError;
use super::numbers::ProofNumbers;
use crate::game::{Game, MixHasher};
use std::collections::HashMap;
use std::hash::{BuildHasherDefault, Hash, Hasher};
use std::num::NonZeroU32;

/// The number of a position on the path of the search: 1 for the root.
pub(super) type PathPly = NonZeroU32;

/// What a proof search knows about a position.
#[derive(Clone, Copy, Debug)]
pub(super) struct ProofEntry {
    /// The numbers; those of a disproof only if it holds everywhere.
    pub numbers: ProofNumbers,
    /// In how many plies the end is forced at the latest, if the position is proved.
    pub plies: u32,
    /// How many positions were searched below it.
    pub work: u32,
    /// Where the position stands on the path that is being searched.
    pub on_path: Option<PathPly>,
    /// A disproof that holds only on some paths.
    pub on_some_paths: Option<PathDisproof>,
}

/// A disproof that rests on the repetition of positions of the path, or on its length. It holds on all paths that begin
/// alike, up to the last of these positions.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct PathDisproof {
    /// The ply of the first position that it rests on; 0 if it rests on the length of the path.
    pub first: u32,
    /// The ply of the last position that it may rest on.
    pub last: PathPly,
    /// The number of the path up to that position.
    pub path: u64,
}

/// A position that is found by its key.
#[derive(PartialEq, Eq)]
pub(super) struct KeyedPosition<G>(pub G);

impl<G: Game> Hash for KeyedPosition<G> {
    fn hash<H: Hasher>(&self, state: &mut H) {
        state.write_u64(self.0.key().0);
    }
}

/// What is known about positions. Equal positions are found whatever the hash function does: the table holds them whole.
///
/// When it is full, the positions with the least work are forgotten (Nagai 1999), but neither those on the path nor the
/// proved ones: a proof is complete as long as the table lives.
pub(super) struct ProofTable<G: Game> {
    entries: HashMap<KeyedPosition<G>, ProofEntry, BuildHasherDefault<MixHasher>>,
    capacity: usize,
}

impl<G: Game> ProofTable<G> {
    /// A table that needs at most this memory, in bytes, beside what positions hold outside of their own size.
    ///
    /// # Errors
    /// There is not so much memory.
    pub fn new(bytes: usize) -> Result<ProofTable<G>, SolveError> {
        // `HashMap` allocates a power of two of slots, each with a control byte, and fills at most 7/8 of them.
        let place = size_of::<(KeyedPosition<G>, ProofEntry)>() + 1;
        let places = (bytes / place).max(16) + 1;
        let capacity = places.next_power_of_two() / 2 / 8 * 7;
        let mut entries = HashMap::<_, _, BuildHasherDefault<MixHasher>>::default();
        entries.try_reserve(capacity).map_err(|_| SolveError::Table(bytes >> 20))?;
        Ok(ProofTable { entries, capacity })
    }

    pub fn get(&self, position: &KeyedPosition<G>) -> Option<&ProofEntry> {
        self.entries.get(position)
    }

    pub fn get_mut(&mut self, position: &KeyedPosition<G>) -> Option<&mut ProofEntry> {
        self.entries.get_mut(position)
    }

    /// Adds a position that is not there.
    ///
    /// # Errors
    /// The table is full of positions that it may not forget.
    pub fn add(&mut self, position: G, entry: ProofEntry) -> Result<(), SolveError> {
        if self.entries.len() >= self.capacity {
            self.forget()?;
        }
        self.entries.insert(KeyedPosition(position), entry);
        Ok(())
    }

    /// Forgets positions until a quarter of the table is free, or as many as may be forgotten.
    fn forget(&mut self) -> Result<(), SolveError> {
        let mut least = 1;
        while self.entries.len() > self.capacity / 4 * 3 {
            self.entries.retain(|_, entry| entry.work > least || entry.on_path.is_some() || entry.numbers.is_proved());
            if least == u32::MAX {
                break;
            }
            least = least.saturating_mul(4);
        }
        if self.entries.len() > self.capacity / 16 * 15 {
            return Err(SolveError::Memory);
        }
        Ok(())
    }
}
