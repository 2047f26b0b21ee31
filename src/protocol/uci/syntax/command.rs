//! What a client can tell the engine.

use crate::notation::excerpt;
use thiserror::Error;

/// A command of a client.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum UciCommand {
    /// `uci`: the engine shall identify itself and list its options.
    Uci,
    /// `debug`: switches the engine's self-check on or off.
    Debug(bool),
    /// `isready`: the engine shall answer when all earlier commands are done.
    IsReady,
    /// `setoption`.
    SetOption {
        /// The name as it was sent, with single blanks between its words; case does not matter.
        name: String,
        /// `None` without the word `value`; empty for nothing or `<empty>` after it.
        value: Option<String>,
    },
    /// `register`, which this engine does not need.
    Register,
    /// `ucinewgame`: the next position belongs to another game.
    UciNewGame,
    /// `position`.
    Position {
        /// The position before the moves: a FEN, not empty, with single blanks between its fields, which is not validated;
        /// `None` for the initial position of the game.
        start: Option<String>,
        /// Moves in lower case, of the form `e2e4` or `e7e8q`.
        moves: Vec<String>,
    },
    /// `go`: starts a search.
    Go(GoCommand),
    /// `stop`: ends the search.
    Stop,
    /// `ponderhit`: the opponent has played the move on which the engine ponders.
    PonderHit,
    /// `quit`.
    Quit,
    /// `d`: shows the board. Many engines have this extension, and the next one.
    Draw,
    /// `eval`: shows the static evaluation.
    Evaluate,
}

/// The arguments of `go`, each within the range of its type. White is the side that moves first in the game.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct GoCommand {
    /// The only root moves to search, in the form of [`UciCommand::Position`]. The null move
    /// `0000` stays in the list: clients send it alone for an empty list.
    pub searchmoves: Vec<String>,
    /// Search on the opponent's time: no best move before `ponderhit` or `stop`.
    pub ponder: bool,
    /// No best move before `stop`.
    pub infinite: bool,
    /// White's clock in milliseconds; negative after the time is over.
    pub wtime: Option<i64>,
    /// Black's clock in milliseconds; negative after the time is over.
    pub btime: Option<i64>,
    /// White's increment in milliseconds per move.
    pub winc: Option<u64>,
    /// Black's increment in milliseconds per move.
    pub binc: Option<u64>,
    /// Moves to the next time control.
    pub movestogo: Option<u8>,
    /// Depth limit, in plies.
    pub depth: Option<u8>,
    /// Node limit.
    pub nodes: Option<u64>,
    /// Search for a mate in this many moves.
    pub mate: Option<u8>,
    /// Time for this move, in milliseconds.
    pub movetime: Option<u64>,
    /// Run perft to this depth instead of a search: an extension that many engines have.
    pub perft: Option<u8>,
    /// The first argument that was not understood. The others count all the same, as the protocol demands.
    pub problem: Option<SyntaxError>,
}

/// Why a line with a known first word is not a valid command.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[error("{command}: found {found}, expected {expected}")]
pub struct SyntaxError {
    /// The first word of the line.
    pub command: &'static str,
    /// What was found, shortened, and where.
    pub found: String,
    /// What was expected there.
    pub expected: &'static str,
}

impl SyntaxError {
    /// An error at `word`, which follows `before`; an empty word stands for the end of the line.
    pub(in crate::protocol) fn after(command: &'static str, before: &str, word: &str, expected: &'static str) -> Self {
        let found = match word {
            "" => format!("nothing after '{before}'"),
            _ => format!("'{}' after '{before}'", excerpt(word)),
        };
        Self { command, found, expected }
    }
}
