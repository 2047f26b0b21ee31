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

    #[test]
    fn one_point_is_a_chart_and_none_is_not() {
        let chart = |points: &[(f64, f64)]| {
            let lines = vec![ChartLine { points: points.to_vec(), ..ChartLine::default() }];
            NodeChart { title: String::new(), subtitle: String::new(), unit: "nodes", lines }.svg()
        };
        let picture = chart(&[(1.0, 1.0)]).unwrap();
        assert!(picture.matches("<circle").count() == 1 && !picture.contains("NaN"), "{picture}");
        assert_eq!([chart(&[(2.0, 0.0)]), chart(&[])], [None, None]);
    }
}
