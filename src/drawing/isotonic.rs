//! Places in order that are as near as possible to those that are wanted.

/// The numbers that do not decrease and are nearest to the `wanted` ones: the sum of the squares of the distances is the
/// least (isotonic regression by pooling adjacent violators).
pub fn isotonic(wanted: impl Iterator<Item = f64>) -> Vec<f64> {
    // Blocks of equal numbers: the mean of what is wanted there, and how many there are.
    let mut blocks: Vec<(f64, usize)> = Vec::new();
    for wanted in wanted {
        let mut block = (wanted, 1);
        while let Some((mean, count)) = blocks.pop_if(|last| last.0 > block.0) {
            let both = (count + block.1) as f64;
            let sum = mean * count as f64 + block.0 * block.1 as f64;
            block = (sum / both, count + block.1);
        }
        blocks.push(block);
    }
    blocks.into_iter().flat_map(|(mean, count)| std::iter::repeat_n(mean, count)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_in_wrong_order_become_their_mean() {
        let nearest = |wanted: &[f64]| isotonic(wanted.iter().copied());
        assert_eq!(nearest(&[1.0, 3.0, 2.0, 5.0]), [1.0, 2.5, 2.5, 5.0]);
        assert_eq!(nearest(&[6.0, 1.0, 2.0]), [3.0; 3]);
        assert_eq!(nearest(&[]), [0.0; 0]);
    }
}
