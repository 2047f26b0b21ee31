//! Node counts over the depth of search as a chart: a line for each algorithm, with its name at the end.

use super::chart::axis::ChartAxis;
use super::chart::{Chart, ChartLine};

/// The node counts of some algorithms.
pub struct NodeChart {
    /// What is counted.
    pub title: String,
    /// On which positions.
    pub subtitle: String,
    /// What the numbers are.
    pub unit: &'static str,
    /// The algorithms, with depths and nodes as points, and those in the literature as open points. A line is filled if it is a
    /// lower bound for alpha-beta, whatever the move order. The colours and markers are chosen by the chart.
    pub lines: Vec<ChartLine>,
}

impl NodeChart {
    /// The picture; `None` if there is nothing to draw. Counts of zero are left out, as they have no logarithm.
    pub fn svg(self) -> Option<String> {
        let mut colours = 0..;
        let line = |line: ChartLine| ChartLine {
            colour: if line.is_filled { None } else { colours.next() },
            has_markers: true,
            points: cleaned(line.points),
            open_points: cleaned(line.open_points),
            ..line
        };
        let lines: Vec<ChartLine> = self.lines.into_iter().map(line).collect();
        let points = lines.iter().flat_map(|line| line.points.iter().chain(&line.open_points));
        let depths = points.clone().map(|it| it.0);
        let ends = (depths.clone().reduce(f64::min)?, depths.reduce(f64::max)?);
        let is_shaded = lines.iter().any(|line| line.is_filled);
        let notes = [
            lines.iter().any(|line| !line.open_points.is_empty()).then_some("Open markers: published counts."),
            is_shaded.then_some("Shaded: fewer nodes than alpha-beta needs with the best order of moves."),
        ];
        let chart = Chart {
            title: self.title,
            subtitle: self.subtitle,
            description: String::new(),
            x: ChartAxis::of_whole_numbers("depth in plies", ends),
            y: ChartAxis::logarithmic(self.unit, points.map(|it| it.1))?,
            area: (478.0, 340.0),
            inset: 26.0,
            points: Vec::new(),
            notes: notes.into_iter().flatten().collect(),
            style: "",
            lines,
        };
        Some(chart.svg())
    }
}

/// The points sorted by depth, without zeros and duplicates.
fn cleaned(mut points: Vec<(f64, f64)>) -> Vec<(f64, f64)> {
    points.retain(|it| it.1 > 0.0);
    points.sort_by(|one, other| one.0.total_cmp(&other.0));
    points.dedup_by_key(|it| it.0);
    points
}

#[cfg(test)]
mod tests {
    use super::*;

    fn line(name: &str, points: &[(f64, f64)]) -> ChartLine {
        let is_filled = name == "least-tree";
        ChartLine { name: name.to_owned(), is_filled, points: points.to_vec(), ..ChartLine::default() }
    }

    fn chart(lines: Vec<ChartLine>) -> Option<String> {
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
        let mut history = line("history step=8", &[(4.0, 286.0), (2.0, 33.0), (4.0, 286.0)]);
        history.open_points = vec![(2.0, 27.0)];
        let lines = vec![
            line("minimax", &[(2.0, 57.0), (4.0, 1828.0)]),
            history,
            line("least-tree", &[(2.0, 21.0), (4.0, 147.0)]),
        ];
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
        let picture = chart(vec![line("negamax depth=1", &[(1.0, 1.0)])]).unwrap();
        assert!(!picture.contains("NaN") && !picture.contains("Shaded"), "{picture}");
        assert_eq!(picture.matches("<circle").count(), 1);
        assert_eq!(chart(vec![line("minimax", &[(2.0, 0.0)])]), None);
        assert_eq!(chart(Vec::new()), None);
    }

    #[test]
    fn many_lines_have_colours_again() {
        let names = (0..9).map(|it| format!("selective width={it}"));
        let picture = chart(names.map(|name| line(&name, &[(1.0, 9.0), (2.0, 90.0)])).collect()).unwrap();
        assert_eq!(picture.matches("<g class=\"s2\">").count(), 2);
        assert_eq!(picture.matches("<path class=\"line dashed\"").count(), 3);
    }
}
