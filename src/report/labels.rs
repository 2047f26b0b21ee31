//! The placement of labels beside points of a picture, so that none covers another.

/// Height of a line of text in pixels.
pub const FONT_SIZE: i32 = 13;

/// A rectangle on the picture: left, top, right, bottom.
type Frame = [i32; 4];

/// A label to place.
pub struct Label {
    /// Its text.
    pub text: String,
    /// The point that it names, in pixels.
    pub point: (i32, i32),
    /// More important labels are placed first.
    pub importance: f64,
}

/// The top left corner of each label, in their order. `None` for a label without a free place in `frame`: it must not
/// cover a more important label or a point. Places off the `curve` are preferred.
pub fn place(labels: &[Label], curve: &[(i32, i32)], frame: Frame) -> Vec<Option<(i32, i32)>> {
    let curve = dots_along(curve);
    let mut places = vec![None; labels.len()];
    let mut taken: Vec<Frame> = labels.iter().map(|label| dot(label.point)).collect();
    let mut order: Vec<usize> = (0..labels.len()).collect();
    order.sort_by(|&one, &other| labels[other].importance.total_cmp(&labels[one].importance));
    for index in order {
        let free = |&(left, top): &(i32, i32)| {
            let area = area(&labels[index].text, left, top);
            inside(area, frame) && !taken.iter().any(|&other| overlap(area, other))
        };
        let off_the_curve = |&(left, top): &(i32, i32)| {
            let area = area(&labels[index].text, left, top);
            !curve.iter().any(|&(x, y)| inside([x, y, x, y], area))
        };
        let mut off = candidates(&labels[index]).filter(off_the_curve);
        let place = off.find(free);
        if let Some((left, top)) = place.or_else(|| candidates(&labels[index]).find(free)) {
            taken.push(area(&labels[index].text, left, top));
            places[index] = Some((left, top));
        }
    }
    places
}

/// Possible places beside the point, nearest first.
fn candidates(label: &Label) -> impl Iterator<Item = (i32, i32)> {
    const GAP: i32 = 6;
    const FARTHEST: i32 = 5;
    let (x, y) = label.point;
    let width = width(&label.text);
    let lefts = [x + GAP, x - GAP - width, x - width / 2];
    (0..FARTHEST).flat_map(move |step| {
        let off = GAP + step * (FONT_SIZE + 2);
        let tops = [y - off - FONT_SIZE, y + off];
        tops.into_iter().flat_map(move |top| lefts.into_iter().map(move |left| (left, top)))
    })
}

/// The area of a text with a margin.
fn area(text: &str, left: i32, top: i32) -> Frame {
    [left - 2, top - 1, left + width(text) + 2, top + FONT_SIZE + 1]
}

/// An upper bound of the width of a text, since the font is not known.
fn width(text: &str) -> i32 {
    text.chars().count() as i32 * FONT_SIZE * 5 / 8
}

/// Points on the curve, a few pixels apart.
fn dots_along(curve: &[(i32, i32)]) -> Vec<(i32, i32)> {
    const APART: i32 = 3;
    let between = |ends: &[(i32, i32)]| {
        let [(left, from), (right, to)] = [ends[0], ends[1]];
        let steps = (right - left).abs().max((to - from).abs()) / APART + 1;
        let at = move |step| (left + (right - left) * step / steps, from + (to - from) * step / steps);
        (0..=steps).map(at)
    };
    curve.windows(2).flat_map(between).collect()
}

fn dot((x, y): (i32, i32)) -> Frame {
    [x - 4, y - 4, x + 4, y + 4]
}

fn inside(inner: Frame, outer: Frame) -> bool {
    inner[0] >= outer[0] && inner[1] >= outer[1] && inner[2] <= outer[2] && inner[3] <= outer[3]
}

fn overlap(one: Frame, other: Frame) -> bool {
    one[0] < other[2] && other[0] < one[2] && one[1] < other[3] && other[1] < one[3]
}

#[cfg(test)]
mod tests {
    use super::*;

    fn label(index: i32, importance: f64) -> Label {
        Label {
            text: format!("{index}... Qxe{}??", index % 8),
            point: (60 + 7 * index, if index % 2 == 0 { 50 } else { 300 }),
            importance,
        }
    }

    #[test]
    fn no_label_lies_on_another_or_on_a_point() {
        let frame = [56, 40, 948, 316];
        let labels: Vec<Label> = (0..120).map(|index| label(index, 1.0)).collect();
        let places = place(&labels, &[], frame);
        let areas: Vec<Frame> = labels
            .iter()
            .zip(&places)
            .filter_map(|(label, place)| place.map(|(left, top)| area(&label.text, left, top)))
            .collect();
        assert!(areas.len() > 20, "{}", areas.len());
        for (index, &one) in areas.iter().enumerate() {
            assert!(inside(one, frame));
            assert!(!areas[..index].iter().any(|&other| overlap(one, other)));
            assert!(!labels.iter().any(|label| overlap(one, dot(label.point))));
        }
    }

    #[test]
    fn labels_keep_off_the_curve_where_they_can() {
        let frame = [0, 0, 400, 400];
        let label = || Label { text: "12. Nf3??".to_owned(), point: (100, 200), importance: 1.0 };
        let steep = [(100, 200), (140, 0)];
        for (curve, above) in [(&steep[..], false), (&[(0, 210), (400, 230)], true)] {
            let (left, top) = place(&[label()], curve, frame)[0].unwrap();
            let area = area(&label().text, left, top);
            let crossed = dots_along(curve).into_iter().any(|(x, y)| inside([x, y, x, y], area));
            assert!(!crossed);
            assert!(!above || top < 200, "{top}");
        }
        let everywhere: Vec<_> = (0..400).map(|x| (x, x % 2 * 400)).collect();
        assert!(place(&[label()], &everywhere, frame)[0].is_some());
    }

    #[test]
    fn the_most_important_find_a_place() {
        let mut labels: Vec<Label> = (0..120).map(|index| label(index, 0.3)).collect();
        for index in [30, 31, 60, 90] {
            labels[index].importance = 0.9;
        }
        let places = place(&labels, &[], [56, 40, 948, 316]);
        assert!([30, 31, 60, 90].iter().all(|&index| places[index].is_some()));
        assert!(places.iter().any(Option::is_none));
    }
}
