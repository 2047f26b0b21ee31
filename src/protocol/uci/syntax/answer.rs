//! What the engine can tell a client.

use crate::protocol::options::OptionKind;
use crate::search::Bound;

/// An answer of the engine. Displayed as one line, without the line end.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum UciAnswer {
    /// `id name`.
    Name(String),
    /// `id author`.
    Author(String),
    /// `option`: declares an option.
    Option {
        /// Its name, without the words `value` and `type`.
        name: String,
        /// Its type, default and range.
        kind: OptionKind,
    },
    /// `uciok`: all options have been declared.
    UciOk,
    /// `readyok`: all earlier commands are done.
    ReadyOk,
    /// `bestmove`: the end of a search.
    BestMove {
        /// The move to play, such as `e7e8q`; `None` without a legal move.
        best: Option<String>,
        /// The expected reply; left out if there is no best move.
        ponder: Option<String>,
    },
    /// `info` with a variation and its score.
    Info(InfoLine),
    /// `info string`: a message for the user.
    InfoString(String),
}

/// A variation with its score, and the state of the search.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct InfoLine {
    /// Depth in plies.
    pub depth: u8,
    /// Depth of the longest variation searched, in plies.
    pub seldepth: u8,
    /// Number of the variation, from 1, if several were asked for.
    pub multipv: Option<u16>,
    /// The score for the side to move.
    pub score: UciScore,
    /// Whether the score is exact; [`Bound::None`] is written like [`Bound::Exact`].
    pub bound: Bound,
    /// Probabilities of a win, a draw and a loss for the side to move, in thousandths.
    pub wdl: Option<[u16; 3]>,
    /// Positions visited.
    pub nodes: u64,
    /// Milliseconds since `go`.
    pub time: u64,
    /// Filled part of the transposition table, in thousandths.
    pub hashfull: u16,
    /// Positions found in endgame tables; `None` if the protocol has no such field.
    pub tbhits: Option<u64>,
    /// The moves of the variation; may be empty.
    pub pv: Vec<String>,
}

/// A score as UCI writes it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum UciScore {
    /// Hundredths of a pawn.
    Cp(i32),
    /// Mate in this many moves (in UGI: plies); negative if the side to move is mated.
    Mate(i32),
}

impl InfoLine {
    /// Positions visited per second.
    pub fn nps(&self) -> u64 {
        nodes_per_second(self.nodes, self.time)
    }
}

/// Positions visited per second; `time` is in milliseconds, and below one it counts as one.
pub(in crate::protocol) fn nodes_per_second(nodes: u64, time: u64) -> u64 {
    u64::try_from(u128::from(nodes) * 1000 / u128::from(time.max(1))).unwrap_or(u64::MAX)
}
