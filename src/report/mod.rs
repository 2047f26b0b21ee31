//! Analyses of positions and games: live table, JSON, CSV, annotated PGN and SVG; pictures of boards.

pub mod analyser;
pub mod analysis;
pub mod annotation;
pub mod board_diagram;
pub mod curve;
pub mod evaluation;
pub mod failures;
pub mod game_end;
mod game_page;
pub mod game_review;
pub mod games;
pub mod html_page;
pub mod labels;
pub mod live_table;
pub mod mark;
pub mod node_chart;
pub mod position_lines;
pub mod position_output;
pub mod positions;
pub mod resumable_output;
pub mod settings;
pub mod solving;
pub mod suite;
pub mod tree;
