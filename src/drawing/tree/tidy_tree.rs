//! The layout of an ordered tree: nodes of a level stand on a line, parents above the middle of their children, and no two
//! nodes are nearer than they may be. It is the layout of C. Buchheim, M. Jünger and S. Leipert, "Improving Walker's algorithm to
//! run in linear time" (2002), by lists of the ends of subtrees.

use std::iter::once;

/// The centres of the nodes on their lines, from the left; the leftmost node begins at 0. `children` lists the children of
/// every node in their order, node 0 is the root; neighbours on a line are at least `gap` apart.
///
/// The mirrored tree has the mirrored layout. Time grows with the number of nodes and the depth of the tree, the stack with the
/// depth.
pub fn tidy_tree(children: &[Vec<usize>], widths: &[f64], gap: f64) -> Vec<f64> {
    let from_left = Layout::new(children, widths, gap).centres();
    let mirrored: Vec<Vec<usize>> = children.iter().map(|it| it.iter().rev().copied().collect()).collect();
    let from_right = Layout::new(&mirrored, widths, gap).centres();
    // Each keeps to all rules, and so does the mean of both, which does not depend on the side from which one began.
    let means: Vec<f64> = from_left.iter().zip(&from_right).map(|(left, right)| (left - right) / 2.0).collect();
    let first = means.iter().zip(widths).map(|(centre, width)| centre - width / 2.0).fold(f64::INFINITY, f64::min);
    means.iter().map(|centre| centre - first).collect()
}

/// A layout in progress.
struct Layout<'a> {
    children: &'a [Vec<usize>],
    widths: &'a [f64],
    gap: f64,
    /// The places of the nodes relative to their parents.
    offsets: Vec<f64>,
}

/// The left and right ends of a subtree on each of its lines, relative to the centre of its root.
struct SubtreeEnds {
    left: Vec<f64>,
    right: Vec<f64>,
}

impl<'a> Layout<'a> {
    fn new(children: &'a [Vec<usize>], widths: &'a [f64], gap: f64) -> Layout<'a> {
        Layout { children, widths, gap, offsets: vec![0.0; children.len()] }
    }

    fn centres(mut self) -> Vec<f64> {
        self.place_below(0);
        let (mut centres, mut open) = (self.offsets, vec![0]);
        while let Some(node) = open.pop() {
            for &child in &self.children[node] {
                centres[child] += centres[node];
                open.push(child);
            }
        }
        centres
    }

    /// Places the subtrees of the children beside each other, each as far to the left as the earlier ones allow.
    fn place_below(&mut self, node: usize) -> SubtreeEnds {
        let below = &self.children[node];
        let (mut places, mut moves) = (Vec::with_capacity(below.len()), vec![0.0; below.len()]);
        // The ends of the earlier subtrees, on the right with the number of the last one that reaches the line.
        let (mut left, mut right) = (Vec::new(), Vec::<(f64, usize)>::new());
        for (number, &child) in below.iter().enumerate() {
            let ends = self.place_below(child);
            let mut place = right.first().map_or(0.0, |before| before.0 + self.gap - ends.left[0]);
            for (&(before, other), end) in right.iter().zip(&ends.left).skip(1) {
                let overlap = before + self.gap - (place + end);
                if overlap > 0.0 {
                    place += overlap;
                    // The subtrees between both spread over the free space.
                    let each = overlap / (number - other) as f64;
                    (other..number).for_each(|it| moves[it] += each * (it - other) as f64);
                }
            }
            places.push(place);
            let (lines, reached) = (left.len(), ends.right.len());
            left.extend(ends.left.iter().skip(lines).map(|end| place + end));
            let deeper = right.iter().skip(reached).copied();
            right = ends.right.iter().map(|end| (place + end, number)).chain(deeper).collect();
        }
        let middle = places.last().map_or(0.0, |last| last / 2.0);
        for ((&child, place), moved) in below.iter().zip(places).zip(moves) {
            self.offsets[child] = place + moved - middle;
        }
        let half = self.widths[node] / 2.0;
        SubtreeEnds {
            left: once(-half).chain(left.into_iter().map(|end| end - middle)).collect(),
            right: once(half).chain(right.into_iter().map(|(end, _)| end - middle)).collect(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    const GAP: f64 = 10.0;
    const NEARLY: f64 = 1e-6;

    /// A tree in which the parent of node `n + 1` is an earlier node, with the widths of the nodes.
    fn trees() -> impl Strategy<Value = (Vec<Vec<usize>>, Vec<f64>)> {
        let node = (any::<prop::sample::Index>(), 1.0..60.0);
        prop::collection::vec(node, 1..120).prop_map(|nodes| {
            let mut children = vec![Vec::new()];
            let mut widths = vec![nodes[0].1];
            for (parent, width) in &nodes[1..] {
                // The last nodes are preferred, so that trees become deep.
                let parent = children.len() - 1 - parent.index(children.len().min(12));
                let node = children.len();
                children[parent].push(node);
                children.push(Vec::new());
                widths.push(*width);
            }
            (children, widths)
        })
    }

    /// The nodes of every level, from left to right.
    fn levels(children: &[Vec<usize>]) -> Vec<Vec<usize>> {
        let mut levels = vec![vec![0]];
        while let Some(below) =
            levels.last().map(|level| level.iter().flat_map(|&node| &children[node]).copied().collect::<Vec<_>>())
        {
            if below.is_empty() {
                break;
            }
            levels.push(below);
        }
        levels
    }

    proptest! {
        #[test]
        fn nodes_do_not_overlap((children, widths) in trees()) {
            let centres = tidy_tree(&children, &widths, GAP);
            for level in levels(&children) {
                for pair in level.windows(2) {
                    let least = (widths[pair[0]] + widths[pair[1]]) / 2.0 + GAP;
                    prop_assert!(centres[pair[1]] - centres[pair[0]] >= least - NEARLY);
                }
            }
            let lefts = centres.iter().zip(&widths).map(|(centre, width)| centre - width / 2.0);
            prop_assert!(lefts.fold(f64::INFINITY, f64::min).abs() < NEARLY);
        }

        #[test]
        fn parents_are_centred((children, widths) in trees()) {
            let centres = tidy_tree(&children, &widths, GAP);
            for (node, below) in children.iter().enumerate().filter(|(_, below)| !below.is_empty()) {
                let middle = (centres[below[0]] + centres[below[below.len() - 1]]) / 2.0;
                prop_assert!((centres[node] - middle).abs() < NEARLY);
            }
        }

        #[test]
        fn mirrored_trees_mirror((children, widths) in trees()) {
            let centres = tidy_tree(&children, &widths, GAP);
            let mirrored: Vec<Vec<usize>> = (children.iter())
                .map(|below| below.iter().rev().copied().collect())
                .collect();
            let mirrored = tidy_tree(&mirrored, &widths, GAP);
            for sum in centres.iter().zip(&mirrored).map(|(left, right)| left + right) {
                prop_assert!((sum - centres[0] - mirrored[0]).abs() < NEARLY);
            }
        }
    }

    #[test]
    fn a_complete_tree_is_as_wide_as_its_leaves() {
        let children = vec![vec![1, 2], vec![3, 4], vec![5, 6], vec![], vec![], vec![], vec![]];
        assert_eq!(tidy_tree(&children, &[10.0; 7], GAP), [35.0, 15.0, 55.0, 5.0, 25.0, 45.0, 65.0]);
    }

    /// A thousand paths of a hundred nodes.
    #[test]
    fn a_large_tree() {
        const PATHS: usize = 1000;
        let path = |node: usize| {
            if node <= 99 * PATHS { vec![node + PATHS] } else { Vec::new() }
        };
        let children: Vec<_> = std::iter::once((1..=PATHS).collect()).chain((1..=100 * PATHS).map(path)).collect();
        let centres = tidy_tree(&children, &vec![1.0; children.len()], 1.0);
        let last_path = (1..=100).map(|level| centres[level * PATHS]);
        assert!(last_path.into_iter().all(|centre| (centre - 1998.5).abs() < NEARLY));
    }
}
