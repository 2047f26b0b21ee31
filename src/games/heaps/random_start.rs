//! Random positions of heap games.

use super::position::{HeapForm, HeapPosition};
use crate::random::Random;
use std::ops::RangeInclusive;

impl HeapPosition {
    /// A random position of the same game: this number of heaps, each of a size in `sizes`. `parameters`, such as `k=2
    /// misere`, replace the same parameters of this position; its other parameters are kept. A board gets columns for
    /// heaps and rows for the greatest size: the men stand at random, each side in its own half, as if the players had
    /// placed them in secret. A game with one heap, total or ring gets one of the sizes.
    ///
    /// # Errors
    /// The game has no such position.
    pub fn random(
        &self,
        parameters: &str,
        heaps: usize,
        sizes: RangeInclusive<u64>,
        random: &mut Random,
    ) -> Result<HeapPosition, String> {
        let (least, greatest) = (*sizes.start(), *sizes.end());
        let spread = greatest.checked_sub(least).ok_or("expected sizes in their order")?;
        let spread = usize::try_from(spread).map_err(|error| error.to_string())?;
        let mut within = |least, spread: usize| least + random.below(spread.saturating_add(1)) as u64;
        let body = match self.rules.facts().form {
            HeapForm::Heaps => (0..heaps).map(|_| within(least, spread).to_string()).collect::<Vec<_>>().join(","),
            HeapForm::Board => {
                let half = (greatest / 2).max(1);
                let last = half as usize - 1;
                let pairs: Vec<_> =
                    (0..heaps).map(|_| format!("{}-{}", within(1, last), within(greatest - half + 1, last))).collect();
                format!("{greatest}x{heaps} {}", pairs.join(","))
            }
            HeapForm::Tokens => format!("{} l={heaps}", within(least, spread)),
            HeapForm::OneHeap | HeapForm::Total | HeapForm::Number | HeapForm::Ring => {
                within(least, spread).to_string()
            }
        };
        self.parse_alike(&format!("{body} {parameters} p1")).map_err(|error| error.to_string())
    }
}
