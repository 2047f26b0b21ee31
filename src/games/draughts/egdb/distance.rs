//! Compression of the distances to conversion: the plies until a winning side captures, promotes or ends the
//! game.
//!
//! Only won positions without a capture have a stored distance; those of other positions are computed from
//! their successors. A block begins with its first distance as raw bits. For every further distance it
//! has a symbol: the difference to the distance before, or an escape symbol that is followed by raw bits.

use super::blocks::{self, PackToken, PackedBlocks};

/// Smaller differences have symbols of their own.
const MAX_DIFFERENCE: i32 = 16;

/// Symbols: the differences from `-MAX_DIFFERENCE + 1` to `MAX_DIFFERENCE - 1`, and the escape symbol.
const SYMBOLS: usize = 2 * MAX_DIFFERENCE as usize;
const RAW_DISTANCE: usize = SYMBOLS - 1;

/// Compresses distances; `None` for a position without a stored distance.
pub fn pack(distances: &[Option<u8>]) -> Vec<u8> {
    blocks::pack::<SYMBOLS, _>(distances, write)
}

fn write(block: &[Option<u8>], emit: &mut dyn FnMut(PackToken)) {
    let mut distances = block.iter().copied().flatten();
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

/// Compressed distances of a slice.
#[derive(Debug)]
pub struct PackedDistances<B>(PackedBlocks<B, SYMBOLS>);

impl<B: AsRef<[u8]>> PackedDistances<B> {
    /// Reads the output of [`pack`] for `size` positions; `None` if it is damaged.
    pub fn new(bytes: B, size: usize) -> Option<PackedDistances<B>> {
        PackedBlocks::new(bytes, size).map(PackedDistances)
    }

    /// The compressed size in bytes.
    pub fn bytes(&self) -> usize {
        self.0.bytes()
    }

    /// The distance in plies that has `before` other distances before it in its block.
    pub fn distance(&self, block: usize, before: usize) -> u8 {
        let mut stream = self.0.stream(block);
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
    use super::super::blocks::BLOCK_SIZE;
    use super::*;

    #[test]
    fn decompressed_distances_equal_the_originals() {
        let at = |n: usize| match n * n % 7 {
            0 => None,
            rest => Some((n / 100 % 200 + rest * n % 40) as u8),
        };
        let all: Vec<_> = (0..20_000).map(at).collect();
        let packed = PackedDistances::new(pack(&all), all.len()).unwrap();
        for (block, distances) in all.chunks(BLOCK_SIZE).enumerate() {
            for (before, distance) in distances.iter().flatten().enumerate() {
                assert_eq!(packed.distance(block, before), *distance);
            }
        }
    }
}
