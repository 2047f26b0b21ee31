//! The places of labels in a chart, such that none covers another: beside points, and in a column beside the ends of lines.

use crate::drawing::isotonic::isotonic;
use crate::picture::svg_document::{SVG_TEXT_SIZE, SvgPoint};

/// A rectangle on the picture: left, top, right, bottom.
type Frame = [f64; 4];

/// A label to place.
pub struct PointLabel {
    /// The width of its text.
    pub width: f64,
    /// The point that it names.
    pub point: SvgPoint,
    /// More important labels are placed first.
    pub importance: f64,
}

/// The beginning of the base line of each label, in their order. `None` for a label without a free place in `frame`: it
/// must not cover a more important label or one of the `points`. Places off the `lines` are preferred.
pub fn label_places(
    labels: &[PointLabel],
    points: &[SvgPoint],
    lines: &[Vec<SvgPoint>],
    frame: Frame,
) -> Vec<Option<SvgPoint>> {
    let dots: Vec<SvgPoint> = lines.iter().flat_map(|line| dots_along(line)).collect();
    let mut places = vec![None; labels.len()];
    let mut taken: Vec<Frame> = points.iter().copied().map(dot).collect();
    let mut order: Vec<usize> = (0..labels.len()).collect();
    order.sort_by(|&one, &other| labels[other].importance.total_cmp(&labels[one].importance));
    for index in order {
        let label = &labels[index];
        let is_free = |&place: &SvgPoint| {
            let area = label.area(place);
            inside(area, frame) && !taken.iter().any(|&other| overlap(area, other))
        };
        let is_off_the_lines = |&place: &SvgPoint| {
            let area = label.area(place);
            !dots.iter().any(|&(x, y)| inside([x, y, x, y], area))
        };
        let off = label.candidates().filter(is_off_the_lines).find(is_free);
        if let Some(place) = off.or_else(|| label.candidates().find(is_free)) {
            taken.push(label.area(place));
            places[index] = Some(place);
        }
    }
    places
}

impl PointLabel {
    /// Possible places beside the point, nearest first.
    fn candidates(&self) -> impl Iterator<Item = SvgPoint> {
        const GAP: f64 = 6.0;
        const FARTHEST: u32 = 5;
        let (x, y) = self.point;
        let lefts = [x + GAP, x - GAP - self.width, x - self.width / 2.0];
        (0..FARTHEST).flat_map(move |step| {
            let off = GAP + f64::from(step) * (SVG_TEXT_SIZE + 2.0);
            let base_lines = [y - off - DESCENT, y + off + SVG_TEXT_SIZE - DESCENT];
            base_lines.into_iter().flat_map(move |base| lefts.into_iter().map(move |left| (left, base)))
        })
    }

    /// The area of the text with a margin.
    fn area(&self, (left, base): SvgPoint) -> Frame {
        let bottom = base + DESCENT;
        [left - 2.0, bottom - SVG_TEXT_SIZE - 1.0, left + self.width + 2.0, bottom + 1.0]
    }
}

/// How far letters reach below the base line.
const DESCENT: f64 = 2.0;

/// Points on a line, a few pixels apart.
fn dots_along(line: &[SvgPoint]) -> impl Iterator<Item = SvgPoint> {
    const APART: f64 = 3.0;
    line.windows(2).flat_map(|ends| {
        let [(x, y), (to_x, to_y)] = [ends[0], ends[1]];
        let steps = ((to_x - x).abs().max((to_y - y).abs()) / APART).ceil().max(1.0);
        let at = move |step| (x + (to_x - x) * f64::from(step) / steps, y + (to_y - y) * f64::from(step) / steps);
        (0..=steps as u32).map(at)
    })
}

fn dot((x, y): SvgPoint) -> Frame {
    [x - 4.0, y - 4.0, x + 4.0, y + 4.0]
}

fn inside(inner: Frame, outer: Frame) -> bool {
    inner[0] >= outer[0] && inner[1] >= outer[1] && inner[2] <= outer[2] && inner[3] <= outer[3]
}

fn overlap(one: Frame, other: Frame) -> bool {
    one[0] < other[2] && other[0] < one[2] && one[1] < other[3] && other[1] < one[3]
}

/// Moves labels so that none covers another, each as little as possible. `labels` are the wanted middle and the height of
/// each; the result is the middle of each, between `top` and `bottom` where there is room.
pub fn spread(labels: &[(f64, f64)], top: f64, bottom: f64) -> Vec<f64> {
    let mut order: Vec<usize> = (0..labels.len()).collect();
    order.sort_by(|&one, &other| labels[one].0.total_cmp(&labels[other].0));
    let mut above = 0.0;
    let offset = |&label: &usize| {
        above += labels[label].1;
        above - labels[label].1 / 2.0
    };
    let offsets: Vec<f64> = order.iter().map(offset).collect();
    // Where a label would stand if all labels above it had no height: these places must not decrease.
    let wanted = order.iter().zip(&offsets).map(|(&label, offset)| labels[label].0 - offset);
    let mut middles = vec![0.0; labels.len()];
    for ((&label, place), offset) in order.iter().zip(isotonic(wanted)).zip(&offsets) {
        middles[label] = place.min(bottom - above).max(top) + offset;
    }
    middles
}

#[cfg(test)]
mod tests {
    use super::*;

    const FRAME: Frame = [56.0, 40.0, 948.0, 316.0];

    fn labels(importance: impl Fn(usize) -> f64) -> Vec<PointLabel> {
        let label = |index: usize| PointLabel {
            width: 90.0 + (index % 3) as f64,
            point: (60.0 + 7.0 * index as f64, if index.is_multiple_of(2) { 50.0 } else { 300.0 }),
            importance: importance(index),
        };
        (0..120).map(label).collect()
    }

    /// The base lines beside a point, nearest first, and the area of the text with descenders and a margin.
    #[test]
    fn a_label_has_these_places_and_this_area() {
        let label = PointLabel { width: 20.0, point: (100.0, 50.0), importance: 1.0 };
        let (right, left, centre) = (106.0, 74.0, 90.0);
        let rows = [42.0, 67.0, 27.0, 82.0];
        let expected: Vec<SvgPoint> = rows.iter().flat_map(|&y| [(right, y), (left, y), (centre, y)]).collect();
        assert_eq!(label.candidates().take(12).collect::<Vec<_>>(), expected);
        assert_eq!((label.candidates().count(), label.area((right, 42.0))), (30, [104.0, 30.0, 128.0, 45.0]));
    }

    #[test]
    fn no_label_lies_on_another_or_on_a_point() {
        let labels = labels(|_| 1.0);
        let other = (500.0, 40.0);
        let points: Vec<SvgPoint> = labels.iter().map(|label| label.point).chain([other]).collect();
        let places = label_places(&labels, &points, &[], FRAME);
        let placed = labels.iter().zip(&places);
        let areas: Vec<Frame> = placed.filter_map(|(label, place)| place.map(|place| label.area(place))).collect();
        assert!(areas.len() > 20, "{}", areas.len());
        for (index, &one) in areas.iter().enumerate() {
            assert!(inside(one, FRAME));
            assert!(!areas[..index].iter().any(|&other| overlap(one, other)));
            assert!(!points.iter().any(|&point| overlap(one, dot(point))));
        }
    }

    #[test]
    fn labels_keep_off_the_lines_where_they_can() {
        let frame = [0.0, 0.0, 400.0, 400.0];
        let label = || PointLabel { width: 73.0, point: (100.0, 200.0), importance: 1.0 };
        let steep = vec![(100.0, 200.0), (140.0, 0.0)];
        let flat = vec![(0.0, 210.0), (400.0, 230.0)];
        for (line, is_above) in [(steep, false), (flat, true)] {
            let place = label_places(&[label()], &[label().point], std::slice::from_ref(&line), frame)[0].unwrap();
            let area = label().area(place);
            assert!(!dots_along(&line).any(|(x, y)| inside([x, y, x, y], area)));
            assert!(!is_above || area[1] < 200.0, "{area:?}");
        }
        let everywhere = (0..400).map(|x| (f64::from(x), f64::from(x % 2 * 400))).collect();
        assert!(label_places(&[label()], &[], &[everywhere], frame)[0].is_some());
    }

    #[test]
    fn the_most_important_find_a_place() {
        let important = [30, 31, 60, 90];
        let labels = labels(|index| if important.contains(&index) { 0.9 } else { 0.3 });
        let points: Vec<SvgPoint> = labels.iter().map(|label| label.point).collect();
        let places = label_places(&labels, &points, &[], FRAME);
        assert!(important.iter().all(|&index| places[index].is_some()));
        assert!(places.iter().any(Option::is_none));
    }

    #[test]
    fn labels_that_do_not_touch_stay() {
        assert_eq!(spread(&[(50.0, 10.0), (20.0, 10.0)], 0.0, 100.0), [50.0, 20.0]);
        assert_eq!(spread(&[], 0.0, 100.0), [0.0; 0]);
    }

    #[test]
    fn labels_that_touch_move_apart() {
        assert_eq!(spread(&[(50.0, 10.0), (50.0, 10.0)], 0.0, 100.0), [45.0, 55.0]);
        assert_eq!(spread(&[(98.0, 10.0), (3.0, 20.0)], 0.0, 100.0), [95.0, 10.0]);
        let many: Vec<_> = (0..7).map(|it| (60.0 + f64::from(it), 12.0)).collect();
        let middles = spread(&many, 0.0, 100.0);
        assert!(middles.windows(2).all(|it| it[1] - it[0] >= 11.999), "{middles:?}");
        assert!(middles[0] >= 6.0 && middles[6] <= 94.0, "{middles:?}");
    }
}
