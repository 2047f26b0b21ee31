//! The axes of a chart: depths from left to right, nodes upwards on a logarithmic scale.

use super::log_axis::LogAxis;
use crate::picture::svg_document::{SvgPoint, svg_escaped};
use std::fmt::Write;

/// What a chart can show, and where.
pub struct NodePlot {
    /// The least and the greatest depth.
    pub depths: (u32, u32),
    /// The nodes.
    pub nodes: LogAxis,
}

/// The edges of the place for the lines.
pub const LEFT: f64 = 92.0;
pub const TOP: f64 = 88.0;
pub const RIGHT: f64 = 570.0;
pub const BOTTOM: f64 = 428.0;

/// The free space beside the first and the last depth.
const INSET: f64 = 26.0;

impl NodePlot {
    /// Where a count is drawn.
    pub fn place(&self, (depth, nodes): (u32, f64)) -> SvgPoint {
        let (first, last) = self.depths;
        let share = if first < last { f64::from(depth - first) / f64::from(last - first) } else { 0.5 };
        let (left, right) = (LEFT + INSET, RIGHT - INSET);
        let y = BOTTOM - (BOTTOM - TOP) * self.nodes.place(nodes);
        (left + (right - left) * share, y)
    }

    /// Writes the axes with a grid. `unit` is what the numbers of nodes are.
    pub fn write_axes(&self, body: &mut String, unit: &str) {
        for (nodes, text) in self.nodes.decades() {
            let (_, y) = self.place((self.depths.0, nodes));
            write_line(body, "grid", (LEFT, y), (RIGHT, y));
            write_text(body, "end", (LEFT - 10.0, y + 4.5), &text);
        }
        for nodes in self.nodes.between() {
            let (_, y) = self.place((self.depths.0, nodes));
            write_line(body, "axis", (LEFT - 4.0, y), (LEFT, y));
        }
        write_line(body, "axis", (LEFT, TOP), (LEFT, BOTTOM));
        write_line(body, "axis", (LEFT, BOTTOM), (RIGHT, BOTTOM));
        for depth in self.shown_depths() {
            let (x, _) = self.place((depth, 1.0));
            write_line(body, "axis", (x, BOTTOM), (x, BOTTOM + 4.0));
            write_text(body, "", (x, BOTTOM + 19.0), &depth.to_string());
        }
        let middle = (LEFT + RIGHT) / 2.0;
        write_text(body, "detail", (middle, BOTTOM + 38.0), "depth in plies");
        write_text(body, "end detail", (LEFT - 10.0, TOP - 16.0), unit);
    }

    /// The depths that have a number: at most about twenty.
    fn shown_depths(&self) -> impl Iterator<Item = u32> {
        let (first, last) = self.depths;
        let step = (last - first) / 20 + 1;
        (first..=last).step_by(step as usize)
    }
}

/// Writes a straight line.
pub fn write_line(body: &mut String, class: &str, (x1, y1): SvgPoint, (x2, y2): SvgPoint) {
    let _ = writeln!(body, "<path class=\"{class}\" d=\"M{x1:.1} {y1:.1}L{x2:.1} {y2:.1}\"/>");
}

/// Writes a row of text; `y` is its base line.
pub fn write_text(body: &mut String, class: &str, (x, y): SvgPoint, text: &str) {
    let text = svg_escaped(text);
    let _ = writeln!(body, "<text class=\"{class}\" x=\"{x:.1}\" y=\"{y:.1}\">{text}</text>");
}

#[cfg(test)]
mod tests {
    use super::*;

    fn plot(depths: (u32, u32)) -> NodePlot {
        let nodes = LogAxis::around([10.0, 1000.0].into_iter()).unwrap();
        NodePlot { depths, nodes }
    }

    #[test]
    fn every_decade_is_as_high() {
        let plot = plot((2, 6));
        let places = [(2, 10.0), (4, 100.0), (6, 1000.0)].map(|it| plot.place(it));
        assert_eq!(places[0], (LEFT + INSET, BOTTOM));
        assert_eq!(places[2], (RIGHT - INSET, TOP));
        let middle = ((LEFT + RIGHT) / 2.0, (TOP + BOTTOM) / 2.0);
        assert!((places[1].0 - middle.0).abs() + (places[1].1 - middle.1).abs() < 1e-9);
    }

    #[test]
    fn axes_of_any_depths_have_numbers() {
        assert_eq!(plot((4, 4)).place((4, 10.0)).0, (LEFT + RIGHT) / 2.0);
        assert_eq!(plot((4, 4)).shown_depths().collect::<Vec<_>>(), [4]);
        assert_eq!(plot((1, 4)).shown_depths().count(), 4);
        assert!((10..22).contains(&plot((1, 239)).shown_depths().count()));
        let mut axes = String::new();
        plot((2, 6)).write_axes(&mut axes, "nodes");
        for text in [">1,000<", ">10<", ">5<", ">depth in plies<", ">nodes<"] {
            assert!(axes.contains(text), "{text}");
        }
    }

    /// Where a text stands.
    fn text_place(axes: &str, text: &str) -> SvgPoint {
        let line = axes.lines().find(|line| line.contains(&format!(">{text}<")));
        let line = line.unwrap_or_else(|| panic!("no {text} in {axes}"));
        let number = |name: &str| {
            let (_, rest) = line.split_once(&format!(" {name}=\"")).unwrap();
            rest.split('"').next().unwrap().parse().unwrap()
        };
        (number("x"), number("y"))
    }

    /// Each number stands at its mark, and each name at its axis.
    #[test]
    fn texts_stand_at_their_axes() {
        let plot = plot((2, 6));
        let mut axes = String::new();
        plot.write_axes(&mut axes, "nodes");
        for depth in 2..=6 {
            let (x, y) = text_place(&axes, &depth.to_string());
            assert_eq!(x, plot.place((depth, 10.0)).0);
            assert!(y > BOTTOM, "{y}");
        }
        for (text, nodes) in [("10", 10.0), ("100", 100.0), ("1,000", 1000.0)] {
            let (x, y) = text_place(&axes, text);
            assert!(x < LEFT, "{x}");
            assert!((y - plot.place((2, nodes)).1).abs() < 5.0, "{text}: {y}");
        }
        let numbers = text_place(&axes, "4");
        let name = text_place(&axes, "depth in plies");
        assert_eq!(name.0, numbers.0, "in the middle of the axis");
        assert!(name.1 > numbers.1 + 13.0, "{name:?} below {numbers:?}");
        let unit = text_place(&axes, "nodes");
        assert_eq!(unit.0, text_place(&axes, "10").0);
        assert!(unit.1 < TOP, "{unit:?}");
    }
}
