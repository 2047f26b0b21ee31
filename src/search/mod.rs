//! One search for every game.
//!
//! `deepen` is the iterative deepening, `alpha_beta` the node below it, `quiesce` the quiescence search.
//! What a game knows beyond its rules comes in through the hooks of [`knowledge`]. The other files stand
//! alone: scores, windows, the transposition table, histories, move pickers, repetitions, clocks.

mod alpha_beta;
pub mod bound;
pub mod clock;
mod deepen;
mod descend;
pub mod history;
pub mod key_history;
pub mod knowledge;
pub mod listener;
mod move_histories;
mod neutral;
pub mod node;
pub mod parameters;
mod payoffs;
pub mod picker;
mod quiesce;
pub mod request;
mod root_move;
pub mod root_ranking;
pub mod score;
mod shown_score;
pub mod strength_limit;
pub mod tablebase;
pub mod task;
mod thread;
mod time_manager;
pub mod transposition_table;
pub mod window;

pub use bound::{Bound, ScoreBounds};
pub use clock::{Clock, ClockState, SearchLimits, SearchSignal, Stopped, TimeLimit};
pub use knowledge::{EvaluatorOf, Extension, Knowledge, Leaf, MoveOf, MoveSet, Node, Picker, Search, Skip};
pub use listener::{SearchInfo, SearchLine, SearchListener, points};
pub use move_histories::MoveHistories;
pub use neutral::Neutral;
pub use request::{BookUse, SearchRequest, SearchResult};
pub use score::Score;
pub use shown_score::ShownScore;
pub use strength_limit::StrengthLimit;
pub use tablebase::{
    CachedTables, NO_TABLES, ProbeSettings, RankedRootMove, TableBuild, TableBuildError, Tablebase, TablebaseValue,
};
pub use transposition_table::{TranspositionTable, TtEntry};
pub use window::Window;

/// Plies to search before quiescence.
pub type Depth = i32;

/// The greatest distance from the root that the search reaches, in plies.
pub const MAX_PLY: usize = 240;
