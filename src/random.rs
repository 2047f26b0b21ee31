//! Reproducible pseudo-random numbers.

use crate::game::{GOLDEN_STEP, mix};

/// The generator SplitMix64 (Steele, Lea and Flood 2014).
#[derive(Clone, Debug)]
pub struct Random(u64);

impl Random {
    /// The generator with this seed.
    pub fn new(seed: u64) -> Random {
        Random(seed)
    }

    /// One of many independent streams with the same seed.
    pub fn stream(seed: u64, number: u64) -> Random {
        let mixed = Random(seed).next_u64() ^ number;
        Random(Random(mixed).next_u64())
    }

    /// Numbers that differ from run to run.
    pub fn unpredictable() -> Random {
        Random(crate::system::random())
    }

    /// The next 64 random bits.
    pub fn next_u64(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(GOLDEN_STEP);
        mix(self.0)
    }

    /// A number below `bound`, which must not be 0: by multiplication (Lemire 2019), without the final
    /// rejection step, which for bounds of this size changes one number in billions.
    pub fn below(&mut self, bound: usize) -> usize {
        debug_assert!(bound > 0);
        ((u128::from(self.next_u64()) * bound as u128) >> 64) as usize
    }

    /// One of `items`, which must not be empty.
    pub fn choose<T: Copy>(&mut self, items: &[T]) -> T {
        items[self.below(items.len())]
    }

    /// A number in [0, 1).
    pub fn unit_f64(&mut self) -> f64 {
        (self.next_u64() >> 11) as f64 / (1u64 << 53) as f64
    }

    /// Shuffles `items` (Fisher and Yates 1938).
    pub fn shuffle<T>(&mut self, items: &mut [T]) {
        for last in (1..items.len()).rev() {
            items.swap(last, self.below(last + 1));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::Random;

    #[test]
    fn the_same_seed_makes_the_same_numbers() {
        let numbers = |mut random: Random| [(); 8].map(|()| random.next_u64());
        assert_eq!(numbers(Random::stream(1, 2)), numbers(Random::stream(1, 2)));
        assert_ne!(numbers(Random::stream(1, 2)), numbers(Random::stream(1, 3)));
        assert_ne!(numbers(Random::stream(1, 2)), numbers(Random::stream(2, 2)));
        // The first numbers of the published generator for the seed 0.
        assert_eq!(numbers(Random::new(0))[..2], [0xe220_a839_7b1d_cdaf, 0x6e78_9e6a_a1b9_65f4]);
    }

    #[test]
    fn every_order_is_equally_likely() {
        let mut random = Random::new(1);
        let mut counts = [0; 6];
        for _ in 0..6000 {
            let mut items = [0, 1, 2];
            random.shuffle(&mut items);
            counts[items[0] * 2 + usize::from(items[1] > items[2])] += 1;
        }
        assert!(counts.iter().all(|count| (850..1150).contains(count)), "{counts:?}");
    }
}
