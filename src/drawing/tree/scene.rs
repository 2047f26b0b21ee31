//! The layout of a drawing: the coordinates of nodes, moves and texts, in pixels.

use super::drawing::{Drawing, DrawnNode};
use super::layered_graph::{layered_places, levels};
use super::tidy_tree::tidy_tree;
use crate::picture::svg_board::small_board;
use crate::picture::svg_document::{SVG_MARGIN, SVG_TEXT_SIZE, SvgPoint, svg_text_width as text_width};
use anyhow::ensure;

/// Height of the letters of values.
pub const VALUE_SIZE: f64 = 16.0;
/// Distance of the lines of a node.
pub const LINE_HEIGHT: f64 = 17.0;
/// Free space around the text of a node.
pub const PADDING: f64 = 8.0;
/// Free space below the board of a node.
pub const BOARD_GAP: f64 = 4.0;
/// Height of the name of a move above its node.
pub const NAME_HEIGHT: f64 = 19.0;
/// Space to the left for the names of the players, and above for the title.
pub const LEFT: f64 = 64.0;
pub const TOP: f64 = 52.0;

/// Least distance of neighbours.
const GAP: f64 = 14.0;
/// Least and greatest height of the space for the moves below a level, and the width for which it becomes higher.
const FAN_HEIGHT: (f64, f64) = (30.0, 150.0);
const FAN_SLOPE: f64 = 6.0;

/// A drawing with places.
pub struct Scene {
    pub size: (f64, f64),
    /// In the order of the nodes.
    pub boxes: Vec<NodeBox>,
    pub levels: Vec<LevelPlace>,
    /// In the order of the edges.
    pub paths: Vec<EdgePath>,
}

/// Where a node stands.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct NodeBox {
    /// The middle.
    pub x: f64,
    pub top: f64,
    pub width: f64,
    pub height: f64,
}

/// Where a level stands: its nodes, and below them the names of the moves that leave it.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct LevelPlace {
    /// The first of its nodes.
    pub node: usize,
    pub top: f64,
    /// The lower end of its highest node.
    pub bottom: f64,
    pub names_top: f64,
    pub names_bottom: f64,
}

/// How a move is drawn.
pub struct EdgePath {
    /// From the node to the name of the move.
    pub to_name: [SvgPoint; 2],
    /// From there to the node that it leads to; empty if the name stands above that node.
    pub from_name: Vec<SvgPoint>,
}

impl NodeBox {
    pub fn bottom(&self) -> f64 {
        self.top + self.height
    }
}

impl EdgePath {
    /// The middle and the base line of the name.
    pub fn name_place(&self) -> SvgPoint {
        let (x, top) = self.to_name[1];
        (x, top + NAME_HEIGHT - 5.0)
    }
}

impl Scene {
    /// # Errors
    /// It is a graph in which too many moves lead far down: a move needs space in every level that it passes.
    pub fn new(drawing: &Drawing) -> anyhow::Result<Scene> {
        const MAX_PASSED: usize = 500_000;
        let sizes: Vec<(f64, f64)> = drawing.nodes.iter().map(node_size).collect();
        let edges = drawing.edges.iter().map(|edge| edge.ends);
        let levels = levels(drawing.nodes.len(), edges.clone());
        let passed: usize = edges.map(|[from, to]| levels[to].saturating_sub(levels[from])).sum();
        ensure!(
            passed <= MAX_PASSED,
            "the moves of the graph pass {passed} levels, expected at most {MAX_PASSED} for a picture: text and dot show it"
        );
        let (centres, waypoints, width) = columns(drawing, &levels, &sizes);
        let places = level_places(drawing, &levels, &sizes, (&centres, &waypoints));
        let boxes = levels.iter().zip(&sizes).zip(&centres).map(|((&level, &(width, height)), centre)| NodeBox {
            x: LEFT + centre,
            top: places[level].top,
            width,
            height,
        });
        let boxes: Vec<NodeBox> = boxes.collect();
        let paths =
            drawing.edges.iter().zip(&waypoints).map(|(edge, waypoints)| {
                edge_path(edge.ends.map(|node| (boxes[node], levels[node])), waypoints, &places)
            });
        let legend = drawing.legend.iter().map(|line| text_width(line, SVG_TEXT_SIZE));
        let widest = legend.fold(text_width(&drawing.title, VALUE_SIZE), f64::max);
        let bottom = places.last().map_or(TOP, |level| level.names_bottom);
        let legend_height = LINE_HEIGHT * drawing.legend.len() as f64;
        Ok(Scene {
            size: ((LEFT + width).max(SVG_MARGIN + widest) + SVG_MARGIN, bottom + 2.0 * SVG_MARGIN + legend_height),
            paths: paths.collect(),
            boxes,
            levels: places,
        })
    }
}

/// The places from the left, without the left margin: the centres of the nodes; of every edge the place of its name, and where it
/// goes on; and the width of all.
fn columns(drawing: &Drawing, levels: &[usize], sizes: &[(f64, f64)]) -> (Vec<f64>, Vec<Vec<f64>>, f64) {
    let widths: Vec<f64> = sizes.iter().map(|&(width, _)| width).collect();
    let names: Vec<f64> = drawing.edges.iter().map(|edge| text_width(&edge.name, SVG_TEXT_SIZE)).collect();
    let (centres, waypoints) = if drawing.is_graph {
        let edges: Vec<_> = drawing.edges.iter().map(|edge| edge.ends).zip(names.iter().copied()).collect();
        layered_places(levels, &widths, &edges, GAP)
    } else {
        tree_places(drawing, &widths, &names)
    };
    let of_names = waypoints.iter().zip(&names);
    let of_names = of_names.flat_map(|(waypoints, width)| waypoints.iter().map(move |centre| (centre, width)));
    let right_ends = centres.iter().zip(&widths).chain(of_names).map(|(centre, width)| centre + width / 2.0);
    let width = right_ends.fold(0.0, f64::max);
    (centres, waypoints, width)
}

/// The centres of the nodes, and the places of the names, each above the node to which the move leads.
fn tree_places(drawing: &Drawing, widths: &[f64], names: &[f64]) -> (Vec<f64>, Vec<Vec<f64>>) {
    let mut widths = widths.to_vec();
    let mut children = vec![Vec::new(); drawing.nodes.len()];
    for (edge, name) in drawing.edges.iter().zip(names) {
        let [parent, child] = edge.ends;
        widths[child] = widths[child].max(*name);
        children[parent].push(child);
    }
    let centres = tidy_tree(&children, &widths, GAP);
    let waypoints = drawing.edges.iter().map(|edge| vec![centres[edge.ends[1]]]).collect();
    (centres, waypoints)
}

/// The vertical position of each level. The wider the moves of a level spread, the more space there is below it.
fn level_places(
    drawing: &Drawing,
    levels: &[usize],
    sizes: &[(f64, f64)],
    (centres, waypoints): (&[f64], &[Vec<f64>]),
) -> Vec<LevelPlace> {
    // The first node and the greatest height.
    let mut heights = vec![(0, 0.0_f64); levels.iter().max().map_or(0, |level| level + 1)];
    for (node, (&level, size)) in levels.iter().zip(sizes).enumerate().rev() {
        heights[level] = (node, heights[level].1.max(size.1));
    }
    // Above and below the names.
    let mut spreads: Vec<Option<[f64; 2]>> = vec![None; heights.len()];
    for (edge, waypoints) in drawing.edges.iter().zip(waypoints) {
        let [from, to] = edge.ends;
        let next = waypoints.get(1).unwrap_or(&centres[to]);
        let spread = spreads[levels[from]].get_or_insert([0.0; 2]);
        spread[0] = spread[0].max((centres[from] - waypoints[0]).abs());
        spread[1] = spread[1].max((next - waypoints[0]).abs());
    }
    let name_height = if drawing.edges.iter().any(|edge| !edge.name.is_empty()) { NAME_HEIGHT } else { 0.0 };
    let fan = |spread: f64| (spread / FAN_SLOPE).clamp(FAN_HEIGHT.0, FAN_HEIGHT.1);
    let mut top = TOP;
    let mut places = Vec::with_capacity(heights.len());
    for ((node, height), spread) in heights.into_iter().zip(spreads) {
        let bottom = top + height;
        let names_top = bottom + spread.map_or(0.0, |[above, _]| fan(above));
        let names_bottom = names_top + spread.map_or(0.0, |_| name_height);
        places.push(LevelPlace { node, top, bottom, names_top, names_bottom });
        let below = spread.filter(|_| drawing.is_graph);
        top = names_bottom + below.map_or(0.0, |[_, below]| fan(below));
    }
    places
}

/// The path of an edge between two nodes, which are given with their levels.
fn edge_path(
    [(from, from_level), (to, to_level)]: [(NodeBox, usize); 2],
    waypoints: &[f64],
    levels: &[LevelPlace],
) -> EdgePath {
    let names = levels[from_level];
    let name_x = LEFT + waypoints[0];
    let mut from_name = Vec::new();
    let is_down = from_level < to_level;
    let stands_above = is_down && names.names_bottom == to.top;
    if !stands_above {
        from_name.push((name_x, names.names_bottom));
        for (place, x) in waypoints.iter().enumerate().skip(1) {
            let level = levels[from_level + place.div_ceil(2)];
            let (top, bottom) =
                if place % 2 == 0 { (level.names_top, level.names_bottom) } else { (level.top, level.bottom) };
            from_name.extend([(LEFT + x, top), (LEFT + x, bottom)]);
        }
        from_name.push((to.x, if is_down { to.top } else { to.bottom() }));
    }
    EdgePath { to_name: [(from.x, from.bottom()), (name_x, names.names_top)], from_name }
}

/// Width and height of a node, by its texts.
fn node_size(node: &DrawnNode) -> (f64, f64) {
    const LEAST: f64 = 34.0;
    let board = node.board.as_ref().map(|board| small_board(board).1);
    let pictures = if board.is_some() { &[][..] } else { &node.picture };
    let (board_width, board_height) = board.map_or((0.0, 0.0), |(width, height)| (width, height + BOARD_GAP));
    let small = node.details.iter().chain(pictures).map(|line| text_width(line, SVG_TEXT_SIZE));
    let widest = small.fold(text_width(&node.value, VALUE_SIZE), f64::max);
    let lines = 1 + node.details.len() + pictures.len();
    let width = widest.max(board_width) + 2.0 * PADDING;
    (width.max(LEAST), lines as f64 * LINE_HEIGHT + 2.0 * PADDING + board_height)
}

#[cfg(test)]
mod tests {
    use super::super::examples::{drawn, random_tree};
    use super::*;
    use crate::random::Random;

    /// Left, top, right and bottom of the nodes and of the names.
    fn areas(drawing: &Drawing, scene: &Scene) -> Vec<[f64; 4]> {
        let area = |x: f64, top, width, height| [x - width / 2.0, top, x + width / 2.0, top + height];
        let boxes = scene.boxes.iter().map(|it| area(it.x, it.top, it.width, it.height));
        let names = drawing.edges.iter().zip(&scene.paths).map(|(edge, path)| {
            let (x, base) = path.name_place();
            area(x, base - SVG_TEXT_SIZE, text_width(&edge.name, SVG_TEXT_SIZE), SVG_TEXT_SIZE)
        });
        boxes.chain(names).collect()
    }

    #[test]
    fn nothing_covers_anything_else() {
        let mut random = Random::new(3);
        for number in 0..60 {
            let text = format!("(First(0 {}) S:3)", random_tree(&mut random, 4));
            let drawing = drawn(&text, number % 3 == 0, number % 3 == 1);
            let scene = Scene::new(&drawing).unwrap();
            let areas = areas(&drawing, &scene);
            for (index, one) in areas.iter().enumerate() {
                assert!(one[0] >= LEFT - 1e-6 && one[1] >= TOP, "{text}: {one:?}");
                assert!(one[2] <= scene.size.0 && one[3] <= scene.size.1, "{text}: {one:?}");
                for other in &areas[index + 1..] {
                    let apart = (0..2).any(|axis| one[axis + 2] <= other[axis] || other[axis + 2] <= one[axis]);
                    assert!(apart, "{text}: {one:?} and {other:?}");
                }
            }
        }
    }

    #[test]
    fn lines_end_at_nodes_and_names() {
        for is_graph in [false, true] {
            let drawing = drawn("(A(1 (X:2 Y:3)) B(1 (X:2 Y:3)) C:4)", false, is_graph);
            let scene = Scene::new(&drawing).unwrap();
            for (edge, path) in drawing.edges.iter().zip(&scene.paths) {
                let [from, to] = edge.ends.map(|index| scene.boxes[index]);
                assert_eq!(path.to_name[0], (from.x, from.bottom()));
                let below_name = (path.to_name[1].0, path.to_name[1].1 + NAME_HEIGHT);
                let end = path.from_name.last().unwrap_or(&below_name);
                assert_eq!(*end, (to.x, to.top));
                assert!(path.from_name.windows(2).all(|pair| pair[0].1 <= pair[1].1), "{:?}", path.from_name);
            }
        }
    }
}
