//! The commands of UGI: [`read`] makes a [`UgiCommand`] of a client's line. What UGI has in common with UCI is read and
//! written by [`uci::syntax`](crate::protocol::uci::syntax).
//!
//! Positions and moves are the game's own, and are not checked here.

use crate::protocol::uci;
use crate::protocol::uci::syntax::go::{argument, read_go};
use crate::protocol::uci::syntax::{GoCommand, SyntaxError, UciCommand, split_position, split_word};

/// A command of a client.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum UgiCommand {
    /// One that UCI has, too. Of `go` only the fields that UGI has are set.
    Common(UciCommand),
    /// `query`: asks about the position.
    Query(UgiQuery),
}

/// A question about the position.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum UgiQuery {
    /// Whether the side that moves first in the game is to move.
    P1Turn,
    /// Whether the game is over.
    GameOver,
    /// The result.
    Result,
}

/// All commands, for messages.
pub const UGI_COMMANDS: &str = "ugi, setoption, isready, uginewgame, position, go, query, stop or quit";

/// The keywords of `go`, each with that of UCI which means the same.
const GO_KEYWORDS: [(&str, &str); 8] = [
    ("p1time", "wtime"),
    ("p2time", "btime"),
    ("p1inc", "winc"),
    ("p2inc", "binc"),
    ("movetime", "movetime"),
    ("depth", "depth"),
    ("nodes", "nodes"),
    ("infinite", "infinite"),
];

/// Reads one line, in time proportional to its length. `Ok(None)`: the line is empty, or its first word
/// is not a command.
///
/// # Errors
/// The first word is a command, but its arguments are wrong.
pub fn read(line: &str) -> Result<Option<UgiCommand>, SyntaxError> {
    let (word, rest) = split_word(line.trim());
    let command = match word.to_ascii_lowercase().as_str() {
        "ugi" => UciCommand::Uci,
        "uginewgame" => UciCommand::UciNewGame,
        "position" => {
            let (start, moves) = split_position(rest, "a position of the game")?;
            UciCommand::Position { start, moves: moves.into_iter().map(str::to_owned).collect() }
        }
        "go" => UciCommand::Go(read_limits(rest)),
        "query" => return read_query(rest).map(UgiCommand::Query).map(Some),
        "setoption" | "isready" | "stop" | "quit" => return Ok(uci::syntax::read(line)?.map(UgiCommand::Common)),
        _ => return Ok(None),
    };
    Ok(Some(UgiCommand::Common(command)))
}

/// Reads the arguments of `go`, at least one.
fn read_limits(rest: &str) -> GoCommand {
    let mut go = read_go(rest, &GO_KEYWORDS.map(|(own, uci)| (own, argument(uci))));
    if rest.is_empty() {
        go.problem = Some(SyntaxError::after("go", "go", "", "a part such as 'depth 8'"));
    }
    go
}

fn read_query(rest: &str) -> Result<UgiQuery, SyntaxError> {
    let (word, _) = split_word(rest);
    match word.to_ascii_lowercase().as_str() {
        "p1turn" => Ok(UgiQuery::P1Turn),
        "gameover" => Ok(UgiQuery::GameOver),
        "result" => Ok(UgiQuery::Result),
        _ => Err(SyntaxError::after("query", "query", word, "p1turn, gameover or result")),
    }
}
