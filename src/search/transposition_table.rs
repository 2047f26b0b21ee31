//! The transposition table: what earlier searches found out about a position.
//!
//! It knows neither games nor moves, so one table serves any game and all threads. An entry is two words,
//! the data and the key xor the data. If two threads write it at once and leave a mixture, the key does
//! not match and the entry is not found, so no lock is needed (Hyatt and Mann, 2002).

mod memory;

use super::{Bound, Score};
use crate::game::Key;
use crate::system::{self, threads::parallel_map};
use memory::TableMemory;
use std::sync::atomic::{AtomicBool, AtomicU8, AtomicU64, Ordering::Relaxed};
use thiserror::Error;

/// What the table stores about a position.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct TtEntry {
    /// The code of the best move, or [`TtEntry::NO_MOVE`]. A hint: it may not be legal, since other positions
    /// can have the same key.
    pub move_code: u16,
    /// The score; distances to wins and losses count from the stored position.
    pub score: i16,
    /// The static evaluation, in hundredths.
    pub eval: i16,
    /// The depth of the search, in plies; 0 for quiescence.
    pub depth: u8,
    /// Whether the score is exact or a bound.
    pub bound: Bound,
    /// Whether the position was a PV node.
    pub pv: bool,
}

impl TtEntry {
    /// The code of no move.
    pub const NO_MOVE: u16 = u16::MAX;

    /// The depth of a search that has seen the end of every line, so that no search is deeper.
    pub const SOLVED: u8 = u8::MAX;

    /// The score for a node `ply` plies from the root.
    pub fn score_at(&self, ply: usize) -> Score {
        Score::from_table(self.score, ply)
    }

    fn pack(self, age: u8) -> u64 {
        u64::from(self.move_code)
            | u64::from(self.score as u16) << 16
            | u64::from(self.eval as u16) << 32
            | u64::from(self.depth) << 48
            | (self.bound as u64) << 56
            | u64::from(self.pv) << 58
            | u64::from(age) << 59
    }

    fn unpack(data: u64) -> TtEntry {
        TtEntry {
            move_code: data as u16,
            score: (data >> 16) as i16,
            eval: (data >> 32) as i16,
            depth: (data >> 48) as u8,
            bound: Bound::ALL[(data >> 56 & 3) as usize],
            pv: data >> 58 & 1 != 0,
        }
    }
}

/// Generations count modulo 32: they have five bits.
const GENERATIONS: u8 = 32;

fn generation_of(data: u64) -> u8 {
    (data >> 59) as u8
}

fn depth_of(data: u64) -> i32 {
    i32::from((data >> 48) as u8)
}

/// The memory of one entry; all zero if it was never written.
#[derive(Default)]
#[repr(C)]
struct Slot {
    key_xor_data: AtomicU64,
    data: AtomicU64,
}

/// The slots of one cache line; a position may be in any of them.
#[derive(Default)]
#[repr(C, align(64))]
struct Bucket([Slot; 4]);

const BUCKET_BYTES: usize = size_of::<Bucket>();

/// The size of the smallest table, which is cleared in less time than a short search takes.
const MIN_BYTES: usize = 1 << 15;

/// What one thread clears at least, in bytes. A large table takes several, since it may be cleared while a clock runs.
const MIN_CLEARED_BYTES: usize = 64 << 20;

/// A table of the requested size cannot be allocated.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[error("cannot allocate {wanted} MiB for the hash table: {reason}")]
pub struct TableSizeError {
    /// The requested size, in MiB.
    pub wanted: usize,
    /// The reason.
    pub reason: String,
}

/// A hash table of fixed size, shared by all threads without locks.
pub struct TranspositionTable {
    memory: TableMemory,
    age: AtomicU8,
    /// Whether anything was stored since it was last cleared.
    written: AtomicBool,
}

impl TranspositionTable {
    /// An empty table of `mebibytes` MiB, or of 32 KiB for 0.
    pub fn new(mebibytes: usize) -> Result<TranspositionTable, TableSizeError> {
        let fail = |reason: String| TableSizeError { wanted: mebibytes, reason };
        let bytes =
            mebibytes.checked_mul(1 << 20).ok_or_else(|| fail("the number is too large".into()))?.max(MIN_BYTES);
        if let Some(free) = system::available_memory()
            && bytes as u64 > free
        {
            return Err(fail(format!("{} MiB of memory are free", free >> 20)));
        }
        let memory =
            TableMemory::new(bytes / BUCKET_BYTES).ok_or_else(|| fail("the system does not give it".into()))?;
        if !system::has_spare_memory() {
            return Err(fail("nothing would be left to think with".into()));
        }
        Ok(TranspositionTable { memory, age: AtomicU8::new(0), written: AtomicBool::new(false) })
    }

    /// The size in MiB, rounded down.
    pub fn mebibytes(&self) -> usize {
        (self.memory.buckets().len() * BUCKET_BYTES) >> 20
    }

    /// The entry of the position with this key.
    #[inline]
    pub fn probe(&self, key: Key) -> Option<TtEntry> {
        self.bucket(key).0.iter().find_map(|slot| {
            let data = slot.data.load(Relaxed);
            (slot.key_xor_data.load(Relaxed) ^ data == key.0 && data != 0).then(|| TtEntry::unpack(data))
        })
    }

    /// Stores an entry. It replaces the entry of the same position, unless that is from the same search,
    /// more than three plies deeper, and the new score is a bound; or else the least valuable entry of
    /// the bucket: the shallowest, where every search since it was written counts as eight plies.
    pub fn store(&self, key: Key, entry: TtEntry) {
        if !self.written.load(Relaxed) {
            self.written.store(true, Relaxed);
        }
        let age = self.age.load(Relaxed);
        let value = |data: u64| {
            let searches_ago = (age + GENERATIONS - generation_of(data)) % GENERATIONS;
            depth_of(data) - 8 * i32::from(searches_ago)
        };
        let mut victim = &self.bucket(key).0[0];
        let mut lowest = i32::MAX;
        for slot in &self.bucket(key).0 {
            let data = slot.data.load(Relaxed);
            if slot.key_xor_data.load(Relaxed) ^ data == key.0 && data != 0 {
                let old = TtEntry::unpack(data);
                let deeper = i32::from(old.depth) > i32::from(entry.depth) + 3;
                if deeper && entry.bound != Bound::Exact && generation_of(data) == age {
                    return;
                }
                let code = match entry.move_code {
                    TtEntry::NO_MOVE => old.move_code,
                    code => code,
                };
                return slot.write(key, TtEntry { move_code: code, ..entry }, age);
            }
            let worth = if data == 0 { i32::MIN } else { value(data) };
            if worth < lowest {
                (victim, lowest) = (slot, worth);
            }
        }
        victim.write(key, entry, age);
    }

    /// Prefetches the bucket of `key` into the processor's cache.
    #[inline]
    pub fn prefetch(&self, key: Key) {
        system::prefetch(self.bucket(key));
    }

    /// Begins a new search: entries of earlier searches become less valuable.
    pub fn new_search(&self) {
        self.age.store((self.age.load(Relaxed) + 1) % GENERATIONS, Relaxed);
    }

    /// Removes all entries. A table to which nothing was stored is not touched.
    pub fn clear(&self) {
        if !self.written.swap(false, Relaxed) {
            return;
        }
        let buckets = self.memory.buckets();
        let share = buckets.len().div_ceil(system::processors()).max(MIN_CLEARED_BYTES / BUCKET_BYTES);
        parallel_map(buckets.chunks(share), |buckets| {
            for bucket in buckets {
                for slot in &bucket.0 {
                    slot.data.store(0, Relaxed);
                    slot.key_xor_data.store(0, Relaxed);
                }
            }
        });
        self.age.store(0, Relaxed);
    }

    /// How full the table is with entries of the current search, in thousandths, estimated from the first 250 buckets.
    pub fn hashfull(&self) -> u16 {
        let age = self.age.load(Relaxed);
        let buckets = self.memory.buckets();
        let sample = &buckets[..250.min(buckets.len())];
        let slots = sample.iter().flat_map(|bucket| &bucket.0);
        let used = slots.map(|slot| slot.data.load(Relaxed)).filter(|&data| data != 0 && generation_of(data) == age);
        (used.count() * 1000 / (4 * sample.len())) as u16
    }

    #[inline]
    fn bucket(&self, key: Key) -> &Bucket {
        let buckets = self.memory.buckets();
        &buckets[((u128::from(key.0) * buckets.len() as u128) >> 64) as usize]
    }
}

impl Slot {
    fn write(&self, key: Key, entry: TtEntry, age: u8) {
        let data = entry.pack(age);
        self.key_xor_data.store(key.0 ^ data, Relaxed);
        self.data.store(data, Relaxed);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn entry(code: u16, depth: u8) -> TtEntry {
        TtEntry { move_code: code, score: -77, eval: 12, depth, bound: Bound::Lower, pv: true }
    }

    #[test]
    fn an_entry_comes_back_as_it_went_in() {
        let table = TranspositionTable::new(1).unwrap();
        let key = Key(0x1234_5678_9abc_def0);
        assert_eq!(table.probe(key), None);
        table.store(key, entry(7, 3));
        assert_eq!(table.probe(key), Some(entry(7, 3)));
        table.clear();
        assert_eq!(table.probe(key), None);
    }

    #[test]
    fn a_full_bucket_loses_its_shallowest_entry() {
        let table = TranspositionTable::new(1).unwrap();
        for (key, depth) in [(1, 9), (2, 2), (3, 8), (4, 7), (5, 6)] {
            table.store(Key(key), entry(1, depth));
        }
        assert_eq!(table.probe(Key(2)), None);
        assert!(table.probe(Key(1)).is_some() && table.probe(Key(5)).is_some());
    }

    #[test]
    fn every_search_gone_by_counts_eight_plies() {
        for (older, depth, lost) in [(1, 10, false), (1, 8, true), (2, 16, true), (2, 18, false)] {
            let table = TranspositionTable::new(1).unwrap();
            table.store(Key(1), entry(1, depth));
            (0..older).for_each(|_| table.new_search());
            for key in 2..=4 {
                table.store(Key(key), entry(1, 1));
            }
            // The others are one ply deep: the first is kept if it is worth more.
            table.store(Key(5), entry(1, 9));
            let case = format!("{depth} plies, {older} searches ago");
            assert_eq!(table.probe(Key(1)).is_none(), lost, "{case}");
        }
    }

    #[test]
    fn a_much_shallower_bound_does_not_replace_a_deep_one() {
        let exact = |depth| TtEntry { bound: Bound::Exact, ..entry(2, depth) };
        for (new, older, kept) in [
            (entry(2, 5), false, true),
            (entry(2, 6), false, false),
            (exact(1), false, false),
            (entry(2, 5), true, false),
        ] {
            let table = TranspositionTable::new(1).unwrap();
            table.store(Key(9), entry(1, 9));
            if older {
                table.new_search();
            }
            table.store(Key(9), new);
            assert_eq!(table.probe(Key(9)), Some(if kept { entry(1, 9) } else { new }), "{new:?}");
        }
    }

    #[test]
    fn a_move_is_not_forgotten_for_none() {
        let table = TranspositionTable::new(1).unwrap();
        table.store(Key(9), entry(5, 1));
        table.store(Key(9), entry(TtEntry::NO_MOVE, 2));
        assert_eq!(table.probe(Key(9)).unwrap().move_code, 5);
    }

    #[test]
    fn an_absurd_size_is_refused_with_the_reason() {
        let error = TranspositionTable::new(usize::MAX >> 21).err().unwrap();
        assert!(error.to_string().contains("MiB"), "{error}");
    }
}
