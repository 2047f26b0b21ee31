//! The sort of the library that Pongor's program was written with: that of arrays and lists in .NET 2.0 to 3.5.
//!
//! A history gives many moves the same value, and an unstable sort decides which of them is searched first. The node counts
//! of the thesis therefore depend on this sort, and only it reproduces them.

use std::cmp::Ordering;

/// Quicksort. The pivot is the middle item, after the first, the middle and the last item have been put in order; items
/// that are equal to the pivot are exchanged, too.
pub(super) fn dotnet_sort<T: Copy>(items: &mut [T], compare: &dyn Fn(&T, &T) -> Ordering) {
    if items.len() < 2 {
        return;
    }
    let last = items.len() - 1;
    let middle = last / 2;
    for (low, high) in [(0, middle), (0, last), (middle, last)] {
        if compare(&items[low], &items[high]).is_gt() {
            items.swap(low, high);
        }
    }
    let pivot = items[middle];
    // The items from `start` to before `end` still have to be compared with the pivot.
    let (mut start, mut end) = (0, items.len());
    while start < end {
        while compare(&items[start], &pivot).is_lt() {
            start += 1;
        }
        while compare(&pivot, &items[end - 1]).is_lt() {
            end -= 1;
        }
        if start < end {
            items.swap(start, end - 1);
            start += 1;
            end -= 1;
        }
    }
    let (low, high) = items.split_at_mut(start);
    dotnet_sort(&mut low[..end], compare);
    dotnet_sort(high, compare);
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Sorts by the tens; the ones tell equal items apart.
    fn sorted(mut items: Vec<u32>) -> Vec<u32> {
        dotnet_sort(&mut items, &|one, other| (one / 10).cmp(&(other / 10)));
        items
    }

    #[test]
    fn every_list_of_up_to_seven_items_is_sorted() {
        for length in 0..=7 {
            for number in 0..3_u32.pow(length) {
                let items: Vec<u32> = (0..length).map(|place| number / 3_u32.pow(place) % 3 * 10 + place).collect();
                let mut found = sorted(items.clone());
                assert!(found.is_sorted_by_key(|it| it / 10), "{items:?}: {found:?}");
                let mut expected = items;
                expected.sort_unstable();
                found.sort_unstable();
                assert_eq!(found, expected);
            }
        }
    }

    #[test]
    fn equal_items_change_places() {
        assert_eq!(sorted(vec![10, 11]), [11, 10]);
        assert_eq!(sorted(vec![10, 11, 12]), [12, 11, 10]);
        assert_eq!(sorted(vec![10, 11, 12, 13]), [12, 13, 10, 11]);
        assert_eq!(sorted(vec![20, 10, 11]), [11, 10, 20]);
        assert_eq!(sorted(vec![10, 20, 11, 12]), [11, 12, 10, 20]);
    }
}
