//! Drawings of game trees and state graphs: SVG, DOT, text, and a page that plays an algorithm.

mod dot;
pub mod drawing;
#[cfg(test)]
mod examples;
mod layered_graph;
mod outline;
pub mod output;
pub mod page;
pub mod request;
mod scene;
mod search_steps;
pub mod space;
mod svg;
mod tidy_tree;
mod values;
mod visits;
