//! Which arrangements of heaps are the same position, and the arrangement that stands for them.

/// Which other arrangements of its heaps make a position that is the same to play.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum HeapSymmetry {
    /// Any order of the heaps. Empty heaps count as absent.
    Heaps,
    /// Any order of the heaps. Empty heaps count.
    Places,
    /// Any order of the columns, of two numbers each.
    Columns,
    /// The row read from its other end. Empty heaps count as absent.
    Row,
    /// The circle read from any heap and in both directions. Empty heaps count.
    Circle,
}

impl HeapSymmetry {
    /// Arranges heaps so that all arrangements which are the same become equal.
    pub fn make_canonical(self, heaps: &mut Vec<u64>) {
        match self {
            HeapSymmetry::Heaps => {
                remove_empty(heaps);
                heaps.sort_unstable();
            }
            HeapSymmetry::Places => heaps.sort_unstable(),
            HeapSymmetry::Columns => {
                let mut columns: Vec<[u64; 2]> = heaps.chunks_exact(2).map(|it| [it[0], it[1]]).collect();
                columns.sort_unstable();
                *heaps = columns.concat();
            }
            HeapSymmetry::Row => {
                remove_empty(heaps);
                if heaps.iter().rev().lt(heaps.iter()) {
                    heaps.reverse();
                }
            }
            HeapSymmetry::Circle => *heaps = least_circle(heaps),
        }
    }
}

/// Removes the empty heaps, but for one if all are empty: positions are written with a heap at least.
fn remove_empty(heaps: &mut Vec<u64>) {
    if heaps.iter().any(|&size| size > 0) {
        heaps.retain(|&size| size > 0);
    } else {
        heaps.truncate(1);
    }
}

/// The least of the lists in which the heaps of a circle can be read.
fn least_circle(heaps: &[u64]) -> Vec<u64> {
    let count = heaps.len();
    let read = |&(first, step): &(usize, usize)| {
        (0..count).map(move |place| (first + place * step) % count).map(|heap| heaps[heap])
    };
    // Steps of all heaps but one go backwards.
    let ways = (0..count).flat_map(|first| [(first, 1), (first, count - 1)]);
    ways.min_by(|one, other| read(one).cmp(read(other))).map_or_else(Vec::new, |way| read(&way).collect())
}
