//! Trees as SVG pictures.

use super::drawing::{Drawing, DrawnEdge, DrawnNode, EdgeKind};
use super::scene::{
    LINE_HEIGHT, MARGIN, NAME_HEIGHT, NodeBox, PADDING, Scene, TEXT_SIZE, VALUE_SIZE,
};
use crate::game::Side;
use std::fmt::Write;

/// The colours, first for light screens.
const STYLE: &str = "\
text{font-family:sans-serif;font-size:13px;fill:#1b1f24;text-anchor:middle}
.paper{fill:#ffffff}.start{text-anchor:start}.title{font-size:16px;font-weight:bold}
.value{font-size:16px;font-weight:bold}.picture{font-family:monospace;white-space:pre}
.max rect{fill:#dbe7f6;stroke:#345480}.min rect{fill:#f8e6d2;stroke:#9a5600}
.player{font-weight:bold;fill:#57606a}.detail{fill:#424a53}
.edge{stroke:#57606a;stroke-width:1.3;fill:none}.best{stroke:#1b1f24;stroke-width:3}
.cut{stroke-dasharray:4 4}.bar{stroke:#c82828;stroke-width:2.5;fill:none}
.arc{stroke:#57606a;stroke-width:1.5;fill:none}
.unseen rect{fill:#ffffff;stroke:#8c959f;stroke-dasharray:4 4}.unseen text{fill:#6e7781}
@media (prefers-color-scheme:dark){
text{fill:#e6edf3}.paper{fill:#0d1117}
.max rect{fill:#1f2d3d;stroke:#79a7e3}.min rect{fill:#3a2a17;stroke:#f0a040}
.player{fill:#9ea7b3}.detail{fill:#c5ced8}
.edge{stroke:#9ea7b3}.best{stroke:#ffffff}.bar{stroke:#ff7b72}.arc{stroke:#9ea7b3}
.unseen rect{fill:#0d1117;stroke:#6e7681}.unseen text{fill:#9ea7b3}
}
";

/// The drawing of a tree as an SVG picture, with colours for light and dark screens.
pub fn svg(drawing: &Drawing) -> String {
    let scene = Scene::new(drawing);
    let (width, height) = scene.size;
    let title = escaped(&drawing.title);
    let mut text = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{width:.0}\" height=\"{height:.0}\" \
         viewBox=\"0 0 {width:.0} {height:.0}\" role=\"img\">\n<title>{title}</title>\n\
         <style>\n{STYLE}</style>\n<rect class=\"paper\" width=\"100%\" height=\"100%\"/>\n\
         <text class=\"title start\" x=\"{MARGIN}\" y=\"28\">{title}</text>\n"
    );
    write_players(&mut text, drawing, &scene);
    for edge in &drawing.edges {
        write_edge(&mut text, edge, &scene);
    }
    if drawing.and_or {
        write_arcs(&mut text, drawing, &scene);
    }
    for (node, place) in drawing.nodes.iter().zip(&scene.boxes) {
        write_node(&mut text, node, place);
    }
    let first = height - MARGIN - LINE_HEIGHT * (drawing.legend.len() as f64 - 1.0);
    for (row, line) in drawing.legend.iter().enumerate() {
        let y = first + LINE_HEIGHT * row as f64;
        let _ = writeln!(
            text,
            "<text class=\"start detail\" x=\"{MARGIN}\" y=\"{y:.1}\">{}</text>",
            escaped(line)
        );
    }
    text + "</svg>\n"
}

/// MAX or MIN to the left of each level, and its name in AND/OR trees.
fn write_players(text: &mut String, drawing: &Drawing, scene: &Scene) {
    for (level, &(top, bottom)) in scene.levels.iter().enumerate() {
        let mut nodes = drawing.nodes.iter();
        let Some(node) = nodes.find(|node| node.level as usize == level) else {
            continue;
        };
        let kind = match (drawing.and_or, node.side) {
            (false, _) => "",
            (true, Side::First) => "OR",
            (true, Side::Second) => "AND",
        };
        let y = (top + bottom + TEXT_SIZE * 0.7) / 2.0;
        let player = node.player();
        let _ = writeln!(
            text,
            "<text class=\"player start\" x=\"{MARGIN}\" y=\"{y:.1}\">{player}</text>"
        );
        if !kind.is_empty() {
            let y = y + LINE_HEIGHT;
            let _ = writeln!(
                text,
                "<text class=\"player start\" x=\"{MARGIN}\" y=\"{y:.1}\">{}</text>",
                kind
            );
        }
    }
}

/// A line from the node to the name of the move, which stands above the child.
fn write_edge(text: &mut String, edge: &DrawnEdge, scene: &Scene) {
    let [from, to] = edge.ends.map(|index| scene.boxes[index]);
    let (x, y) = end_of_edge(&to, scene);
    let class = match edge.kind {
        EdgeKind::Tried => "edge",
        EdgeKind::Best => "edge best",
        EdgeKind::Cut | EdgeKind::BelowCut => "edge cut",
    };
    let _ = writeln!(
        text,
        "<path class=\"{class}\" d=\"M{:.1} {:.1}L{x:.1} {y:.1}\"/>",
        from.x,
        from.bottom()
    );
    if edge.kind == EdgeKind::Cut {
        write_bar(text, (from.x, from.bottom()), (x, y));
    }
    if scene.has_names {
        let y = to.top - 5.0;
        let name = escaped(&edge.name);
        let _ = writeln!(text, "<text x=\"{x:.1}\" y=\"{y:.1}\">{name}</text>");
    }
}

fn end_of_edge(child: &NodeBox, scene: &Scene) -> (f64, f64) {
    let height = if scene.has_names { NAME_HEIGHT } else { 0.0 };
    (child.x, child.top - height)
}

/// Two short strokes across the middle of a line.
fn write_bar(text: &mut String, (x1, y1): (f64, f64), (x2, y2): (f64, f64)) {
    const HALF: f64 = 7.0;
    const APART: f64 = 2.5;
    let length = (x2 - x1).hypot(y2 - y1).max(1.0);
    let (along_x, along_y) = ((x2 - x1) / length, (y2 - y1) / length);
    for side in [-APART, APART] {
        let (x, y) = (
            (x1 + x2) / 2.0 + side * along_x,
            (y1 + y2) / 2.0 + side * along_y,
        );
        let _ = writeln!(
            text,
            "<path class=\"bar\" d=\"M{:.1} {:.1}L{:.1} {:.1}\"/>",
            x - HALF * along_y,
            y + HALF * along_x,
            x + HALF * along_y,
            y - HALF * along_x
        );
    }
}

/// Arcs over the moves of MIN.
fn write_arcs(text: &mut String, drawing: &Drawing, scene: &Scene) {
    const RADIUS: f64 = 18.0;
    let edges = drawing.edges_of_nodes();
    for (index, node) in drawing.nodes.iter().enumerate() {
        let (Side::Second, [first, .., last]) = (node.side, &edges[index][..]) else {
            continue;
        };
        let place = scene.boxes[index];
        let point = |edge: usize| {
            let child = scene.boxes[drawing.edges[edge].ends[1]];
            let (x, y) = end_of_edge(&child, scene);
            let (dx, dy) = (x - place.x, y - place.bottom());
            let part = RADIUS / dx.hypot(dy).max(1.0);
            (place.x + part * dx, place.bottom() + part * dy)
        };
        let ((x1, y1), (x2, y2)) = (point(*first), point(*last));
        let _ = writeln!(
            text,
            "<path class=\"arc\" d=\"M{x1:.1} {y1:.1}A{RADIUS} {RADIUS} 0 0 0 {x2:.1} {y2:.1}\"/>"
        );
    }
}

fn write_node(text: &mut String, node: &DrawnNode, place: &NodeBox) {
    let (player, radius) = match node.side {
        Side::First => ("max", 2.0),
        Side::Second => ("min", (place.height / 2.0).min(20.0)),
    };
    let unseen = if node.is_visited { "" } else { " unseen" };
    let _ = writeln!(
        text,
        "<g class=\"{player}{unseen}\"><rect x=\"{:.1}\" y=\"{:.1}\" width=\"{:.1}\" height=\"{:.1}\" \
         rx=\"{radius:.1}\" stroke-width=\"1.5\"/>",
        place.x - place.width / 2.0,
        place.top,
        place.width,
        place.height
    );
    let pictures = node.picture.iter().map(|line| ("picture", line));
    let details = node.details.iter().map(|line| ("detail", line));
    let lines = pictures.chain([("value", &node.value)]).chain(details);
    for (row, (class, line)) in lines.enumerate().filter(|(_, (_, line))| !line.is_empty()) {
        let middle = place.top + PADDING + LINE_HEIGHT * (row as f64 + 0.5);
        let size = if class == "value" {
            VALUE_SIZE
        } else {
            TEXT_SIZE
        };
        let y = middle + size * 0.35;
        let _ = writeln!(
            text,
            "<text class=\"{class}\" x=\"{:.1}\" y=\"{y:.1}\">{}</text>",
            place.x,
            escaped(line)
        );
    }
    *text += "</g>\n";
}

fn escaped(text: &str) -> String {
    let escaped = text.replace('&', "&amp;").replace('<', "&lt;");
    escaped.replace('>', "&gt;")
}
