//! A drawing with places: where nodes, moves and texts stand, in pixels.

use super::drawing::{Drawing, DrawnNode};
use super::tidy_tree::tidy_tree;

/// Height of the letters of values, and of all other text.
pub const VALUE_SIZE: f64 = 16.0;
pub const TEXT_SIZE: f64 = 13.0;
/// Distance of the lines of a node.
pub const LINE_HEIGHT: f64 = 17.0;
/// Free space around the text of a node.
pub const PADDING: f64 = 8.0;
/// Height of the name of a move above its node.
pub const NAME_HEIGHT: f64 = 19.0;
/// Space to the left for the names of the players, and above for the title.
pub const LEFT: f64 = 64.0;
pub const TOP: f64 = 52.0;
pub const MARGIN: f64 = 16.0;

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
    /// The upper ends of the levels, and the lower ends of their highest nodes.
    pub levels: Vec<(f64, f64)>,
    /// Whether the moves have names.
    pub has_names: bool,
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

impl NodeBox {
    pub fn bottom(&self) -> f64 {
        self.top + self.height
    }
}

impl Scene {
    pub fn new(drawing: &Drawing) -> Scene {
        let sizes: Vec<(f64, f64)> = drawing.nodes.iter().map(node_size).collect();
        let mut widths: Vec<f64> = sizes.iter().map(|&(width, _)| width).collect();
        for edge in &drawing.edges {
            let child = edge.ends[1];
            widths[child] = widths[child].max(text_width(&edge.name, TEXT_SIZE));
        }
        let mut children = vec![Vec::new(); drawing.nodes.len()];
        for edge in &drawing.edges {
            children[edge.ends[0]].push(edge.ends[1]);
        }
        let centres = tidy_tree(&children, &widths, GAP);
        let has_names = drawing.edges.iter().any(|edge| !edge.name.is_empty());
        let levels = levels(drawing, &sizes, &centres, has_names);
        let boxes = (drawing.nodes.iter().zip(&sizes).zip(&centres)).map(
            |((node, &(width, height)), centre)| NodeBox {
                x: LEFT + centre,
                top: levels[node.level as usize].0,
                width,
                height,
            },
        );
        let right_ends = centres.iter().zip(&widths);
        let right = right_ends.map(|(centre, width)| centre + width / 2.0);
        let bottom = levels.last().map_or(TOP, |level| level.1);
        let legend = drawing.legend.iter();
        let widest = legend.map(|line| text_width(line, TEXT_SIZE));
        let widest = widest.fold(text_width(&drawing.title, VALUE_SIZE), f64::max);
        let width = right.fold(0.0, f64::max) + LEFT;
        let legend_height = LINE_HEIGHT * drawing.legend.len() as f64;
        Scene {
            size: (
                width.max(widest + MARGIN) + MARGIN,
                bottom + 2.0 * MARGIN + legend_height,
            ),
            boxes: boxes.collect(),
            levels,
            has_names,
        }
    }
}

/// The upper and lower ends of the levels: the wider the moves of a level spread, the more space they have.
fn levels(
    drawing: &Drawing,
    sizes: &[(f64, f64)],
    centres: &[f64],
    has_names: bool,
) -> Vec<(f64, f64)> {
    let count = drawing.nodes.iter().map(|node| node.level as usize + 1);
    let count = count.max().unwrap_or(0);
    let mut heights = vec![0.0_f64; count];
    for (node, size) in drawing.nodes.iter().zip(sizes) {
        let height = &mut heights[node.level as usize];
        *height = height.max(size.1);
    }
    let mut spreads = vec![0.0_f64; count];
    for edge in &drawing.edges {
        let [from, to] = edge.ends;
        let spread = &mut spreads[drawing.nodes[from].level as usize];
        *spread = spread.max((centres[from] - centres[to]).abs());
    }
    let mut top = TOP;
    let mut levels = Vec::with_capacity(count);
    for (height, spread) in heights.into_iter().zip(spreads) {
        levels.push((top, top + height));
        let fan = (spread / FAN_SLOPE).clamp(FAN_HEIGHT.0, FAN_HEIGHT.1);
        top += height + fan + if has_names { NAME_HEIGHT } else { 0.0 };
    }
    levels
}

/// Width and height of a node, by its texts.
fn node_size(node: &DrawnNode) -> (f64, f64) {
    const LEAST: f64 = 34.0;
    let small = node.details.iter().chain(&node.picture);
    let small = small.map(|line| text_width(line, TEXT_SIZE));
    let widest = small.fold(text_width(&node.value, VALUE_SIZE), f64::max);
    let lines = 1 + node.details.len() + node.picture.len();
    let height = lines as f64 * LINE_HEIGHT + 2.0 * PADDING;
    ((widest + 2.0 * PADDING).max(LEAST), height)
}

/// An upper bound of the width of a text in usual fonts.
pub fn text_width(text: &str, size: f64) -> f64 {
    const WIDTH: f64 = 0.62;
    text.chars().count() as f64 * size * WIDTH
}
