//! Compression of the values and the distances of a slice.
//!
//! The values have run-length encoding with Huffman codes. Positions with a capture need no value, so they extend the current run. A block begins with its first
//! value. Each run has a symbol, which stands for the class of its length and for which of the two other
//! values comes next, and raw bits for the rest of its length. A special symbol says that the run continues
//! to the end of the block.
//!
//! The distances to conversion are the plies until a winning side captures, promotes or ends the game. Only won positions
//! without a capture have a stored distance; those of other positions are computed from their successors. A block begins
//! with its first distance as raw bits. For every further distance it has a symbol: the difference to the distance
//! before, or an escape symbol that is followed by raw bits.

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
    blocks::pack::<SYMBOLS, _>(values.chunks(BLOCK_SIZE), write)
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

/// Smaller differences have symbols of their own.
const MAX_DIFFERENCE: i32 = 16;

/// Symbols: the differences from `-MAX_DIFFERENCE + 1` to `MAX_DIFFERENCE - 1`, and the escape symbol.
const DISTANCE_SYMBOLS: usize = 2 * MAX_DIFFERENCE as usize;
const RAW_DISTANCE: usize = DISTANCE_SYMBOLS - 1;

/// Compresses the distances that are stored for each block of positions.
pub fn pack_distances<B: Iterator<Item = u8>>(blocks: impl Iterator<Item = B> + Clone) -> Vec<u8> {
    blocks::pack::<DISTANCE_SYMBOLS, _>(blocks, write_distances)
}

fn write_distances<B: Iterator<Item = u8>>(mut distances: B, emit: &mut dyn FnMut(PackToken)) {
    let Some(mut last) = distances.next() else { return };
    emit(PackToken::RawBits(last.into(), 8));
    for distance in distances {
        let difference = i32::from(distance) - i32::from(last);
        if difference.abs() < MAX_DIFFERENCE {
            emit(PackToken::Symbol((difference + MAX_DIFFERENCE - 1) as usize))
        } else {
            emit(PackToken::Symbol(RAW_DISTANCE));
            emit(PackToken::RawBits(distance.into(), 8));
        }
        last = distance;
    }
}

/// Compressed distances of a slice, the output of [`pack_distances`].
pub type PackedDistances<B> = PackedBlocks<B, DISTANCE_SYMBOLS>;

impl<B: AsRef<[u8]>> PackedDistances<B> {
    /// The distance in plies that has `before` other distances before it in its block.
    pub fn distance(&self, block: usize, before: usize) -> u8 {
        let mut stream = self.stream(block);
        let mut last = stream.raw_bits(8) as u8;
        for _ in 0..before {
            last = match stream.symbol() {
                Some(RAW_DISTANCE) | None => stream.raw_bits(8) as u8,
                Some(symbol) => last.wrapping_add_signed((symbol as i32 - MAX_DIFFERENCE + 1) as i8),
            };
        }
        last
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

    #[test]
    fn decompressed_distances_equal_the_originals() {
        let at = |n: usize| match n * n % 7 {
            0 => None,
            rest => Some((n / 100 % 200 + rest * n % 40) as u8),
        };
        let all: Vec<_> = (0..20_000).map(at).collect();
        let blocks = all.chunks(BLOCK_SIZE).map(|block| block.iter().copied().flatten());
        let packed = PackedDistances::new(pack_distances(blocks), all.len()).unwrap();
        for (block, distances) in all.chunks(BLOCK_SIZE).enumerate() {
            for (before, distance) in distances.iter().flatten().enumerate() {
                assert_eq!(packed.distance(block, before), *distance);
            }
        }
    }
}
