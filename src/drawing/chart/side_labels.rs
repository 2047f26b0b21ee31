//! Labels beside the ends of lines, in a column.

use crate::drawing::isotonic::isotonic;

/// Moves labels so that none covers another, each as little as possible. `labels` are the wanted middle and the height of
/// each; the result is the middle of each, between `top` and `bottom` where there is room.
pub fn spread(labels: &[(f64, f64)], top: f64, bottom: f64) -> Vec<f64> {
    let mut order: Vec<usize> = (0..labels.len()).collect();
    order.sort_by(|&one, &other| labels[one].0.total_cmp(&labels[other].0));
    let mut above = 0.0;
    let offset = |&label: &usize| {
        above += labels[label].1;
        above - labels[label].1 / 2.0
    };
    let offsets: Vec<f64> = order.iter().map(offset).collect();
    // Where a label would stand if all labels above it had no height: these places must not decrease.
    let wanted = order.iter().zip(&offsets).map(|(&label, offset)| labels[label].0 - offset);
    let mut middles = vec![0.0; labels.len()];
    for ((&label, place), offset) in order.iter().zip(isotonic(wanted)).zip(&offsets) {
        middles[label] = place.min(bottom - above).max(top) + offset;
    }
    middles
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::system::printable::between_words;

    #[test]
    fn labels_that_do_not_touch_stay() {
        assert_eq!(spread(&[(50.0, 10.0), (20.0, 10.0)], 0.0, 100.0), [50.0, 20.0]);
        assert_eq!(spread(&[], 0.0, 100.0), [0.0; 0]);
    }

    #[test]
    fn labels_that_touch_move_apart() {
        assert_eq!(spread(&[(50.0, 10.0), (50.0, 10.0)], 0.0, 100.0), [45.0, 55.0]);
        assert_eq!(spread(&[(98.0, 10.0), (3.0, 20.0)], 0.0, 100.0), [95.0, 10.0]);
        let many: Vec<_> = (0..7).map(|it| (60.0 + f64::from(it), 12.0)).collect();
        let middles = spread(&many, 0.0, 100.0);
        assert!(middles.windows(2).all(|it| it[1] - it[0] >= 11.999), "{middles:?}");
        assert!(middles[0] >= 6.0 && middles[6] <= 94.0, "{middles:?}");
    }

    #[test]
    fn long_names_have_several_rows() {
        let name = "composed m=2 n=2 min=2 max=3 order=history";
        assert_eq!(between_words(name, 18), ["composed m=2 n=2", "min=2 max=3", "order=history"]);
        assert_eq!(between_words("history", 3), ["history"]);
    }
}
