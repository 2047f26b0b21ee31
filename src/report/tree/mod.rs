//! Drawings of game trees and state graphs: SVG, DOT and text.

pub mod command;
mod dot;
pub mod drawing;
#[cfg(test)]
mod examples;
mod layered_graph;
mod outline;
mod scene;
pub mod space;
pub mod strategy_drawing;
mod svg;
mod tidy_tree;
mod values;
mod visits;
