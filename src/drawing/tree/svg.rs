//! Trees as SVG pictures.

use super::drawing::{Drawing, DrawnEdge, DrawnNode, EdgeKind};
use super::scene::{BOARD_GAP, EdgePath, LINE_HEIGHT, NodeBox, PADDING, Scene, VALUE_SIZE};
use crate::game::Side;
use crate::picture::piece_symbols;
use crate::picture::svg_board::{BOARD_STYLE, small_board};
use crate::picture::svg_document::{SVG_MARGIN, SVG_TEXT_SIZE, SvgPoint, svg_document, svg_escaped, svg_path};
use std::fmt::Write;

/// The style of a drawn tree.
const TREE_STYLE: &str = include_str!("tree.css");

/// The head of the arrows of a graph.
const ARROW: &str = "\
<marker id=\"arrow\" viewBox=\"0 0 10 10\" refX=\"9\" refY=\"5\" markerWidth=\"8\" markerHeight=\"8\" \
orient=\"auto\" markerUnits=\"userSpaceOnUse\"><path class=\"head\" d=\"M0 0L10 5L0 10Z\"/></marker>
";

/// The drawing of a tree as an SVG picture, with colours for light and dark screens.
///
/// # Errors
/// It has no [scene](Scene::new).
pub fn svg(drawing: &Drawing) -> anyhow::Result<String> {
    let scene = Scene::new(drawing)?;
    let mut text = ARROW.to_owned();
    write_scene(&mut text, drawing, &scene);
    let first = scene.size.1 - SVG_MARGIN - LINE_HEIGHT * (drawing.legend.len() as f64 - 1.0);
    for (row, line) in drawing.legend.iter().enumerate() {
        let y = first + LINE_HEIGHT * row as f64;
        let _ =
            writeln!(text, "<text class=\"start detail\" x=\"{SVG_MARGIN}\" y=\"{y:.1}\">{}</text>", svg_escaped(line));
    }
    Ok(svg_document(&drawing.title, scene.size, &tree_styles(drawing), &text))
}

/// The styles of a tree: that of boards, too, if nodes show boards.
pub fn tree_styles(drawing: &Drawing) -> Vec<&'static str> {
    let boards = drawing.nodes.iter().any(|node| node.board.is_some()).then_some(BOARD_STYLE);
    [TREE_STYLE].into_iter().chain(boards).collect()
}

/// The symbols of the pieces on the boards of the nodes.
fn write_symbols(text: &mut String, drawing: &Drawing) {
    let boards = drawing.nodes.iter().filter_map(|node| node.board.as_ref());
    let symbols = piece_symbols(&mut boards.flat_map(|board| board.pieces().map(|(_, piece)| piece)));
    if !symbols.is_empty() {
        let _ = writeln!(text, "<defs>\n{symbols}</defs>");
    }
}

/// The nodes and moves, without title and legend. Every move is a group `edge`, every node a group `max` or `min`, both in
/// the order of the drawing.
pub fn write_scene(text: &mut String, drawing: &Drawing, scene: &Scene) {
    write_symbols(text, drawing);
    write_players(text, drawing, scene);
    for (edge, path) in drawing.edges.iter().zip(&scene.paths) {
        write_edge(text, edge, path);
    }
    if let Some(side) = drawing.and_side {
        write_arcs(text, side, drawing, scene);
    }
    for (node, place) in drawing.nodes.iter().zip(&scene.boxes) {
        write_node(text, node, place);
    }
}

/// MAX or MIN to the left of each level, and its name in AND/OR trees.
fn write_players(text: &mut String, drawing: &Drawing, scene: &Scene) {
    for place in &scene.levels {
        let node = &drawing.nodes[place.node];
        let kind = drawing.and_side.map(|side| if side == node.side { "AND" } else { "OR" });
        let mut y = (place.top + place.bottom + SVG_TEXT_SIZE * 0.7) / 2.0;
        for word in [node.player()].into_iter().chain(kind) {
            let _ = writeln!(text, "<text class=\"player start\" x=\"{SVG_MARGIN}\" y=\"{y:.1}\">{word}</text>");
            y += LINE_HEIGHT;
        }
    }
}

/// A line from the node to the name of the move, and on to the child if the name does not stand above it.
fn write_edge(text: &mut String, edge: &DrawnEdge, path: &EdgePath) {
    let class = edge.kind.class();
    let first = svg_path(&path.to_name);
    let _ = writeln!(text, "<g class=\"edge {class}\"><path class=\"line\" d=\"{first}\"/>");
    if !path.from_name.is_empty() {
        let line = svg_path(&path.from_name);
        let _ = writeln!(text, "<path class=\"line\" marker-end=\"url(#arrow)\" d=\"{line}\"/>");
    }
    if edge.kind == EdgeKind::Cut {
        write_bar(text, path.to_name);
    }
    if !edge.name.is_empty() {
        let (x, y) = path.name_place();
        let name = svg_escaped(&edge.name);
        let _ = writeln!(text, "<text x=\"{x:.1}\" y=\"{y:.1}\">{name}</text>");
    }
    *text += "</g>\n";
}

/// Two short strokes across the middle of a line.
fn write_bar(text: &mut String, [(x1, y1), (x2, y2)]: [SvgPoint; 2]) {
    const HALF: f64 = 7.0;
    const APART: f64 = 2.5;
    let length = (x2 - x1).hypot(y2 - y1).max(1.0);
    let (along_x, along_y) = ((x2 - x1) / length, (y2 - y1) / length);
    for side in [-APART, APART] {
        let (x, y) = ((x1 + x2) / 2.0 + side * along_x, (y1 + y2) / 2.0 + side * along_y);
        let (dx, dy) = (HALF * along_y, HALF * along_x);
        let _ = writeln!(text, "<path class=\"bar\" d=\"{}\"/>", svg_path(&[(x - dx, y + dy), (x + dx, y - dy)]));
    }
}

/// Arcs over the moves of a side.
fn write_arcs(text: &mut String, side: Side, drawing: &Drawing, scene: &Scene) {
    const RADIUS: f64 = 18.0;
    let edges = drawing.edges_of_nodes();
    for (_, edges) in drawing.nodes.iter().zip(&edges).filter(|(node, _)| node.side == side) {
        let points = edges.iter().map(|&edge| {
            let [(x, y), (to_x, to_y)] = scene.paths[edge].to_name;
            let (dx, dy) = (to_x - x, to_y - y);
            let part = RADIUS / dx.hypot(dy).max(1.0);
            (x + part * dx, y + part * dy)
        });
        let mut points: Vec<SvgPoint> = points.collect();
        points.sort_by(|one, other| one.0.total_cmp(&other.0));
        if let [(x1, y1), .., (x2, y2)] = points[..] {
            let ends = format!("M{x1:.1} {y1:.1}A{RADIUS} {RADIUS} 0 0 0 {x2:.1} {y2:.1}");
            let _ = writeln!(text, "<path class=\"arc\" d=\"{ends}\"/>");
        }
    }
}

fn write_node(text: &mut String, node: &DrawnNode, place: &NodeBox) {
    let (player, radius) = match node.side {
        Side::First => ("max", 2.0),
        Side::Second => ("min", (place.height / 2.0).min(20.0)),
    };
    let unseen = if node.is_visited { "" } else { " unseen" };
    let NodeBox { x, mut top, width, height } = *place;
    let left = x - width / 2.0;
    let _ = writeln!(
        text,
        "<g class=\"{player}{unseen}\"><rect x=\"{left:.1}\" y=\"{top:.1}\" width=\"{width:.1}\" height=\"{height:.1}\" \
         rx=\"{radius:.1}\" stroke-width=\"1.5\"/>"
    );
    let mut lines = &node.picture[..];
    if let Some(board) = &node.board {
        let (drawn, (width, height)) = small_board(board);
        let (left, y) = (x - width / 2.0, top + PADDING);
        let _ = write!(text, "<g transform=\"translate({left:.1} {y:.1})\">{drawn}</g>");
        top += height + BOARD_GAP;
        lines = &[];
    }
    let pictures = lines.iter().map(|line| ("picture", line));
    let details = node.details.iter().map(|line| ("detail", line));
    let lines = pictures.chain([("value", &node.value)]).chain(details);
    for (row, (class, line)) in lines.enumerate() {
        let middle = top + PADDING + LINE_HEIGHT * (row as f64 + 0.5);
        let size = if class == "value" { VALUE_SIZE } else { SVG_TEXT_SIZE };
        let (y, line) = (middle + size * 0.35, svg_escaped(line));
        let _ =
            writeln!(text, "<text xml:space=\"preserve\" class=\"{class}\" x=\"{x:.1}\" y=\"{y:.1}\">{line}</text>");
    }
    *text += "</g>\n";
}

#[cfg(test)]
mod tests {
    use super::super::examples::drawn;
    use super::*;
    use crate::picture::svg_document::{SvgTheme, check_style, svg_css, svg_number};

    #[test]
    fn every_colour_has_a_dark_one_and_no_text_is_small() {
        check_style(TREE_STYLE);
        for size in svg_css(&[TREE_STYLE], SvgTheme::Auto).split("font-size:").skip(1) {
            let size: f64 = size.split("px").next().unwrap().parse().unwrap();
            assert!(size == SVG_TEXT_SIZE || size == VALUE_SIZE);
        }
    }

    /// The last line of the legend stands on the lower margin, each other one directly above the next, and the first
    /// below all nodes.
    #[test]
    fn the_legend_stands_between_the_tree_and_the_lower_margin() {
        let mut counts = Vec::new();
        for (alpha_beta, is_graph) in [(true, false), (false, false), (false, true)] {
            let drawing = drawn("(A(6 8) B(2 (3 4)))", alpha_beta, is_graph);
            let scene = Scene::new(&drawing).unwrap();
            let picture = svg(&drawing).unwrap();
            let lines = picture.lines().filter(|line| line.contains("class=\"start detail\""));
            let base_lines: Vec<f64> = lines.map(|line| svg_number(line, "y")).collect();
            let count = base_lines.len();
            let expected = (0..count).map(|below| scene.size.1 - SVG_MARGIN - LINE_HEIGHT * below as f64);
            assert_eq!(base_lines, expected.rev().collect::<Vec<_>>());
            let lowest = scene.boxes.iter().map(NodeBox::bottom).fold(0.0, f64::max);
            assert!(base_lines[0] - SVG_TEXT_SIZE > lowest, "{base_lines:?}, {lowest}");
            counts.push(count);
        }
        assert!(counts[0] > counts[1], "{counts:?}");
    }
}
