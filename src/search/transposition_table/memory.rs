//! The memory of a transposition table.

use super::Bucket;
#[cfg(not(target_family = "wasm"))]
use crate::system;
#[cfg(not(target_family = "wasm"))]
use memmap2::{MmapMut, MmapOptions};

/// Empty buckets.
#[cfg(not(target_family = "wasm"))]
pub(super) struct TableMemory {
    map: MmapMut,
    buckets: usize,
}

#[cfg(not(target_family = "wasm"))]
impl TableMemory {
    /// This many buckets; `None` if the system does not give the memory.
    pub(super) fn new(buckets: usize) -> Option<TableMemory> {
        let map = MmapOptions::new().len(buckets * size_of::<Bucket>()).map_anon().ok()?;
        system::provide_pages(&map);
        Some(TableMemory { map, buckets })
    }

    #[inline]
    #[allow(unsafe_code)]
    pub(super) fn buckets(&self) -> &[Bucket] {
        // SAFETY: the map is page-aligned, `buckets` whole buckets long, zero-initialised (a valid
        // Bucket), lives as long as `self`, and is only ever touched through the atomics of a bucket.
        unsafe { std::slice::from_raw_parts(self.map.as_ptr().cast(), self.buckets) }
    }
}

/// Empty buckets: a browser maps no memory.
#[cfg(target_family = "wasm")]
pub(super) struct TableMemory(Vec<Bucket>);

#[cfg(target_family = "wasm")]
impl TableMemory {
    /// This many buckets; `None` if the browser does not give the memory.
    pub(super) fn new(buckets: usize) -> Option<TableMemory> {
        let mut memory = Vec::new();
        memory.try_reserve_exact(buckets).ok()?;
        memory.resize_with(buckets, Bucket::default);
        Some(TableMemory(memory))
    }

    #[inline]
    pub(super) fn buckets(&self) -> &[Bucket] {
        &self.0
    }
}
