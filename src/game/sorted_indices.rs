//! The order of moves by keys, compiled once for the moves of all games.

/// The indices of `keys` in the order of the keys; those of equal keys stay in their order.
pub fn sorted_indices<K: Ord>(keys: &[K]) -> Vec<usize> {
    let mut indices: Vec<usize> = (0..keys.len()).collect();
    indices.sort_by(|&one, &other| keys[one].cmp(&keys[other]));
    indices
}
