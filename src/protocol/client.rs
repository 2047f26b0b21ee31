//! The other side of a protocol: what a program that runs engines says to them, and what their
//! answers mean.

use super::variant::VariantName;
use crate::search::Score;
use std::ops::RangeInclusive;
use std::time::Duration;

/// A protocol as a client speaks it.
pub trait ProtocolClient: Send + Sync {
    /// The first line, to which the engine answers by introducing itself.
    fn handshake(&self) -> &'static str;

    /// Sets an option.
    fn set_option(&self, name: &str, value: &str) -> String;

    /// Asks whether all that was said before has been done.
    fn ready_query(&self) -> &'static str;

    /// Asks for a sign of life, which is answered by [`Heard::Ready`] and changes nothing.
    fn ping(&self) -> &'static str;

    /// The option that chooses the game, and the names of games as its values. An engine without it
    /// plays the first of the [variants](super::variant::variants).
    fn variant_option(&self) -> (&'static str, VariantName);

    /// Another game begins.
    fn new_game(&self) -> &'static str;

    /// Sets up the position to think about, and begins to think; one line each.
    fn go(&self, task: &MoveRequest) -> Vec<String>;

    /// The opponent has played the move pondered on.
    fn ponder_hit(&self) -> &'static str;

    /// Ends the search.
    fn stop(&self) -> &'static str;

    /// Ends the conversation.
    fn quit(&self) -> &'static str;

    /// What a line of the engine says.
    fn parse_line(&self, line: &str) -> EngineMessage;

    /// What a line that says [`Heard::Thinking`] tells about the best line, if it does.
    fn parse_info(&self, line: &str) -> Option<EngineInfo>;

    /// The positions visited, as such a line tells them.
    fn parse_nodes(&self, line: &str) -> Option<u64>;
}

/// What an engine is to think about.
#[derive(Clone, Debug)]
pub struct MoveRequest<'a> {
    /// The position of the game, in the protocol's notation; `None`: its start.
    pub start: Option<&'a str>,
    /// The moves played since.
    pub moves: &'a [String],
    /// How long to think.
    pub limits: MoveLimits,
    /// Whether the last move is only expected, and the opponent's clock runs.
    pub ponder: bool,
}

/// What limits a move.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub struct MoveLimits {
    /// The clocks, the own one first.
    pub clocks: Option<[ClockState; 2]>,
    /// Whether the first of `clocks` is that of the side that begins the game.
    pub first_moves: bool,
    /// Time for this move, exactly.
    pub move_time: Option<Duration>,
    /// Plies to search.
    pub depth: Option<u32>,
    /// Positions to visit.
    pub nodes: Option<u64>,
}

/// What a clock shows.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct ClockState {
    /// Time left.
    pub remaining: Duration,
    /// Time gained with every move.
    pub increment: Duration,
    /// Moves until more time is added.
    pub moves_to_go: Option<u32>,
}

/// An option that an engine has.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct DeclaredOption {
    /// Its name.
    pub name: String,
    /// What values it takes, if they are whole numbers.
    pub range: Option<RangeInclusive<i64>>,
    /// The only values that it takes, if it says which.
    pub values: Option<Vec<String>>,
}

/// What an engine says.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum EngineMessage {
    /// It has an option.
    Option(DeclaredOption),
    /// It has introduced itself.
    HandshakeDone,
    /// It has done all that it was told to.
    Ready,
    /// It has decided.
    BestMove {
        /// The move; `None` if it says that there is none.
        best: Option<String>,
        /// The reply that it expects.
        ponder: Option<String>,
    },
    /// It tells what it thinks.
    Info,
    /// It says something in words: that something is wrong, or whatever is outside the protocol.
    Text(String),
    /// Nothing that matters to a client.
    Ignored,
}

/// What an engine thinks of its position.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct EngineInfo {
    /// Plies searched.
    pub depth: u32,
    /// The value for the engine.
    pub score: Score,
}
