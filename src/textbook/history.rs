//! The history heuristic (Schaeffer 1983, 1989), in the form of Pongor (2009).
//!
//! A move that was best in one position is likely to be good in others, so it is searched earlier. In this
//! form the best move of every inner node, with or without a cutoff, gains 2^ply, where the ply counts from
//! the root. Schaeffer weights by the depth of the searched subtree instead, as is usual today. A node
//! where no value is above alpha has no best move, since its values are only bounds; Pongor's program learns from it all
//! the same, as [`TextbookOrder::Pongor`](super::TextbookOrder) does.

/// The history values; they may be kept from search to search.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct History {
    values: Vec<u64>,
}

impl History {
    /// The sum of the gains of the moves of `slot`.
    pub fn value(&self, slot: usize) -> u64 {
        self.values.get(slot).copied().unwrap_or(0)
    }

    /// The best move of a node at `ply` gains 2^`ply`.
    pub(super) fn add(&mut self, slot: usize, ply: u32) {
        if slot >= self.values.len() {
            self.values.resize(slot + 1, 0);
        }
        let gain = 1_u64.checked_shl(ply).unwrap_or(u64::MAX);
        self.values[slot] = self.values[slot].saturating_add(gain);
    }
}
