//! The values of a slice in few bits: runs of the same value.
//!
//! Positions with a capture need no value, so they prolong the run that is there. A block begins
//! with its first value; then come runs: a symbol for the class of the length and for which of the
//! two other values comes next, and the rest of the length. A symbol of its own says that the run
//! goes on to the end of the block.

use super::blocks::{self, BLOCK, PackToken, PackedBlocks};
use crate::game::Outcome;

/// A run has a length of `2^class` to `2^(class + 1) - 1`.
const CLASSES: usize = BLOCK.ilog2() as usize + 1;

/// Symbols: for every class one for each value that may come next, and the end of the block.
const SYMBOLS: usize = 2 * CLASSES + 1;
const END: usize = SYMBOLS - 1;

const OUTCOMES: [Outcome; 3] = [Outcome::Win, Outcome::Draw, Outcome::Loss];

/// Packs values; `None` where there may be any.
pub fn pack(values: &[Option<Outcome>]) -> Vec<u8> {
    blocks::pack::<SYMBOLS>(values.len().div_ceil(BLOCK), |block, tell| {
        let values = &values[block * BLOCK..];
        write(&values[..BLOCK.min(values.len())], tell);
    })
}

fn write(block: &[Option<Outcome>], tell: &mut dyn FnMut(PackToken)) {
    let first = block.iter().copied().flatten().next();
    let mut value = first.unwrap_or(Outcome::Draw);
    tell(PackToken::Plain(value as u64, 2));
    let mut length = 0_u64;
    for &next in block {
        if let Some(next) = next
            && next != value
        {
            let class = length.ilog2();
            let turn = (next as u8 + 3 - value as u8) % 3 - 1;
            tell(PackToken::Symbol(2 * class as usize + usize::from(turn)));
            tell(PackToken::Plain(length - (1 << class), class));
            (value, length) = (next, 0);
        }
        length += 1;
    }
    tell(PackToken::Symbol(END));
}

/// Packed values, to be read one by one.
#[derive(Debug)]
pub struct PackedValues<B> {
    blocks: PackedBlocks<B, SYMBOLS>,
    size: usize,
}

impl<B: AsRef<[u8]>> PackedValues<B> {
    /// Reads what [`pack`] made of `size` values; `None` if it cannot be that.
    pub fn new(bytes: B, size: usize) -> Option<PackedValues<B>> {
        let blocks = PackedBlocks::new(bytes, size.div_ceil(BLOCK))?;
        Some(PackedValues { blocks, size })
    }

    /// How many bytes it takes.
    pub fn bytes(&self) -> usize {
        self.blocks.bytes()
    }

    /// All values in order, from the beginning of a block on.
    pub fn all_from(&self, block: usize) -> impl Iterator<Item = Outcome> {
        (block..self.size.div_ceil(BLOCK)).flat_map(|block| self.block(block))
    }

    /// The values of a block.
    pub fn block(&self, block: usize) -> Vec<Outcome> {
        let count = BLOCK.min(self.size - block * BLOCK);
        let mut values = Vec::with_capacity(count);
        self.walk(block, |value, run| {
            let run = run.min(count - values.len());
            values.extend(std::iter::repeat_n(value, run));
            values.len() < count
        });
        values
    }

    /// The value with a number; any value where none was given.
    #[inline]
    pub fn value(&self, number: usize) -> Outcome {
        debug_assert!(number < self.size);
        let mut found = Outcome::Draw;
        let mut left = number % BLOCK;
        self.walk(number / BLOCK, |value, run| {
            found = value;
            let further = left >= run;
            left = left.saturating_sub(run);
            further
        });
        found
    }

    /// Shows the runs of a block, as long as more are wanted; the last has no end of its own.
    #[inline(always)]
    fn walk(&self, block: usize, mut more: impl FnMut(Outcome, usize) -> bool) {
        let mut stream = self.blocks.stream(block);
        let mut value = stream.plain(2) as usize % 3;
        let class = |symbol| symbol as u32 / 2;
        while let Some((symbol, rest)) = stream.symbol_and(class) {
            if symbol == END {
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
    fn values_come_back() {
        let mut random = 1_u64;
        let mut next = |below: u64| {
            random = random
                .wrapping_mul(6_364_136_223_846_793_005)
                .wrapping_add(1);
            (random >> 33) % below
        };
        for (size, longest) in [
            (1, 1),
            (5, 1),
            (5_000, 3),
            (400_000, 300),
            (300_000, 100_000),
        ] {
            let mut values = Vec::new();
            while values.len() < size {
                let value = OUTCOMES.get(next(4) as usize).copied();
                let length = 1 + next(longest) as usize;
                values.extend(std::iter::repeat_n(value, length.min(size - values.len())));
            }
            let packed = PackedValues::new(pack(&values), size).unwrap();
            for (number, value) in values.into_iter().enumerate() {
                assert!(
                    value.is_none_or(|value| value == packed.value(number)),
                    "{number}"
                );
            }
        }
    }

    #[test]
    fn damaged_bytes_are_refused_or_read() {
        let values: Vec<_> = (0..9_000)
            .map(|n| OUTCOMES.get(n * n % 5).copied())
            .collect();
        let packed = pack(&values);
        assert!(PackedValues::new(&packed[..30], values.len()).is_none());
        for place in 0..packed.len() {
            let mut damaged = packed.clone();
            damaged[place] ^= 0x55;
            if let Some(packed) = PackedValues::new(damaged, values.len()) {
                (0..values.len())
                    .step_by(501)
                    .for_each(|number| assert!(packed.value(number) as u8 <= 2));
            }
        }
    }
}
