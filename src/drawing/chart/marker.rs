//! Shapes that mark the points of a line.

use crate::picture::svg_document::SvgPoint;

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
    use std::collections::HashSet;

    #[test]
    fn shapes_differ_and_repeat() {
        let draw = |shape| marker(shape, (10.0, 20.0), 5.0, "mark");
        assert_eq!((0..SHAPES).map(draw).collect::<HashSet<_>>().len(), SHAPES);
        assert_eq!(draw(0), draw(SHAPES));
        assert!(draw(1).contains("points=\"5.5,15.5 14.5,15.5 14.5,24.5 5.5,24.5\""));
    }
}
