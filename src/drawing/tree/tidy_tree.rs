//! The layout of an ordered tree: nodes of a level stand on a line, parents above the middle of their children, and no two
//! nodes are nearer than they may be (C. Buchheim, M. Jünger and S. Leipert, "Improving Walker's algorithm to run in
//! linear time", 2002).

/// The centres of the nodes on their lines, from the left; the leftmost node begins at 0. `children` lists the children of
/// every node in their order, node 0 is the root; neighbours on a line are at least `gap` apart.
///
/// The mirrored tree has the mirrored layout. Time and memory are linear in the number of nodes; the stack grows with the
/// depth of the tree.
pub fn tidy_tree(children: &[Vec<usize>], widths: &[f64], gap: f64) -> Vec<f64> {
    let from_left = Walk::new(children.to_vec(), widths, gap).centres();
    let mirrored = children.iter().map(|it| it.iter().rev().copied().collect());
    let from_right = Walk::new(mirrored.collect(), widths, gap).centres();
    // Each keeps to all rules, and so does the mean of both, which does not depend on the side from which one began.
    let means: Vec<f64> = from_left.iter().zip(&from_right).map(|(left, right)| (left - right) / 2.0).collect();
    let first = means.iter().zip(widths).map(|(centre, width)| centre - width / 2.0).fold(f64::INFINITY, f64::min);
    means.iter().map(|centre| centre - first).collect()
}

/// A layout in progress; the names are those of the paper.
struct Walk<'a> {
    children: Vec<Vec<usize>>,
    widths: &'a [f64],
    gap: f64,
    parent: Vec<usize>,
    /// The place among the siblings.
    number: Vec<usize>,
    /// The place of a node relative to its siblings.
    prelim: Vec<f64>,
    /// By how much all that is below a node is moved.
    modifier: Vec<f64>,
    /// By how much a node and its right siblings are moved.
    shift: Vec<f64>,
    change: Vec<f64>,
    /// The next node of a contour, where it has no child.
    thread: Vec<Option<usize>>,
    ancestor: Vec<usize>,
}

impl<'a> Walk<'a> {
    fn new(children: Vec<Vec<usize>>, widths: &'a [f64], gap: f64) -> Walk<'a> {
        let count = children.len();
        let (mut parent, mut number) = (vec![0; count], vec![0; count]);
        for (index, below) in children.iter().enumerate() {
            for (place, &child) in below.iter().enumerate() {
                parent[child] = index;
                number[child] = place;
            }
        }
        Walk {
            children,
            widths,
            gap,
            parent,
            number,
            prelim: vec![0.0; count],
            modifier: vec![0.0; count],
            shift: vec![0.0; count],
            change: vec![0.0; count],
            thread: vec![None; count],
            ancestor: (0..count).collect(),
        }
    }

    fn centres(mut self) -> Vec<f64> {
        self.first_walk(0);
        let mut centres = vec![0.0; self.children.len()];
        let mut open = vec![(0, 0.0)];
        while let Some((node, moved)) = open.pop() {
            centres[node] = self.prelim[node] + moved;
            let moved = moved + self.modifier[node];
            open.extend(self.children[node].iter().map(|&child| (child, moved)));
        }
        centres
    }

    fn first_walk(&mut self, node: usize) {
        let mut default_ancestor = self.children[node].first().copied();
        for place in 0..self.children[node].len() {
            let child = self.children[node][place];
            self.first_walk(child);
            default_ancestor = default_ancestor.map(|it| self.apportion(child, it));
        }
        self.execute_shifts(node);
        let middle = match (self.children[node].first(), self.children[node].last()) {
            (Some(&first), Some(&last)) => (self.prelim[first] + self.prelim[last]) / 2.0,
            _ => 0.0,
        };
        self.prelim[node] = middle;
        if let Some(left) = self.left_sibling(node) {
            self.prelim[node] = self.prelim[left] + self.distance(left, node);
            self.modifier[node] = self.prelim[node] - middle;
        }
    }

    /// Moves the subtree of `node` to the right until it does not overlap those of its left siblings. Compares their right
    /// contour with its left contour.
    fn apportion(&mut self, node: usize, default_ancestor: usize) -> usize {
        let Some(left) = self.left_sibling(node) else { return default_ancestor };
        // Of the left trees and of this one: the outer and the inner contour, with the sums of the modifiers.
        let mut outer_left = self.children[self.parent[node]][0];
        let (mut inner_left, mut inner_right, mut outer_right) = (left, node, node);
        let mut sum_outer_left = self.modifier[outer_left];
        let mut sum_inner_left = self.modifier[inner_left];
        let (mut sum_inner_right, mut sum_outer_right) = (self.modifier[node], self.modifier[node]);
        while let (Some(next_left), Some(next_right)) = (self.next_right(inner_left), self.next_left(inner_right)) {
            (inner_left, inner_right) = (next_left, next_right);
            outer_left = self.next_left(outer_left).unwrap_or(outer_left);
            outer_right = self.next_right(outer_right).unwrap_or(outer_right);
            self.ancestor[outer_right] = node;
            let shift = self.prelim[inner_left] + sum_inner_left - (self.prelim[inner_right] + sum_inner_right)
                + self.distance(inner_left, inner_right);
            if shift > 0.0 {
                self.move_subtree(self.ancestor_beside(inner_left, node, default_ancestor), node, shift);
                sum_inner_right += shift;
                sum_outer_right += shift;
            }
            sum_inner_left += self.modifier[inner_left];
            sum_inner_right += self.modifier[inner_right];
            sum_outer_left += self.modifier[outer_left];
            sum_outer_right += self.modifier[outer_right];
        }
        if let (Some(next), None) = (self.next_right(inner_left), self.next_right(outer_right)) {
            self.thread[outer_right] = Some(next);
            self.modifier[outer_right] += sum_inner_left - sum_outer_right;
        }
        if let (Some(next), None) = (self.next_left(inner_right), self.next_left(outer_left)) {
            self.thread[outer_left] = Some(next);
            self.modifier[outer_left] += sum_inner_right - sum_outer_left;
            return node;
        }
        default_ancestor
    }

    /// Moves the tree of `right`, and spreads the trees between it and `left`.
    fn move_subtree(&mut self, left: usize, right: usize, shift: f64) {
        let each = shift / (self.number[right] - self.number[left]) as f64;
        self.change[right] -= each;
        self.shift[right] += shift;
        self.change[left] += each;
        self.prelim[right] += shift;
        self.modifier[right] += shift;
    }

    fn execute_shifts(&mut self, node: usize) {
        let (mut shift, mut change) = (0.0, 0.0);
        for &child in self.children[node].iter().rev() {
            self.prelim[child] += shift;
            self.modifier[child] += shift;
            change += self.change[child];
            shift += self.shift[child] + change;
        }
    }

    /// The sibling of `node` whose tree has `inner_left` on its contour.
    fn ancestor_beside(&self, inner_left: usize, node: usize, default_ancestor: usize) -> usize {
        let ancestor = self.ancestor[inner_left];
        if self.parent[ancestor] == self.parent[node] && ancestor != node { ancestor } else { default_ancestor }
    }

    fn left_sibling(&self, node: usize) -> Option<usize> {
        let before = self.number[node].checked_sub(1)?;
        Some(self.children[self.parent[node]][before])
    }

    fn next_left(&self, node: usize) -> Option<usize> {
        self.children[node].first().copied().or(self.thread[node])
    }

    fn next_right(&self, node: usize) -> Option<usize> {
        self.children[node].last().copied().or(self.thread[node])
    }

    /// The least distance of the centres of two neighbours.
    fn distance(&self, left: usize, right: usize) -> f64 {
        (self.widths[left] + self.widths[right]) / 2.0 + self.gap
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
