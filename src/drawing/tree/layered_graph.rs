//! The layout of a graph in levels (K. Sugiyama, S. Tagawa and M. Toda 1981): in every level nodes are ordered by the mean
//! places of their neighbours, so that few edges cross, and then moved towards them.

use crate::drawing::isotonic::isotonic;
use std::ops::Range;

/// The nodes at both ends of an edge, and the width of the text at its beginning.
pub type LayeredEdge = ([usize; 2], f64);

/// The levels of the nodes below the root, node 0: all edges lead downwards, unless there is a circle. Then a level is the
/// least number of edges from the root; nodes, and edges by their first ends, must be in breadth-first order.
pub fn levels(nodes: usize, edges: impl Iterator<Item = [usize; 2]> + Clone) -> Vec<usize> {
    downward_levels(nodes, edges.clone()).unwrap_or_else(|| {
        let mut levels = vec![0; nodes];
        for [from, to] in edges {
            if to != 0 && levels[to] == 0 {
                levels[to] = levels[from] + 1;
            }
        }
        levels
    })
}

/// The levels of the nodes, 0 for the first, such that all edges lead downwards; `None` if there is a circle. A node is one
/// level below the lowest of those that lead to it.
fn downward_levels(nodes: usize, edges: impl Iterator<Item = [usize; 2]>) -> Option<Vec<usize>> {
    let mut levels = vec![0; nodes];
    let mut done = 0;
    in_order(nodes, edges, |node, children| {
        done += 1;
        for &child in children {
            levels[child] = levels[child].max(levels[node] + 1);
        }
    });
    (done == nodes).then_some(levels)
}

/// Visits nodes with the ends of their edges, each after all nodes from which edges lead to it (topological order). Nodes in
/// circles are not visited, nor what lies behind them.
pub fn in_order(nodes: usize, edges: impl Iterator<Item = [usize; 2]>, mut visit: impl FnMut(usize, &[usize])) {
    let mut children = vec![Vec::new(); nodes];
    let mut above = vec![0; nodes];
    for [from, to] in edges {
        children[from].push(to);
        above[to] += 1;
    }
    let mut ready: Vec<usize> = (0..nodes).filter(|&node| above[node] == 0).collect();
    while let Some(node) = ready.pop() {
        visit(node, &children[node]);
        for &child in &children[node] {
            above[child] -= 1;
            if above[child] == 0 {
                ready.push(child);
            }
        }
    }
}

/// Places a graph whose nodes have levels and widths: the centres of the nodes, from the left end of the picture, and where
/// every edge passes. Neighbours are at least `gap` apart in every level, and so are the names of edges.
///
/// An edge passes below the level that it leaves, in the next level, below that, and so on until before the level of its end. An
/// edge that does not lead downwards has only the first of these places.
pub fn layered_places(levels: &[usize], widths: &[f64], edges: &[LayeredEdge], gap: f64) -> (Vec<f64>, Vec<Vec<f64>>) {
    let (mut rows, waypoints) = rows(levels, widths, edges, gap);
    rows.order();
    rows.spread();
    let left_ends = rows.centres.iter().zip(&rows.widths).map(|(centre, width)| centre - width / 2.0);
    let left = left_ends.fold(f64::INFINITY, f64::min);
    let centre = |vertex: usize| rows.centres[vertex] - left;
    let waypoints = waypoints.into_iter().map(|vertices| vertices.map(centre).collect());
    ((0..levels.len()).map(centre).collect(), waypoints.collect())
}

/// The nodes in every second row, the names of edges in the others; and the vertices at which the edges cross the rows.
fn rows(levels: &[usize], widths: &[f64], edges: &[LayeredEdge], gap: f64) -> (Rows, Vec<Range<usize>>) {
    let last = levels.iter().max().copied().unwrap_or(0);
    let mut rows = Rows { rows: vec![Vec::new(); 2 * last + 2], gap, ..Rows::default() };
    for (&level, &width) in levels.iter().zip(widths) {
        rows.add(2 * level, width);
    }
    let waypoints = edges.iter().map(|&([from, to], name_width)| {
        let (first, end) = (2 * levels[from] + 1, 2 * levels[to]);
        let mut before = rows.add(first, name_width);
        let first_vertex = before;
        rows.join(from, before);
        for row in first + 1..end {
            let vertex = rows.add(row, 0.0);
            rows.join(before, vertex);
            before = vertex;
        }
        if first < end {
            rows.join(before, to);
        }
        first_vertex..rows.widths.len()
    });
    let waypoints = waypoints.collect();
    (rows, waypoints)
}

/// How often all rows are gone through, down and up.
const SWEEPS: usize = 12;

/// Vertices in rows, whose neighbours are in the rows before and after.
#[derive(Default)]
struct Rows {
    /// The vertices from left to right.
    rows: Vec<Vec<usize>>,
    gap: f64,
    widths: Vec<f64>,
    /// The neighbours in the rows before and after.
    neighbours: [Vec<Vec<usize>>; 2],
    centres: Vec<f64>,
}

impl Rows {
    fn add(&mut self, row: usize, width: f64) -> usize {
        let vertex = self.widths.len();
        self.rows[row].push(vertex);
        self.widths.push(width);
        self.centres.push(self.rows[row].len() as f64);
        self.neighbours.iter_mut().for_each(|it| it.push(Vec::new()));
        vertex
    }

    fn join(&mut self, upper: usize, lower: usize) {
        self.neighbours[1][upper].push(lower);
        self.neighbours[0][lower].push(upper);
    }

    /// Orders every row by the mean place of the neighbours. Here the place of a vertex is its index in the row.
    fn order(&mut self) {
        self.sweep(|rows, row, means| {
            let mut vertices: Vec<_> = rows.rows[row].iter().copied().zip(means).collect();
            vertices.sort_by(|(_, one), (_, other)| one.total_cmp(other));
            rows.rows[row] = vertices.into_iter().map(|(vertex, _)| vertex).collect();
            for (place, &vertex) in rows.rows[row].iter().enumerate() {
                rows.centres[vertex] = place as f64;
            }
        });
    }

    /// Moves the vertices of every row as near to the means of their neighbours as their order and the gaps allow.
    fn spread(&mut self) {
        for row in 0..self.rows.len() {
            self.place(row, vec![0.0; self.rows[row].len()]);
        }
        self.sweep(Rows::place);
    }

    /// Calls `change` for all rows but the first, downwards, with the mean centre of the neighbours above for every
    /// vertex, and for all but the last, upwards, with those below.
    fn sweep(&mut self, change: impl Fn(&mut Rows, usize, Vec<f64>)) {
        for sweep in 0..SWEEPS {
            let side = sweep % 2;
            for step in 1..self.rows.len() {
                let row = [step, self.rows.len() - 1 - step][side];
                let means = self.rows[row].iter().map(|&vertex| self.mean(side, vertex)).collect();
                change(self, row, means);
            }
        }
    }

    /// The mean centre of the neighbours on one side; without any the centre of the vertex.
    fn mean(&self, side: usize, vertex: usize) -> f64 {
        let neighbours = &self.neighbours[side][vertex];
        if neighbours.is_empty() {
            return self.centres[vertex];
        }
        let sum: f64 = neighbours.iter().map(|&it| self.centres[it]).sum();
        sum / neighbours.len() as f64
    }

    /// Places a row as near to what is wanted as its order and the gaps allow.
    fn place(&mut self, row: usize, wanted: Vec<f64>) {
        let vertices = &self.rows[row];
        let mut offsets = Vec::with_capacity(vertices.len());
        let mut offset = 0.0;
        for (place, &vertex) in vertices.iter().enumerate() {
            if place > 0 {
                let widths = self.widths[vertices[place - 1]] + self.widths[vertex];
                offset += widths / 2.0 + self.gap;
            }
            offsets.push(offset);
        }
        let starts = isotonic(wanted.iter().zip(&offsets).map(|(wanted, offset)| wanted - offset));
        for ((&vertex, start), offset) in vertices.iter().zip(starts).zip(offsets) {
            self.centres[vertex] = start + offset;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    const GAP: f64 = 10.0;
    const NEARLY: f64 = 1e-6;

    fn edges(ends: &[[usize; 2]]) -> Vec<LayeredEdge> {
        ends.iter().map(|&ends| (ends, 15.0)).collect()
    }

    #[test]
    fn levels_lead_downwards() {
        let edges = [[0, 1], [0, 2], [1, 2], [2, 3], [0, 3]];
        assert_eq!(downward_levels(4, edges.into_iter()), Some(vec![0, 1, 2, 3]));
        assert_eq!(downward_levels(4, edges.into_iter().chain([[3, 1]])), None);
        assert_eq!(levels(4, [[0, 1], [0, 2], [1, 2], [2, 3], [3, 0], [3, 1]].into_iter()), [0, 1, 1, 2]);
    }

    /// Two nodes lead to the last one; the lower of them decides, whichever comes later.
    #[test]
    fn levels_do_not_depend_on_the_order_of_nodes_and_edges() {
        for [first, below, other, last] in [[0, 1, 2, 3], [1, 2, 0, 3], [3, 2, 1, 0], [2, 0, 3, 1]] {
            let mut edges = [[first, below], [below, last], [other, last]];
            for _ in 0..edges.len() {
                edges.rotate_left(1);
                let levels = downward_levels(4, edges.into_iter()).unwrap();
                assert_eq!([first, below, other, last].map(|node| levels[node]), [0, 1, 0, 2], "{edges:?}");
            }
        }
    }

    #[test]
    fn a_diamond_is_symmetric_and_its_long_edge_passes_beside() {
        let edges = edges(&[[0, 1], [0, 2], [1, 3], [2, 3], [0, 3]]);
        let (centres, waypoints) = layered_places(&[0, 1, 1, 2], &[30.0; 4], &edges, GAP);
        assert_eq!(waypoints.iter().map(Vec::len).collect::<Vec<_>>(), [1, 1, 1, 1, 3]);
        for node in [1, 2] {
            assert!((centres[node] - waypoints[4][1]).abs() >= 15.0 + GAP - NEARLY);
        }
    }

    #[test]
    fn crossings_that_need_not_be_are_removed() {
        // The children of the first node stand to the right at first.
        let edges = edges(&[[0, 1], [0, 2], [1, 4], [2, 3]]);
        let (centres, _) = layered_places(&[0, 1, 1, 2, 2], &[30.0; 5], &edges, GAP);
        assert_eq!(centres[1] < centres[2], centres[4] < centres[3]);
    }

    proptest! {
        #[test]
        fn nothing_overlaps(
            levels in prop::collection::vec(0_usize..6, 2..40),
            ends in prop::collection::vec(any::<[prop::sample::Index; 2]>(), 0..60),
        ) {
            let ends: Vec<[usize; 2]> = ends.iter().map(|ends| ends.map(|it| it.index(levels.len()))).collect();
            let widths: Vec<f64> = (0..levels.len()).map(|node| 10.0 + 7.0 * (node % 5) as f64).collect();
            let edges = edges(&ends);
            let (centres, waypoints) = layered_places(&levels, &widths, &edges, GAP);
            // What stands in each row: nodes, names, and edges that pass.
            let mut rows = vec![Vec::new(); 12];
            for node in 0..levels.len() {
                rows[2 * levels[node]].push((centres[node], widths[node]));
            }
            for (([from, to], name_width), waypoints) in edges.iter().zip(&waypoints) {
                let first = 2 * levels[*from] + 1;
                prop_assert_eq!(waypoints.len(), (2 * levels[*to]).saturating_sub(first).max(1));
                for (place, &centre) in waypoints.iter().enumerate() {
                    rows[first + place].push((centre, if place == 0 { *name_width } else { 0.0 }));
                }
            }
            for mut row in rows {
                row.sort_by(|one, other| one.0.total_cmp(&other.0));
                for pair in row.windows(2) {
                    prop_assert!(pair[1].0 - pair[0].0 >= (pair[0].1 + pair[1].1) / 2.0 + GAP - NEARLY);
                }
                prop_assert!(row.iter().map(|it| it.0 - it.1 / 2.0).fold(0.0, f64::min) >= -NEARLY);
            }
        }
    }
}
