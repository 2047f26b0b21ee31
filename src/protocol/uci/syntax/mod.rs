//! The words of UCI: a client's line to a [`Command`], an [`Answer`] to the engine's line.
//!
//! The crate `vampirc-uci` reads and writes. Where it would panic, or drop a part of a line in
//! silence, it is given one part at a time, each part within what it can carry, and what comes
//! back is compared with what was given.
//!
//! Nothing here knows a position: whether a move is legal, or an option exists, is not asked.

mod answer;
mod go;
mod read;
mod write;

pub use answer::{Answer, Effort, Info, Line, OptionDeclaration, OptionKind, ScoreBound, UciScore};
pub use read::{cut, decode, read};

use crate::notation::excerpt;
use thiserror::Error;

/// What a client tells the engine.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Command {
    /// Name yourself and your options, then say `uciok`.
    Uci,
    /// Explain more, or less, in `info string` lines.
    Debug(bool),
    /// Say `readyok` when all that came before is done.
    IsReady,
    /// Change an option.
    SetOption {
        /// The name as it came, its words one blank apart; case does not count.
        name: String,
        /// `None` without the word `value`; an empty text for nothing or `<empty>` after it.
        value: Option<String>,
    },
    /// A registration, of which this engine needs none.
    Register,
    /// What follows belongs to another game.
    UciNewGame,
    /// The position to think about.
    Position {
        /// Where the moves start.
        start: Start,
        /// Moves in lower case, of the shape `e2e4` or `e7e8q`.
        moves: Vec<String>,
    },
    /// Think.
    Go(Go),
    /// Stop thinking and give the best move.
    Stop,
    /// The move that was pondered on has been played.
    PonderHit,
    /// Leave.
    Quit,
    /// Draw the board: an extension that many engines know, like the next one.
    Draw,
    /// Tell the static evaluation.
    Evaluate,
}

/// Where the moves of a [`Command::Position`] start.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Start {
    /// The start of a game.
    Startpos,
    /// A position as it came, its fields one blank apart: not empty, and not checked.
    Fen(String),
}

/// How to think: every part that was given, each within the range of its type.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Go {
    /// The only first moves to think about, as in [`Command::Position`]. `0000`, the move that
    /// is none, stays in the list: clients send it alone for a list without moves.
    pub searchmoves: Vec<String>,
    /// Think in the opponent's time: no best move before `ponderhit` or `stop`.
    pub ponder: bool,
    /// No best move before `stop`.
    pub infinite: bool,
    /// White's clock in milliseconds; below zero if the time is over.
    pub wtime: Option<i64>,
    /// Black's clock in milliseconds; below zero if the time is over.
    pub btime: Option<i64>,
    /// White's increment in milliseconds a move.
    pub winc: Option<u64>,
    /// Black's increment in milliseconds a move.
    pub binc: Option<u64>,
    /// Moves to the next time control.
    pub movestogo: Option<u8>,
    /// The depth to search, in plies.
    pub depth: Option<u8>,
    /// The number of nodes to search.
    pub nodes: Option<u64>,
    /// Search for a mate in so many moves.
    pub mate: Option<u8>,
    /// The time to think, in milliseconds.
    pub movetime: Option<u64>,
    /// Count the positions at this depth instead: an extension that many engines know.
    pub perft: Option<u8>,
    /// The first part without a meaning. As the protocol demands the rest is read in spite of it.
    pub problem: Option<SyntaxError>,
}

/// Why a line that begins like a command is none.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[error("{command}: found {found}, expected {expected}")]
pub struct SyntaxError {
    /// The first word of the line.
    pub command: &'static str,
    /// What stands where in the line, shortened.
    pub found: String,
    /// What should stand there.
    pub expected: &'static str,
}

impl SyntaxError {
    /// `word` (empty at the end of the line) was found after `before`.
    fn after(command: &'static str, before: &str, word: &str, expected: &'static str) -> Self {
        let found = match word {
            "" => format!("nothing after '{before}'"),
            _ => format!("'{}' after '{before}'", excerpt(word)),
        };
        Self {
            command,
            found,
            expected,
        }
    }
}
