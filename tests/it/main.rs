//! Every integration test, in one binary.

// Helpers outside of `#[test]` functions unwrap and print too.
#![allow(clippy::unwrap_used, clippy::print_stdout)]

mod analyse;
mod any_position;
mod book_tool;
mod cases;
mod chess_perft;
mod chess_referee;
mod chess_rules;
mod chess_terms;
mod chess_text;
mod client;
mod command_line;
mod commands;
mod compare;
mod compare_games;
mod conformance;
mod data;
mod datagen;
mod declared_files;
#[cfg(unix)]
mod document_commands;
mod documents;
mod draughts_codes;
mod draughts_documents;
mod draughts_illegal_moves;
mod draughts_notation;
mod draughts_perft;
mod draughts_records;
mod draughts_rules;
mod draughts_terms;
mod draughts_text;
mod dxp;
mod dxp_match;
mod embedded_openings;
mod endings;
mod evaluation;
mod explain;
#[cfg(unix)]
mod fake_engine;
mod folder;
mod genfens;
mod hard_input;
mod horizon;
mod hostile_text;
mod hub;
mod imports;
mod last_lines;
mod law_positions;
mod laws;
mod layers;
mod limited_search;
mod limits;
mod match_command;
#[cfg(unix)]
mod match_games;
#[cfg(unix)]
mod match_hub_v1;
mod match_parts;
#[cfg(target_os = "linux")]
mod match_process;
mod misere_kayles;
mod network;
mod one_unit;
mod one_writer;
mod opening;
mod options;
mod oracle;
mod page_documents;
mod page_session;
mod paper;
mod payoffs;
mod picture_command;
mod play;
mod pondering;
mod prelude;
mod protocol;
mod record;
mod refused_files;
mod resumed_settings;
mod rules_file;
mod search;
mod self_check;
mod shared_codes;
mod shell;
mod signature;
mod slow_draughts;
mod solve;
mod square_values;
mod style;
#[cfg(feature = "syzygy")]
mod syzygy;
mod thesis;
mod tictactoe;
mod traffic;
mod train;
#[cfg(all(unix, not(feature = "tunable")))]
mod transcripts;
mod trees;
mod tune;
mod uci;
mod ugi;
mod unreadable_files;
mod walks;
mod web_server;
