//! Analyses of positions and games: live table, JSON, CSV, annotated PGN, SVG and HTML; what `solve` says.

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
pub mod live_table;
pub mod mark;
pub mod position_lines;
pub mod position_output;
pub mod positions;
pub mod resumable_output;
pub mod settings;
pub mod solving;
pub mod suite;
