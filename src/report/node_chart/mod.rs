//! Node counts over the depth of search as an SVG picture.

pub mod chart;
mod log_axis;
mod marker;
mod plot;
mod side_labels;
