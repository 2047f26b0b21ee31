//! How many plies won positions are from their conversion: the next capture or new king, or the
//! end of the game.
//!
//! Only won positions without a capture have a distance of their own; that of others follows from
//! the positions after them. A block begins with its first distance; then comes a symbol for the
//! difference of each to the one before, or for one that is told as it is.

use super::blocks::{self, BLOCK, PackToken, PackedBlocks};

/// Differences of less than this have symbols.
const NEAR: i32 = 16;

/// Symbols: the differences from `-NEAR + 1` to `NEAR - 1`, and any other.
const SYMBOLS: usize = 2 * NEAR as usize;
const FAR: usize = SYMBOLS - 1;

/// Packs distances; `None` where there is none.
pub fn pack(distances: &[Option<u8>]) -> Vec<u8> {
    blocks::pack::<SYMBOLS>(distances.len().div_ceil(BLOCK), |block, tell| {
        let distances = &distances[block * BLOCK..];
        write(&distances[..BLOCK.min(distances.len())], tell);
    })
}

fn write(block: &[Option<u8>], tell: &mut dyn FnMut(PackToken)) {
    let mut distances = block.iter().copied().flatten();
    let Some(mut last) = distances.next() else {
        return;
    };
    tell(PackToken::Plain(last.into(), 8));
    for distance in distances {
        let difference = i32::from(distance) - i32::from(last);
        if difference.abs() < NEAR {
            tell(PackToken::Symbol((difference + NEAR - 1) as usize))
        } else {
            tell(PackToken::Symbol(FAR));
            tell(PackToken::Plain(distance.into(), 8));
        }
        last = distance;
    }
}

/// Packed distances.
#[derive(Debug)]
pub struct PackedDistances<B>(PackedBlocks<B, SYMBOLS>);

impl<B: AsRef<[u8]>> PackedDistances<B> {
    /// Reads what [`pack`] made for `size` positions; `None` if it cannot be that.
    pub fn new(bytes: B, size: usize) -> Option<PackedDistances<B>> {
        PackedBlocks::new(bytes, size.div_ceil(BLOCK)).map(PackedDistances)
    }

    /// How many bytes they take.
    pub fn bytes(&self) -> usize {
        self.0.bytes()
    }

    /// The distance of a block that comes after `before` others.
    pub fn distance(&self, block: usize, before: usize) -> u8 {
        let mut stream = self.0.stream(block);
        let mut last = stream.plain(8) as u8;
        for _ in 0..before {
            last = match stream.symbol() {
                Some(FAR) | None => stream.plain(8) as u8,
                Some(symbol) => last.wrapping_add_signed((symbol as i32 - NEAR + 1) as i8),
            };
        }
        last
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn distances_come_back() {
        let at = |n: usize| match n * n % 7 {
            0 => None,
            rest => Some((n / 100 % 200 + rest * n % 40) as u8),
        };
        let all: Vec<_> = (0..20_000).map(at).collect();
        let packed = PackedDistances::new(pack(&all), all.len()).unwrap();
        for (block, distances) in all.chunks(BLOCK).enumerate() {
            for (before, distance) in distances.iter().flatten().enumerate() {
                assert_eq!(packed.distance(block, before), *distance);
            }
        }
    }
}
