//! Other ways to begin a game than from its start position: at random within bounds, or with men that the players place
//! in secret.

use crate::notation::excerpt;
use crate::random::Random;
use std::ops::RangeInclusive;
use std::str::FromStr;

/// Bounds of a random position. As text: `heaps=3..5 size=1..20 seed=7 misere`; each part may be missing.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct RandomSetUp {
    /// The number of heaps, or columns.
    pub heaps: RangeInclusive<usize>,
    /// The size of each heap, or the number of rows.
    pub sizes: RangeInclusive<u64>,
    /// Makes the position repeatable.
    pub seed: Option<u64>,
    /// Parameters of the game, such as `misere` or `k=2`.
    pub parameters: String,
}

impl RandomSetUp {
    /// The same bounds, with a seed.
    pub fn with_seed(self) -> RandomSetUp {
        let seed = self.seed;
        RandomSetUp { seed: seed.or_else(|| Some(Random::unpredictable().next_u64())), ..self }
    }

    /// The random numbers for a position: those of the seed, else others from run to run.
    pub fn random(&self) -> Random {
        self.seed.map_or_else(Random::unpredictable, Random::new)
    }
}

impl Default for RandomSetUp {
    fn default() -> RandomSetUp {
        RandomSetUp { heaps: 3..=5, sizes: 1..=20, seed: None, parameters: String::new() }
    }
}

impl FromStr for RandomSetUp {
    type Err = String;

    fn from_str(text: &str) -> Result<RandomSetUp, String> {
        let mut set_up = RandomSetUp::default();
        let mut parameters = Vec::new();
        for word in text.split_whitespace() {
            let wrong = |expected: &str| format!("found '{}', expected {expected}", excerpt(word));
            match word.split_once('=').unwrap_or((word, "")) {
                ("heaps", value) => {
                    let bounds = range(value).ok_or_else(|| wrong("heaps=3 or heaps=3..5"))?;
                    let [least, most] = [*bounds.start(), *bounds.end()].map(usize::try_from);
                    let most = most.ok().filter(|&most| most <= MAX_HEAPS);
                    let bounds = least.ok().zip(most).ok_or_else(|| wrong("at most 1000 heaps"))?;
                    set_up.heaps = bounds.0..=bounds.1;
                }
                ("size", value) => {
                    // No game has a larger heap.
                    let sizes = range(value).filter(|sizes| *sizes.end() <= i64::MAX as u64);
                    set_up.sizes = sizes.ok_or_else(|| wrong("size=7 or size=1..20, below 2^63"))?;
                }
                ("seed", value) => {
                    let seed = value.parse().map_err(|_| wrong("seed=NUMBER"))?;
                    set_up.seed = Some(seed);
                }
                _ => parameters.push(word),
            }
        }
        set_up.parameters = parameters.join(" ");
        Ok(set_up)
    }
}

/// The most heaps of a random position.
const MAX_HEAPS: usize = 1000;

/// `3..5`, or `3` alone; not empty, and from 1 on.
fn range(text: &str) -> Option<RangeInclusive<u64>> {
    let (least, most) = text.split_once("..").unwrap_or((text, text));
    let most = most.strip_prefix('=').unwrap_or(most);
    let (least, most) = (least.parse().ok()?, most.parse().ok()?);
    (1 <= least && least <= most).then_some(least..=most)
}

/// A set-up in which each side places a man in every column, in its own half of the board, unseen by the other.
#[derive(Clone, Copy, Debug)]
pub struct SecretPlacement {
    /// The text of a position on a board with `rows` rows: `men` are the rows of the men of each side, column by
    /// column. The last mover wins, or loses in misere play.
    pub position: fn(rows: u64, men: [&[u64]; 2], misere: bool) -> String,
    /// Whether the running game is one of misere play, which the new one keeps.
    pub misere: bool,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bounds_are_read() {
        let read = |text: &str| text.parse::<RandomSetUp>();
        let set_up = read("heaps=2..4 size=9 seed=5 misere k=2").unwrap();
        assert_eq!((set_up.heaps, set_up.sizes), (2..=4, 9..=9));
        assert_eq!((set_up.seed, set_up.parameters.as_str()), (Some(5), "misere k=2"));
        assert_eq!(read("").unwrap(), RandomSetUp::default());
        assert_eq!(read("size=9223372036854775807").unwrap().sizes, i64::MAX as u64..=i64::MAX as u64);
        for wrong in ["heaps=0", "heaps=5..3", "heaps=2000", "size=x", "size=", "size=9223372036854775808", "seed=-1"] {
            let error = read(wrong).unwrap_err();
            assert!(error.contains("expected"), "{wrong}: {error}");
        }
    }
}
