//! Drawings of game trees, state graphs and strategies, pages that play an algorithm, and charts.

pub mod chart;
pub mod html_page;
mod isotonic;
pub mod node_chart;
pub mod tree;
