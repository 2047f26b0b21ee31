//! An analysis as a table, JSON, CSV, annotated games and SVG.

pub mod annotate;
pub mod batch;
pub mod board;
pub mod curve;
pub mod desk;
pub mod evaluation;
pub mod finding;
pub mod game;
pub mod labels;
pub mod mark;
pub mod output;
pub mod over;
pub mod place;
pub mod plan;
pub mod remarks;
pub mod resume;
pub mod suite;
pub mod table;
