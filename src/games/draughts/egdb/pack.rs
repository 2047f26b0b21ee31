//! Compression of the values of a slice: run-length encoding with Huffman codes.
//!
//! Positions with a capture need no value, so they extend the current run. A block begins with its first
//! value. Each run has a symbol, which stands for the class of its length and for which of the two other
//! values comes next, and raw bits for the rest of its length. A special symbol says that the run continues
//! to the end of the block.

use super::blocks::{self, BLOCK_SIZE, PackToken, PackedBlocks};
use crate::game::Outcome;

/// The number of length classes: a run of class `c` has a length from `2^c` to `2^(c + 1) - 1`.
const CLASSES: usize = BLOCK_SIZE.ilog2() as usize + 1;

/// Symbols: for every class one for each of the two next values, and the end of the block.
const SYMBOLS: usize = 2 * CLASSES + 1;
const END_OF_BLOCK: usize = SYMBOLS - 1;

const OUTCOMES: [Outcome; 3] = [Outcome::Win, Outcome::Draw, Outcome::Loss];

/// Compresses values; `None` where any value will do.
pub fn pack(values: &[Option<Outcome>]) -> Vec<u8> {
    blocks::pack::<SYMBOLS, _>(values, write)
}

fn write(block: &[Option<Outcome>], emit: &mut dyn FnMut(PackToken)) {
    let mut value = block.iter().copied().flatten().next().unwrap_or(Outcome::Draw);
    emit(PackToken::RawBits(value as u64, 2));
    let mut length = 0_u64;
    for &next in block {
        if let Some(next) = next
            && next != value
        {
            let class = length.ilog2();
            let turn = (next as u8 + 3 - value as u8) % 3 - 1;
            emit(PackToken::Symbol(2 * class as usize + usize::from(turn)));
            emit(PackToken::RawBits(length - (1 << class), class));
            (value, length) = (next, 0);
        }
        length += 1;
    }
    emit(PackToken::Symbol(END_OF_BLOCK));
}

/// Compressed values of a slice with random access.
#[derive(Debug)]
pub struct PackedValues<B> {
    blocks: PackedBlocks<B, SYMBOLS>,
    size: usize,
}

impl<B: AsRef<[u8]>> PackedValues<B> {
    /// Reads the output of [`pack`] for `size` values; `None` if it is damaged.
    pub fn new(bytes: B, size: usize) -> Option<PackedValues<B>> {
        Some(PackedValues { blocks: PackedBlocks::new(bytes, size)?, size })
    }

    /// The compressed size in bytes.
    pub fn bytes(&self) -> usize {
        self.blocks.bytes()
    }

    /// All values in order, from the first of a block to the last of the slice.
    pub fn values_from_block(&self, block: usize) -> impl Iterator<Item = Outcome> {
        (block..self.size.div_ceil(BLOCK_SIZE)).flat_map(|block| self.block(block))
    }

    /// The values of a block.
    pub fn block(&self, block: usize) -> Vec<Outcome> {
        let count = BLOCK_SIZE.min(self.size - block * BLOCK_SIZE);
        let mut values = Vec::with_capacity(count);
        self.walk(block, |value, run| {
            let run = run.min(count - values.len());
            values.extend(std::iter::repeat_n(value, run));
            values.len() < count
        });
        values
    }

    /// The value of the position with a number; meaningless for positions that were packed as `None`.
    #[inline]
    pub fn value(&self, number: usize) -> Outcome {
        debug_assert!(number < self.size);
        let mut found = Outcome::Draw;
        let mut left = number % BLOCK_SIZE;
        self.walk(number / BLOCK_SIZE, |value, run| {
            found = value;
            let further = left >= run;
            left = left.saturating_sub(run);
            further
        });
        found
    }

    /// Passes the value and the length of each run of a block to `more` until it returns false. The last run
    /// has the length `usize::MAX`.
    #[inline(always)]
    fn walk(&self, block: usize, mut more: impl FnMut(Outcome, usize) -> bool) {
        let mut stream = self.blocks.stream(block);
        let mut value = stream.raw_bits(2) as usize % 3;
        let class = |symbol| symbol as u32 / 2;
        while let Some((symbol, rest)) = stream.symbol_and_raw_bits(class) {
            if symbol == END_OF_BLOCK {
                break;
            }
            let run = (1 << class(symbol)) + rest as usize;
            if !more(OUTCOMES[value], run) {
                return;
            }
            value = (value + 1 + symbol % 2) % 3;
        }
        more(OUTCOMES[value], usize::MAX);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn decompressed_values_equal_the_originals() {
        let mut random = 1_u64;
        let mut next = |below: u64| {
            random = random.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
            (random >> 33) % below
        };
        for (size, longest) in [(1, 1), (5, 1), (5_000, 3), (400_000, 300), (300_000, 100_000)] {
            let mut values = Vec::new();
            while values.len() < size {
                let value = OUTCOMES.get(next(4) as usize).copied();
                let length = 1 + next(longest) as usize;
                values.extend(std::iter::repeat_n(value, length.min(size - values.len())));
            }
            let packed = PackedValues::new(pack(&values), size).unwrap();
            for (number, value) in values.into_iter().enumerate() {
                assert!(value.is_none_or(|value| value == packed.value(number)), "{number}");
            }
        }
    }

    #[test]
    fn damaged_data_does_not_panic() {
        let values: Vec<_> = (0..9_000).map(|n| OUTCOMES.get(n * n % 5).copied()).collect();
        let packed = pack(&values);
        assert!(PackedValues::new(&packed[..30], values.len()).is_none());
        for place in 0..packed.len() {
            let mut damaged = packed.clone();
            damaged[place] ^= 0x55;
            if let Some(packed) = PackedValues::new(damaged, values.len()) {
                (0..values.len()).step_by(501).for_each(|number| assert!(packed.value(number) as u8 <= 2));
            }
        }
    }
}
