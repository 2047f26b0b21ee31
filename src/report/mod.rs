//! Analyses of positions and games: live table, JSON, CSV, annotated PGN, SVG and HTML; what `solve` and `compare` say.

pub mod analyser;
pub mod analysis;
pub mod annotation;
pub mod board_diagram;
pub mod compare;
pub mod curve;
pub mod evaluation;
pub mod failures;
pub mod game_end;
pub mod game_page;
pub mod game_review;
#[cfg(feature = "cli")]
pub mod games;
#[cfg(feature = "cli")]
pub mod live_table;
pub mod mark;
pub mod position_lines;
pub mod position_output;
#[cfg(feature = "cli")]
pub mod positions;
#[cfg(feature = "cli")]
pub mod resumable_output;
pub mod settings;
pub mod solving;
pub mod suite;
