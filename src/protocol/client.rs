//! The client's side of a protocol: what a program that runs engines writes to them, and what their answers mean.
//! `EngineProcess` in `tournament::engine` runs an engine in this way.
//!
//! ```
//! use kempelen::protocol::client::{MoveLimits, MoveRequest, ProtocolClient};
//! use kempelen::protocol::uci::client::UciClient;
//!
//! let moves = ["e2e4".to_owned()];
//! let limits = MoveLimits { depth: Some(12), ..MoveLimits::default() };
//! let lines = UciClient.go(&MoveRequest { moves: &moves, limits, ..MoveRequest::default() });
//! assert_eq!(lines, ["position startpos moves e2e4", "go depth 12"]);
//! let info = UciClient.parse_info("info depth 12 score cp 31 nodes 5000 pv e7e5").unwrap();
//! assert_eq!((info.depth, info.nodes), (12, Some(5000)));
//! ```

use super::variant::VariantName;
use crate::search::{ClockState, Score};
use std::ops::RangeInclusive;
use std::sync::Arc;
use std::time::Duration;

/// The command that stops a search, in every protocol.
pub const STOP: &str = "stop";

/// The command that ends the engine, in every protocol.
pub const QUIT: &str = "quit";

/// What is always the same in a protocol: commands, the options by which games are chosen, and what the protocol lacks.
#[derive(Clone, Copy, Debug)]
pub struct ProtocolWords {
    /// The first command, answered by the options and [`EngineMessage::HandshakeDone`].
    pub handshake: &'static str,
    /// Asks whether all earlier commands are done; answered by [`EngineMessage::Ready`].
    pub ready_query: &'static str,
    /// Asks for [`EngineMessage::Ready`] at once, also during a search.
    pub ping: &'static str,
    /// The name of the option that selects a game, and the names of games as its values.
    pub variant_option: (&'static str, VariantName),
    /// The name of the option that selects a rules file.
    pub rules_option: &'static str,
    /// Tells the engine that another game begins.
    pub new_game: &'static str,
    /// Tells the engine that the opponent has played the expected move; `None` if engines do not say what they expect.
    pub ponder_hit: Option<&'static str>,
    /// Whether engines declare their options. If not, any option may be set, and names and values are single words.
    pub declares_options: bool,
    /// Whether engines without the [option](Self::variant_option) play the first of the games; else the protocol does not say
    /// what they play.
    pub has_default_variant: bool,
    /// Whether the protocol can limit the number of nodes.
    pub has_node_limit: bool,
}

/// A protocol as a client speaks it. A command is a line without its end.
pub trait ProtocolClient: Send + Sync {
    /// What is always the same.
    fn words(&self) -> ProtocolWords;

    /// The client for an engine that has introduced itself by [`EngineMessage::Version`] `version`; `None` if this one
    /// speaks it.
    fn for_version(&self, _version: u32) -> Option<Arc<dyn ProtocolClient>> {
        None
    }

    /// The command that sets an option.
    fn set_option(&self, name: &str, value: &str) -> String;

    /// The commands that set up a position and start a search.
    fn go(&self, request: &MoveRequest) -> Vec<String>;

    /// Reads a line of the engine.
    fn parse_line(&self, line: &str) -> EngineMessage;

    /// The rank of the variation whose exact score an [`EngineMessage::Info`] may have, 1 for the best one: a quick check of
    /// every line, before [`parse_info`](Self::parse_info) of the last ones.
    fn scored_rank(&self, line: &str) -> Option<usize> {
        if !line.contains(" score") || line.contains("erbound") {
            return None;
        }
        line.split_once(" multipv ").map_or(Some(1), |(_, rest)| rest.split_whitespace().next()?.parse().ok())
    }

    /// Reads an [`EngineMessage::Info`] with the exact score of a variation; `None` if it has none.
    fn parse_info(&self, line: &str) -> Option<EngineInfo>;
}

/// A request for a move.
#[derive(Clone, Debug, Default)]
pub struct MoveRequest<'a> {
    /// The first position of the game in the protocol's notation; `None` for the usual one.
    pub start: Option<&'a str>,
    /// The moves played from there.
    pub moves: &'a [String],
    /// The limits of the search.
    pub limits: MoveLimits,
    /// Ponder: the last move is only expected, and the opponent's clock runs.
    pub ponder: bool,
}

/// The limits of the search for a move.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub struct MoveLimits {
    /// The clocks, that of the side to move first.
    pub clocks: Option<[ClockState; 2]>,
    /// Whether the side to move is the one that made the first move of the game.
    pub first_moves: bool,
    /// Time for this move.
    pub move_time: Option<Duration>,
    /// Depth, in plies.
    pub depth: Option<u32>,
    /// Positions to visit.
    pub nodes: Option<u64>,
}

/// An option that an engine has declared.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct DeclaredOption {
    /// Its name.
    pub name: String,
    /// The range of its values, if they are whole numbers.
    pub range: Option<RangeInclusive<i64>>,
    /// Its possible values, if they are listed.
    pub values: Option<Vec<String>>,
    /// The word for an empty value; empty if there is none.
    pub empty_value: &'static str,
}

/// A line of an engine.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum EngineMessage {
    /// It declares an option.
    Option(DeclaredOption),
    /// It introduces itself in this version of the protocol.
    Version(u32),
    /// It has identified itself and declared its options.
    HandshakeDone,
    /// All earlier commands are done.
    Ready,
    /// The end of a search.
    BestMove {
        /// The best move; `None` if there is none.
        best: Option<String>,
        /// The expected reply.
        ponder: Option<String>,
    },
    /// A report of the search.
    Info,
    /// A message for the user, or a line that is not of the protocol.
    Text(String),
    /// A line that a client does not need.
    Ignored,
}

/// What an engine reports of a variation.
#[derive(Clone, PartialEq, Default, Debug)]
pub struct EngineInfo {
    /// Depth in plies.
    pub depth: u32,
    /// The greatest ply reached; 0 if the engine does not say.
    pub seldepth: u32,
    /// The score for the engine.
    pub score: Score,
    /// The chances of a win, a draw and a loss, in thousandths.
    pub wdl: Option<[u16; 3]>,
    /// Positions visited.
    pub nodes: Option<u64>,
    /// Positions found in endgame tables.
    pub tb_hits: u64,
    /// Time since the search began.
    pub elapsed: Duration,
    /// The moves of the variation.
    pub pv: Vec<String>,
}
