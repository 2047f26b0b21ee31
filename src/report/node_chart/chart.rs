//! The chart: a line for each algorithm, with its name at the end.

use super::log_axis::LogAxis;
use super::marker::marker;
use super::plot::{BOTTOM, NodePlot, RIGHT, TOP, write_line, write_text};
use super::side_labels::{rows, spread};
use crate::picture::svg_document::{SVG_MARGIN, SvgPoint, SvgStyle, svg_document};
use std::fmt::Write;

/// The node counts of some algorithms.
pub struct NodeChart {
    /// What is counted.
    pub title: String,
    /// On which positions.
    pub subtitle: String,
    /// What the numbers are.
    pub unit: &'static str,
    /// The algorithms.
    pub lines: Vec<NodeChartLine>,
}

/// The node counts of one algorithm.
#[derive(Clone, Debug)]
pub struct NodeChartLine {
    /// The algorithm.
    pub name: String,
    /// Whether it is a lower bound for alpha-beta, whatever the move order.
    pub is_bound: bool,
    /// Depths and nodes.
    pub points: Vec<(u32, f64)>,
    /// Depths and nodes in the literature.
    pub published: Vec<(u32, f64)>,
}

/// The colours of the first lines (the others have them again) and of bounds. They can be told apart in the common kinds
/// of colour blindness, after Okabe and Ito (2008), and stand out from the paper.
const STYLE: SvgStyle = SvgStyle {
    light: "\
.grid{stroke:#d8dee4;stroke-width:1}.axis{stroke:#57606a;stroke-width:1}
.s0{color:#0072b2}.s1{color:#d55e00}.s2{color:#00805d}.s3{color:#aa3f8f}
.s4{color:#1b1f24}.s5{color:#8a6d00}.bound{color:#6e7781}
.line{stroke:currentColor;stroke-width:2;fill:none}.leader{stroke:currentColor;stroke-width:1;fill:none}
.dashed{stroke-dasharray:6 4}.shade{fill:#eef1f4}
.mark{fill:currentColor;stroke:#ffffff;stroke-width:1.2}
.open{stroke:currentColor;stroke-width:1.6;fill:none}.name{fill:currentColor;font-weight:bold}
",
    dark: "\
.grid{stroke:#272d35}.axis{stroke:#9ea7b3}
.s0{color:#56b4e9}.s1{color:#ff8c42}.s2{color:#3ccfa0}.s3{color:#e58ad2}
.s4{color:#f0f3f6}.s5{color:#e6c84a}.bound{color:#9ea7b3}
.shade{fill:#161c24}.mark{stroke:#0d1117}
",
};

/// The number of colours for lines that are no bounds.
const COLOURS: usize = 6;

/// The width of the place for the names, in letters and in pixels.
const NAME_LETTERS: usize = 16;
const NAME_WIDTH: f64 = 160.0;
/// Where the names begin.
const NAMES: f64 = RIGHT + 14.0;
/// The distance of two rows of text.
const ROW: f64 = 17.0;

impl NodeChart {
    /// The picture; `None` if there is nothing to draw. Counts of zero are left out, as they have no logarithm.
    pub fn svg(&self) -> Option<String> {
        let lines: Vec<_> = self.lines.iter().map(NodeChartLine::cleaned).collect();
        let points = lines.iter().flat_map(|it| it.points.iter().chain(&it.published));
        let depths = points.clone().map(|it| it.0);
        let plot =
            NodePlot { depths: (depths.clone().min()?, depths.max()?), nodes: LogAxis::around(points.map(|it| it.1))? };
        let mut body = String::new();
        if let Some(bound) = lines.iter().find(|it| it.is_bound) {
            write_shade(&mut body, &bound.places(&plot));
        }
        plot.write_axes(&mut body, self.unit);
        let colours = colours(&lines);
        for (line, &colour) in lines.iter().zip(&colours) {
            line.write(&mut body, &plot, colour);
        }
        write_names(&mut body, &plot, &lines, &colours);
        let subtitle = &self.subtitle;
        write_text(&mut body, "start detail", (SVG_MARGIN, 49.0), subtitle);
        let mut bottom = BOTTOM + 66.0;
        for note in notes(&lines) {
            write_text(&mut body, "start detail", (SVG_MARGIN, bottom), note);
            bottom += ROW;
        }
        let size = (NAMES + NAME_WIDTH, bottom - 4.0);
        Some(svg_document(&self.title, size, &[&STYLE], &body))
    }
}

/// The numbers by which lines have their colours; `None` for bounds.
fn colours(lines: &[NodeChartLine]) -> Vec<Option<usize>> {
    let mut numbers = 0..;
    let number = |line: &NodeChartLine| if line.is_bound { None } else { numbers.next() };
    lines.iter().map(number).collect()
}

/// The class that has the colour.
fn class(colour: Option<usize>) -> String {
    colour.map_or("bound".to_owned(), |number| format!("s{}", number % COLOURS))
}

impl NodeChartLine {
    /// The line with its points sorted by depth, without zeros and duplicates.
    fn cleaned(&self) -> NodeChartLine {
        let clean = |points: &[(u32, f64)]| {
            let mut points = points.to_vec();
            points.retain(|it| it.1 > 0.0);
            points.sort_by_key(|it| it.0);
            points.dedup_by_key(|it| it.0);
            points
        };
        NodeChartLine { points: clean(&self.points), published: clean(&self.published), ..self.clone() }
    }

    fn places(&self, plot: &NodePlot) -> Vec<SvgPoint> {
        self.points.iter().map(|&point| plot.place(point)).collect()
    }

    fn write(&self, body: &mut String, plot: &NodePlot, colour: Option<usize>) {
        const RADIUS: f64 = 4.6;
        const OPEN_RADIUS: f64 = 8.0;
        let places = self.places(plot);
        let dashed = match colour {
            Some(number) if number < COLOURS => "",
            _ => " dashed",
        };
        let class = class(colour);
        let _ = writeln!(body, "<g class=\"{class}\">");
        let _ = writeln!(body, "<path class=\"line{dashed}\" d=\"{}\"/>", path(&places));
        if let Some(number) = colour {
            let shape = number + number / COLOURS;
            for &place in &places {
                *body += &marker(shape, place, RADIUS, "mark");
            }
            for &point in &self.published {
                *body += &marker(shape, plot.place(point), OPEN_RADIUS, "open");
            }
        }
        *body += "</g>\n";
    }
}

/// A line through points.
fn path(places: &[SvgPoint]) -> String {
    let corners = places.iter().map(|(x, y)| format!("{x:.1} {y:.1}"));
    let corners: Vec<_> = corners.collect();
    format!("M{}", corners.join("L"))
}

/// Shades what is below a line.
fn write_shade(body: &mut String, places: &[SvgPoint]) {
    if let [first, .., last] = places {
        let corners = [places, &[(last.0, BOTTOM), (first.0, BOTTOM)]].concat();
        let _ = writeln!(body, "<path class=\"shade\" d=\"{}Z\"/>", path(&corners));
    }
}

/// Writes the name of each line to the right of its last point.
fn write_names(body: &mut String, plot: &NodePlot, lines: &[NodeChartLine], colours: &[Option<usize>]) {
    let named = lines.iter().zip(colours).filter_map(|(line, &colour)| {
        let last = line.points.last().or(line.published.last())?;
        Some((rows(&line.name, NAME_LETTERS), plot.place(*last), class(colour)))
    });
    let named: Vec<_> = named.collect();
    let wanted = named.iter().map(|(rows, place, _)| (place.1, ROW * rows.len() as f64));
    let middles = spread(&wanted.collect::<Vec<_>>(), TOP - ROW, BOTTOM + ROW);
    for ((rows, (x, y), class), middle) in named.iter().zip(middles) {
        let leader = format!("leader {class}");
        write_line(body, &leader, (x + 11.0, *y), (NAMES - 5.0, middle));
        let first = middle - ROW * (rows.len() as f64 - 1.0) / 2.0 + 4.5;
        for (row, text) in rows.iter().enumerate() {
            let place = (NAMES, first + ROW * row as f64);
            write_text(body, &format!("start name {class}"), place, text);
        }
    }
}

/// What the picture does not explain by itself.
fn notes(lines: &[NodeChartLine]) -> impl Iterator<Item = &'static str> {
    let published = lines.iter().any(|it| !it.published.is_empty());
    let bound = lines.iter().any(|it| it.is_bound);
    let published = published.then_some("Open markers: published counts.");
    let bound = bound.then_some("Shaded: fewer nodes than alpha-beta needs with the best order of moves.");
    published.into_iter().chain(bound)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::picture::svg_document::check_style;

    fn line(name: &str, points: &[(u32, f64)]) -> NodeChartLine {
        NodeChartLine {
            name: name.to_owned(),
            is_bound: name == "least-tree",
            points: points.to_vec(),
            published: Vec::new(),
        }
    }

    fn chart(lines: Vec<NodeChartLine>) -> Option<String> {
        let chart = NodeChart {
            title: "pongor: nodes by depth".to_owned(),
            subtitle: "5 < 6".to_owned(),
            unit: "nodes",
            lines,
        };
        chart.svg()
    }

    #[test]
    fn a_line_for_each_algorithm() {
        let mut history = line("history step=8", &[(4, 286.0), (2, 33.0), (4, 286.0)]);
        history.published = vec![(2, 27.0)];
        let lines =
            vec![line("minimax", &[(2, 57.0), (4, 1828.0)]), history, line("least-tree", &[(2, 21.0), (4, 147.0)])];
        let picture = chart(lines).unwrap();
        assert_eq!(picture.matches("<path class=\"line\"").count(), 2);
        assert_eq!(picture.matches("<path class=\"line dashed\"").count(), 1);
        // The first line has circles, the second squares; a bound has none.
        assert_eq!(picture.matches("<circle class=\"mark\"").count(), 2);
        assert_eq!(picture.matches("<polygon class=\"mark\"").count(), 2);
        assert_eq!(picture.matches("<polygon class=\"open\"").count(), 1);
        assert_eq!(picture.matches("class=\"shade\"").count(), 1);
        for text in [
            ">minimax<",
            ">history step=8<",
            ">least-tree<",
            ">5 &lt; 6<",
            ">10,000<",
            ">Open markers: published counts.<",
        ] {
            assert!(picture.contains(text), "{text}");
        }
        assert!(!picture.contains("NaN") && !picture.contains("inf"), "{picture}");
    }

    #[test]
    fn one_point_is_a_chart_and_none_is_not() {
        let picture = chart(vec![line("negamax depth=1", &[(1, 1.0)])]).unwrap();
        assert!(!picture.contains("NaN") && !picture.contains("Shaded"), "{picture}");
        assert_eq!(picture.matches("<circle").count(), 1);
        assert_eq!(chart(vec![line("minimax", &[(2, 0.0)])]), None);
        assert_eq!(chart(Vec::new()), None);
    }

    #[test]
    fn many_lines_have_colours_again() {
        let names = (0..9).map(|it| format!("selective width={it}"));
        let lines = names.map(|name| line(&name, &[(1, 9.0), (2, 90.0)]));
        let picture = chart(lines.collect()).unwrap();
        assert_eq!(picture.matches("<g class=\"s2\">").count(), 2);
        assert_eq!(picture.matches("<path class=\"line dashed\"").count(), 3);
        check_style(&STYLE);
    }
}
