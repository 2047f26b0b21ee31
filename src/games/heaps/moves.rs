//! The moves of the heap games.

use crate::game::{GOLDEN_STEP, mix};

/// The greatest number of heaps that one move changes.
pub const MAX_CHANGES: usize = 8;

/// A move of a heap game. Heaps, columns and coins are numbered from 0 here, from 1 in text.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum HeapMove {
    /// Heaps get new sizes.
    Change(HeapChanges),
    /// A heap becomes two heaps, perhaps after some of it was taken.
    Split {
        /// The heap.
        heap: u32,
        /// The sizes of the two heaps.
        parts: [u64; 2],
    },
    /// A token is placed on this heap.
    Place(u32),
    /// The total grows by this number.
    Say(u64),
    /// The number is divided by this one.
    Divide(u64),
    /// Coins that lie together are taken from a ring.
    Coins {
        /// How many.
        count: u64,
        /// The first of them; the coins are numbered along the ring.
        first: u64,
    },
    /// A man goes forward.
    Step {
        /// The column.
        column: u32,
        /// The target row.
        to: u64,
    },
}

/// The new sizes of one to [`MAX_CHANGES`] heaps, in the order of the heaps.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct HeapChanges {
    count: u8,
    heaps: [u32; MAX_CHANGES],
    sizes: [u64; MAX_CHANGES],
}

impl HeapChanges {
    /// No change yet.
    pub const NONE: HeapChanges = HeapChanges { count: 0, heaps: [0; MAX_CHANGES], sizes: [0; MAX_CHANGES] };

    /// The same changes and one more; `None` if the heap is not behind the others or if there would be too many.
    pub fn with(mut self, heap: usize, size: u64) -> Option<HeapChanges> {
        let heap = u32::try_from(heap).ok()?;
        let count = usize::from(self.count);
        let in_order = count == 0 || self.heaps[count - 1] < heap;
        if count == MAX_CHANGES || !in_order {
            return None;
        }
        self.heaps[count] = heap;
        self.sizes[count] = size;
        self.count += 1;
        Some(self)
    }

    /// The changes that lead from heaps to others; `None` if there would be too many, or none.
    pub fn between(before: &[u64], after: &[u64]) -> Option<HeapChanges> {
        let mut changed = before.iter().zip(after).enumerate().filter(|(_, (before, after))| before != after);
        let changes = changed.try_fold(HeapChanges::NONE, |changes, (heap, (_, &after))| changes.with(heap, after));
        changes.filter(|changes| !changes.is_empty())
    }

    /// The number of heaps that change.
    pub fn len(&self) -> usize {
        self.count.into()
    }

    /// Whether no heap changes.
    pub fn is_empty(&self) -> bool {
        self.count == 0
    }

    /// The heaps and their new sizes.
    pub fn iter(&self) -> impl Iterator<Item = (usize, u64)> {
        self.heaps.iter().map(|&heap| heap as usize).zip(self.sizes).take(self.len())
    }
}

impl HeapMove {
    /// One heap gets a new size. Its number must be below 2^32.
    pub fn change(heap: usize, size: u64) -> HeapMove {
        HeapMove::Change(HeapChanges::NONE.with(heap, size).unwrap_or(HeapChanges::NONE))
    }

    /// These parts are left of a heap, the smaller first. A part of nothing is left out.
    pub fn leaving(heap: usize, parts: [u64; 2]) -> HeapMove {
        if parts[0] == 0 { HeapMove::change(heap, parts[1]) } else { HeapMove::Split { heap: heap as u32, parts } }
    }

    /// The heap and its new size, if the move changes the size of one heap.
    pub fn single_change(&self) -> Option<(usize, u64)> {
        match self {
            HeapMove::Change(changes) if changes.len() == 1 => changes.iter().next(),
            _ => None,
        }
    }

    /// A hash of the move.
    pub fn code(self) -> u16 {
        let fold = |code: u64, number: u64| mix((code ^ number).wrapping_add(GOLDEN_STEP));
        let pair = |kind: u64, one: u64, other: u64| fold(fold(kind, one), other);
        let code = match self {
            HeapMove::Change(changes) => changes.iter().flat_map(|(heap, size)| [heap as u64, size]).fold(0, fold),
            HeapMove::Split { heap, parts } => fold(pair(1, heap.into(), parts[0]), parts[1]),
            HeapMove::Place(heap) => fold(2, heap.into()),
            HeapMove::Say(added) => fold(3, added),
            HeapMove::Divide(by) => fold(4, by),
            HeapMove::Coins { count, first } => pair(5, count, first),
            HeapMove::Step { column, to } => pair(6, column.into(), to),
        };
        (code >> 48) as u16
    }
}

/// Declares the rules with their texts.
macro_rules! heap_rules {
    ($($rule:ident: $text:literal,)*) => {
        /// A rule that a move breaks. Its number in the list is its number for the user.
        #[derive(Clone, Copy, PartialEq, Eq, Debug)]
        pub enum HeapRule {
            $(#[doc = $text] $rule,)*
        }

        impl HeapRule {
            /// The rule in words.
            pub fn text(self) -> &'static str {
                [$($text),*][self as usize]
            }

            /// The number of the rule, from 1 on.
            pub fn number(self) -> u8 {
                self as u8 + 1
            }
        }
    };
}

heap_rules! {
    NamesHeaps: "a move names heaps of the position, each once",
    RealSize: "a move names the real size of the heap, or row of the man",
    TakesSomething: "a move takes something from every heap that it names",
    TakesOnly: "a move takes counters and does nothing else",
    FewerHeaps: "a move takes from no more heaps than the game allows",
    FewerCounters: "a move takes no more counters than the game allows",
    EndHeap: "a move takes from a heap at an end of the row",
    SameFromBoth: "a move takes the same number from both heaps",
    LargestHeap: "a move takes from a largest heap",
    Neighbours: "a move takes from heaps that lie together in the circle",
    TakingRule: "a move takes a number that the rule of the game allows",
    LeavesOne: "the first move leaves at least one counter",
    TwiceTheLast: "a move takes at most twice as many as the last move",
    PartsOfHeap: "the parts of a heap are not empty, and not more than the heap",
    UnequalParts: "a heap is split into two unequal heaps",
    OwnBag: "a move puts back no more counters than the own bag holds",
    PutBackLimit: "counters may be put back only so many times in a game",
    TokensFirst: "a token is placed on a heap while there are tokens left",
    NoTokens: "no token is left to be placed",
    InTheGap: "a man goes forward, as far as the gap allows",
    Additions: "the number is one that may be said now",
    PrimePower: "the divisor is a power of a prime, and divides the number",
    CoinsTogether: "a move takes coins that lie together, no more than allowed",
    GameOver: "the game is over",
    OtherGame: "a move is one of this game",
}
