//! Endgame tables, as the search uses them for any game.

use super::{Depth, ScoreBounds};
use crate::game::Outcome;
use crate::system::StopSignal;
use std::path::{Path, PathBuf};

/// The path that stands for no endgame tables at all, not even the embedded ones.
pub const NO_TABLES: &str = "none";

/// The endgame tables of a game, shared by all threads. The default is no tables.
pub trait Tablebase<G>: Default + Send + Sync + 'static {
    /// What their distances count, in words.
    const DISTANCE: &'static str = "plies";

    /// Opens the tables that are embedded in the program, and those in `path` unless it is empty. `path`
    /// names folders or files in the way of the game's clients. `start` is any position of the game. The error is one
    /// line for the user.
    fn open(start: &G, path: &str) -> Result<Self, String>;

    /// The largest number of pieces of a position in the tables; 0 if there are no tables.
    fn max_pieces(&self) -> u32;

    /// A line for the user: which tables were found, and which were left out and why.
    fn summary(&self) -> String;

    /// The error of a table that was found to be damaged, as a line for the user. Told once. `None` (the default) if files are
    /// checked when they are opened.
    fn take_error(&self) -> Option<String> {
        None
    }

    /// The result for the side to move, if the tables know it. Asked after a capture or another irreversible move.
    fn result(&self, _: &G) -> Option<Outcome> {
        None
    }

    /// The result and the distance under all rules, if the tables know them. Asked for a single position.
    fn value(&self, _: &G) -> Option<TablebaseValue> {
        None
    }

    /// The tables of this game that are built on demand and kept in `folder`; `None` (the default) if it has none.
    fn cached(_start: &G, _folder: &Path) -> Option<CachedTables> {
        None
    }
}

/// Endgame tables that are built when a game first needs them, since they are too large to embed.
pub struct CachedTables {
    /// Their files. A file that exists is complete.
    pub files: Vec<PathBuf>,
    /// Builds the files that are missing.
    pub build: TableBuild,
}

/// Builds endgame table files. If it is stopped, the next build goes on from there.
pub type TableBuild = Box<dyn FnOnce(StopSignal) -> Result<(), TableBuildError> + Send>;

/// Why files of endgame tables were not built.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum TableBuildError {
    /// It was told to stop.
    Stopped,
    /// Another process, or another engine of this one, builds them.
    Busy,
    /// The reason, for the user.
    Failed(String),
}

/// For games without endgame tables.
impl<G> Tablebase<G> for () {
    fn open(_: &G, path: &str) -> Result<(), String> {
        if path.is_empty() { Ok(()) } else { Err("this game has no endgame tables".into()) }
    }

    fn max_pieces(&self) -> u32 {
        0
    }

    fn summary(&self) -> String {
        "no endgame tables".into()
    }
}

/// What endgame tables say about a position under all rules.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct TablebaseValue {
    /// The result for the side to move.
    pub outcome: Outcome,
    /// The [distance](Tablebase::DISTANCE) if the position is won or lost and the tables have distances.
    pub distance: Option<u32>,
}

/// When to probe endgame tables, and how to read their results.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ProbeSettings {
    /// Probe positions with at most this many pieces.
    pub max_pieces: u32,
    /// Probe positions with exactly `max_pieces` pieces only if at least this many plies are still to search.
    pub min_depth: Depth,
    /// Whether a move-counting rule (the fifty-move rule) holds: a win that takes longer is a draw.
    pub move_count_rule: bool,
}

impl Default for ProbeSettings {
    fn default() -> ProbeSettings {
        ProbeSettings { max_pieces: 7, min_depth: 1, move_count_rule: true }
    }
}

/// A root move, with what is known about its score before the search.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct RankedRootMove<M> {
    /// The move.
    pub mv: M,
    /// The class of its result. The search compares only moves of one class; moves of a higher class are better.
    pub class: i8,
    /// Bounds of the score by which the search chooses.
    pub search_bounds: ScoreBounds,
    /// Bounds of the score that is shown.
    pub shown_bounds: ScoreBounds,
}

impl<M> RankedRootMove<M> {
    /// A move about which nothing is known.
    pub fn unranked(mv: M) -> RankedRootMove<M> {
        RankedRootMove { mv, class: 0, search_bounds: ScoreBounds::UNKNOWN, shown_bounds: ScoreBounds::UNKNOWN }
    }
}
