//! What most tests use.

pub use crate::cases::{cases, from_data, golden, long_line, long_lines};
pub use crate::client::{Engine, last, number};
pub use crate::data::data;
pub use crate::folder::Folder;
pub use crate::law_positions::pongor;
pub use crate::limited_search::{fresh_score, fresh_terms, new_search, of_nodes, search_result, to_depth};
pub use crate::paper::Paper;
pub use crate::shell::{
    ENGINE, Ran, Words, complaint, contains_all, in_time, kempelen, on_one_line, output, output_for, piped, program,
    run, run_for, side_by_side, signal, stdout, wait, wait_until, wait_with_output,
};
pub use kempelen::any_position::{AnyPosition, Erasable};
pub use kempelen::board::Bitset;
pub use kempelen::eval::{Evaluator, Model, ModelOf, Term};
pub use kempelen::game::{Game, GameLine, Key, Outcome, Side, StartPosition, perft, perft_paths};
pub use kempelen::games::chess::{Chess, ChessMove, ChessPosition, Piece};
pub use kempelen::games::draughts::egdb::tables::Egdb;
pub use kempelen::games::draughts::eval::DraughtsModel;
pub use kempelen::games::draughts::family::{variant_names, with_variant};
pub use kempelen::games::draughts::{
    Colour, Draughts, DraughtsMove, DraughtsPosition, DraughtsVariant, DraughtsVisitor, English, Geometry,
    ShortKings8x8,
};
pub use kempelen::games::records::records_of;
pub use kempelen::games::tictactoe::TicTacToe;
pub use kempelen::games::tree::TreePosition;
pub use kempelen::games::{GameEntry, GameInfo, GameVisitor, by_name, find_game, game_info, games};
pub use kempelen::lab::game_file::reader::open_game_file;
pub use kempelen::lab::game_file::training_game::{EndReason, TrainingGame};
pub use kempelen::notation::reader::RecordReader;
pub use kempelen::notation::record::{GameRecord, GameResult};
pub use kempelen::notation::{MoveError, MoveStyle, Notation};
pub use kempelen::opening::OpeningBook;
pub use kempelen::picture::Picture;
pub use kempelen::protocol::hub::syntax::HubLine;
pub use kempelen::protocol::options::{OPTIONS, OptionKind, ProtocolKind};
pub use kempelen::protocol::uci::syntax::UciCommand;
pub use kempelen::random::Random;
pub use kempelen::search::listener::Silent;
pub use kempelen::search::task::SearchTask;
pub use kempelen::search::{
    Bound, Knowledge, Score, Search, SearchInfo, SearchLimits, SearchListener, SearchRequest, SearchResult, Tablebase,
    TranspositionTable,
};
pub use kempelen::textbook::{minimax, relative};
pub use parking_lot::Mutex;
pub use serde_json::{Value, json};
pub use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet};
pub use std::fs;
pub use std::io::{BufRead, BufReader, Read, Write};
pub use std::ops::ControlFlow;
pub use std::path::{Path, PathBuf};
pub use std::process::{Child, Command, Stdio};
pub use std::sync::Arc;
pub use std::thread::sleep;
pub use std::time::{Duration, Instant};
