//! Charts as SVG pictures: lines over two axes, and names that do not cover each other.

pub mod axis;
mod labels;

use crate::picture::svg_document::{
    SVG_MARGIN, SVG_TEXT_SIZE, SvgPoint, svg_document, svg_escaped, svg_path, svg_text_width,
};
use crate::system::printable::between_words;
use axis::ChartAxis;
use labels::{PointLabel, label_places, spread};
use std::fmt::Write;

/// A chart.
pub struct Chart {
    /// What it shows, in the first line.
    pub title: String,
    /// The second line.
    pub subtitle: String,
    /// What it shows, for those who cannot see it; may be empty.
    pub description: String,
    /// The axis from left to right.
    pub x: ChartAxis,
    /// The axis upwards.
    pub y: ChartAxis,
    /// Width and height of the area of the lines, in pixels.
    pub area: (f64, f64),
    /// Free space beside the ends of the axis from left to right, in pixels.
    pub inset: f64,
    /// The lines, the hindmost first.
    pub lines: Vec<ChartLine>,
    /// Points of their own, in front of the lines.
    pub points: Vec<ChartPoint>,
    /// What the picture does not explain by itself.
    pub notes: Vec<&'static str>,
    /// CSS of this chart: the colours (`color`) of the classes of its points, and other differences from the common style. Labels
    /// have the class `label`, too.
    pub style: &'static str,
}

/// A line of a chart.
#[derive(Default)]
pub struct ChartLine {
    /// Its name, which stands beside its last point; may be empty.
    pub name: String,
    /// The number of its colour, and of the shape of its markers. The seventh line has the first colour again and is
    /// dashed. `None` for a bound of other lines: grey, dashed, without markers.
    pub colour: Option<usize>,
    /// Whether each point has a marker.
    pub has_markers: bool,
    /// Whether the area below it is shaded.
    pub is_filled: bool,
    /// Its points, from left to right.
    pub points: Vec<(f64, f64)>,
    /// Numbers to compare it with: open markers.
    pub open_points: Vec<(f64, f64)>,
}

/// A point of a chart.
pub struct ChartPoint {
    /// Its class, which has the colour.
    pub class: &'static str,
    /// Its place on the axes.
    pub at: (f64, f64),
    /// Stands beside the point where there is a free place; may be empty.
    pub label: String,
    /// The labels of more important points are placed first.
    pub importance: f64,
}

/// The colours of the first lines (the others have them again) and of bounds. They can be told apart in the common
/// kinds of colour blindness, after Okabe and Ito (2008), and stand out from the paper.
const CHART_STYLE: &str = include_str!("chart.css");

/// The number of colours for lines that are no bounds.
const COLOURS: usize = 6;

/// The upper left corner of the area of the lines.
const LEFT: f64 = 92.0;
const TOP: f64 = 88.0;
/// The width of the place for the names, in letters and in pixels, and its distance from the lines.
const NAME_LETTERS: usize = 16;
const NAME_WIDTH: f64 = 160.0;
const NAME_GAP: f64 = 14.0;
/// The distance of two rows of text.
const ROW: f64 = 17.0;
/// The radii of markers.
const RADIUS: f64 = 4.6;
const OPEN_RADIUS: f64 = 8.0;

impl Chart {
    /// The picture.
    pub fn svg(&self) -> String {
        let mut body = String::new();
        if !self.description.is_empty() {
            let _ = writeln!(body, "<desc>{}</desc>", svg_escaped(&self.description));
        }
        for line in self.lines.iter().filter(|line| line.is_filled) {
            self.write_shade(&mut body, &self.places(line));
        }
        self.write_axes(&mut body);
        for line in &self.lines {
            self.write_line(&mut body, line);
        }
        self.write_names(&mut body);
        self.write_points(&mut body);
        write_text(&mut body, "start detail", (SVG_MARGIN, 49.0), &self.subtitle);
        let mut bottom = self.bottom() + 66.0;
        for note in &self.notes {
            write_text(&mut body, "start detail", (SVG_MARGIN, bottom), note);
            bottom += ROW;
        }
        let has_names = self.lines.iter().any(|line| !line.name.is_empty());
        let space = if has_names { NAME_GAP + NAME_WIDTH } else { SVG_MARGIN };
        svg_document(&self.title, (self.right() + space, bottom - 4.0), &[CHART_STYLE, self.style], &body)
    }

    fn right(&self) -> f64 {
        LEFT + self.area.0
    }

    fn bottom(&self) -> f64 {
        TOP + self.area.1
    }

    fn place(&self, (x, y): (f64, f64)) -> SvgPoint {
        let (left, right) = (LEFT + self.inset, self.right() - self.inset);
        (left + (right - left) * self.x.place(x), self.bottom() - (self.bottom() - TOP) * self.y.place(y))
    }

    fn places(&self, line: &ChartLine) -> Vec<SvgPoint> {
        line.points.iter().map(|&point| self.place(point)).collect()
    }

    /// Shades what is below a line.
    fn write_shade(&self, body: &mut String, places: &[SvgPoint]) {
        if let [first, .., last] = places {
            let corners = [places, &[(last.0, self.bottom()), (first.0, self.bottom())]].concat();
            let _ = writeln!(body, "<path class=\"shade\" d=\"{}Z\"/>", svg_path(&corners));
        }
    }

    /// Writes the axes with a grid.
    fn write_axes(&self, body: &mut String) {
        let (right, bottom) = (self.right(), self.bottom());
        let height = |number| bottom - (bottom - TOP) * self.y.place(number);
        for (number, text) in &self.y.labels {
            let y = height(*number);
            write_path(body, "grid", &[(LEFT, y), (right, y)]);
            write_text(body, "end", (LEFT - 10.0, y + 4.5), text);
        }
        for &number in &self.y.marks {
            write_path(body, "axis", &[(LEFT - 4.0, height(number)), (LEFT, height(number))]);
        }
        write_path(body, "axis", &[(LEFT, TOP), (LEFT, bottom)]);
        write_path(body, "axis", &[(LEFT, bottom), (right, bottom)]);
        for (number, text) in &self.x.labels {
            let (x, _) = self.place((*number, 1.0));
            write_path(body, "axis", &[(x, bottom), (x, bottom + 4.0)]);
            write_text(body, "", (x, bottom + 19.0), text);
        }
        write_text(body, "detail", ((LEFT + right) / 2.0, bottom + 38.0), self.x.name);
        if !self.y.name.is_empty() {
            write_text(body, "end detail", (LEFT - 10.0, TOP - 16.0), self.y.name);
        }
    }

    fn write_line(&self, body: &mut String, line: &ChartLine) {
        let dashed = if line.colour.is_some_and(|colour| colour < COLOURS) { "" } else { " dashed" };
        let places = self.places(line);
        let _ = writeln!(body, "<g class=\"{}\">", line.class());
        write_path(body, &format!("line{dashed}"), &places);
        if let Some(colour) = line.colour {
            let shape = colour + colour / COLOURS;
            for &place in places.iter().filter(|_| line.has_markers) {
                *body += &marker(shape, place, RADIUS, "mark");
            }
            for &point in &line.open_points {
                *body += &marker(shape, self.place(point), OPEN_RADIUS, "open");
            }
        }
        *body += "</g>\n";
    }

    /// Writes the name of each line to the right of its last point.
    fn write_names(&self, body: &mut String) {
        let named = self.lines.iter().filter(|line| !line.name.is_empty()).filter_map(|line| {
            let last = line.points.last().or(line.open_points.last())?;
            Some((between_words(&line.name, NAME_LETTERS), self.place(*last), line.class()))
        });
        let named: Vec<_> = named.collect();
        let wanted: Vec<_> = named.iter().map(|(rows, place, _)| (place.1, ROW * rows.len() as f64)).collect();
        let left = self.right() + NAME_GAP;
        for ((rows, (x, y), class), middle) in named.iter().zip(spread(&wanted, TOP - ROW, self.bottom() + ROW)) {
            write_path(body, &format!("leader {class}"), &[(x + 11.0, *y), (left - 5.0, middle)]);
            let first = middle - ROW * (rows.len() as f64 - 1.0) / 2.0 + 4.5;
            for (row, text) in rows.iter().enumerate() {
                write_text(body, &format!("start name {class}"), (left, first + ROW * row as f64), text);
            }
        }
    }

    fn write_points(&self, body: &mut String) {
        let points: Vec<SvgPoint> = self.points.iter().map(|point| self.place(point.at)).collect();
        for (point, &place) in self.points.iter().zip(&points) {
            *body += &marker(0, place, RADIUS, &format!("mark {}", point.class));
        }
        let labelled: Vec<&ChartPoint> = self.points.iter().filter(|point| !point.label.is_empty()).collect();
        let label = |point: &&ChartPoint| PointLabel {
            width: svg_text_width(&point.label, SVG_TEXT_SIZE),
            point: self.place(point.at),
            importance: point.importance,
        };
        let labels: Vec<_> = labelled.iter().map(label).collect();
        let lines: Vec<_> = self.lines.iter().map(|line| self.places(line)).collect();
        let places = label_places(&labels, &points, &lines, [LEFT, TOP, self.right(), self.bottom()]);
        for (point, place) in labelled.iter().zip(places) {
            if let Some(place) = place {
                write_text(body, &format!("start label {}", point.class), place, &point.label);
            }
        }
    }
}

impl ChartLine {
    /// The class that has the colour.
    fn class(&self) -> String {
        self.colour.map_or("bound".to_owned(), |colour| format!("s{}", colour % COLOURS))
    }
}

/// Writes a line through points.
fn write_path(body: &mut String, class: &str, points: &[SvgPoint]) {
    let _ = writeln!(body, "<path class=\"{class}\" d=\"{}\"/>", svg_path(points));
}

/// Writes a row of text; `y` is its base line.
fn write_text(body: &mut String, class: &str, (x, y): SvgPoint, text: &str) {
    let text = svg_escaped(text);
    let _ = writeln!(body, "<text class=\"{class}\" x=\"{x:.1}\" y=\"{y:.1}\">{text}</text>");
}

/// The number of shapes; other numbers repeat them.
pub const SHAPES: usize = 6;

/// The SVG element of a marker around a point, without its attributes for colours. `class` is its style.
pub fn marker(shape: usize, (x, y): SvgPoint, radius: f64, class: &str) -> String {
    // From left and from above, by turns.
    let corners: &[f64] = match shape % SHAPES {
        0 => return format!("<circle class=\"{class}\" cx=\"{x:.1}\" cy=\"{y:.1}\" r=\"{radius:.1}\"/>\n"),
        1 => &[-0.9, -0.9, 0.9, -0.9, 0.9, 0.9, -0.9, 0.9],
        2 => &[0.0, -1.2, 1.15, 0.8, -1.15, 0.8],
        3 => &[0.0, -1.3, 1.3, 0.0, 0.0, 1.3, -1.3, 0.0],
        4 => &[0.0, 1.2, 1.15, -0.8, -1.15, -0.8],
        _ => &PLUS,
    };
    let corner = |[dx, dy]: &[f64; 2]| format!("{:.1},{:.1}", x + radius * dx, y + radius * dy);
    let corners = corners.as_chunks().0.iter().map(corner).collect::<Vec<_>>().join(" ");
    format!("<polygon class=\"{class}\" points=\"{corners}\"/>\n")
}

const PLUS: [f64; 24] = [
    -0.4, -1.2, 0.4, -1.2, 0.4, -0.4, 1.2, -0.4, 1.2, 0.4, 0.4, 0.4, 0.4, 1.2, -0.4, 1.2, -0.4, 0.4, -1.2, 0.4, -1.2,
    -0.4, -0.4, -0.4,
];

#[cfg(test)]
mod tests {
    use super::*;
    use crate::picture::svg_document::{check_style, svg_number};
    use std::collections::HashSet;

    /// A chart of the points of a line, from 10 to 1000 on the axis upwards.
    fn chart(x: ChartAxis, points: Vec<(f64, f64)>) -> Chart {
        Chart {
            title: "title".to_owned(),
            subtitle: String::new(),
            description: "a < b".to_owned(),
            x,
            y: ChartAxis::logarithmic("nodes", [10.0, 1000.0].into_iter()).unwrap(),
            area: (478.0, 340.0),
            inset: 26.0,
            lines: vec![ChartLine {
                name: "name".to_owned(),
                colour: Some(0),
                is_filled: true,
                points,
                ..ChartLine::default()
            }],
            points: Vec::new(),
            notes: Vec::new(),
            style: "",
        }
    }

    fn depths(first: f64, last: f64) -> ChartAxis {
        ChartAxis::of_whole_numbers("depth in plies", (first, last))
    }

    #[test]
    fn every_decade_is_as_high() {
        let chart = chart(depths(2.0, 6.0), Vec::new());
        let places = [(2.0, 10.0), (4.0, 100.0), (6.0, 1000.0)].map(|it| chart.place(it));
        assert_eq!(places[0], (LEFT + 26.0, chart.bottom()));
        assert_eq!(places[2], (chart.right() - 26.0, TOP));
        let middle = ((LEFT + chart.right()) / 2.0, (TOP + chart.bottom()) / 2.0);
        assert!((places[1].0 - middle.0).abs() + (places[1].1 - middle.1).abs() < 1e-9);
        check_style(CHART_STYLE);
    }

    #[test]
    fn few_points_are_a_chart() {
        for points in [vec![], vec![(4.0, 10.0)]] {
            let picture = chart(depths(4.0, 4.0), points).svg();
            assert!(!picture.contains("NaN") && !picture.contains("class=\"shade\""), "{picture}");
            assert!(picture.contains("<desc>a &lt; b</desc>"), "{picture}");
        }
    }

    /// Where a text stands.
    fn text_place(picture: &str, text: &str) -> SvgPoint {
        let line = picture.lines().find(|line| line.contains(&format!(">{text}<")));
        let line = line.unwrap_or_else(|| panic!("no {text} in {picture}"));
        (svg_number(line, "x"), svg_number(line, "y"))
    }

    /// Each number stands at its mark, and each name at its axis.
    #[test]
    fn texts_stand_at_their_axes() {
        let chart = chart(depths(2.0, 6.0), vec![(2.0, 10.0), (6.0, 500.0)]);
        let picture = chart.svg();
        for depth in 2..=6 {
            let (x, y) = text_place(&picture, &depth.to_string());
            assert_eq!(x, chart.place((depth.into(), 10.0)).0);
            assert!(y > chart.bottom(), "{y}");
        }
        for (text, nodes) in [("10", 10.0), ("100", 100.0), ("1,000", 1000.0)] {
            let (x, y) = text_place(&picture, text);
            assert!(x < LEFT, "{x}");
            assert!((y - chart.place((2.0, nodes)).1).abs() < 5.0, "{text}: {y}");
        }
        let numbers = text_place(&picture, "4");
        let name = text_place(&picture, "depth in plies");
        assert_eq!(name.0, numbers.0, "in the middle of the axis");
        assert!(name.1 > numbers.1 + 13.0, "{name:?} below {numbers:?}");
        let unit = text_place(&picture, "nodes");
        assert_eq!(unit.0, text_place(&picture, "10").0);
        assert!(unit.1 < TOP, "{unit:?}");
        assert!(text_place(&picture, "name").0 > chart.right());
    }

    #[test]
    fn shapes_differ_and_repeat() {
        let draw = |shape| marker(shape, (10.0, 20.0), 5.0, "mark");
        assert_eq!((0..SHAPES).map(draw).collect::<HashSet<_>>().len(), SHAPES);
        assert_eq!(draw(0), draw(SHAPES));
        assert!(draw(1).contains("points=\"5.5,15.5 14.5,15.5 14.5,24.5 5.5,24.5\""));
    }
}
