//! The other side of a protocol: what a program that runs engines says to them, and what their
//! answers mean.

use crate::search::Score;
use std::ops::RangeInclusive;
use std::time::Duration;

/// A protocol as a client speaks it.
pub trait Client: Send + Sync {
    /// The first line, to which the engine answers by introducing itself.
    fn greeting(&self) -> &'static str;

    /// Sets an option.
    fn set_option(&self, name: &str, value: &str) -> String;

    /// Asks whether all that was said before has been done.
    fn are_you_ready(&self) -> &'static str;

    /// Asks for a sign of life, which is answered by [`Heard::Ready`] and changes nothing.
    fn ping(&self) -> &'static str;

    /// The option that chooses the game, and the game that an engine without it plays.
    fn variant(&self) -> (&'static str, &'static str);

    /// Another game begins.
    fn new_game(&self) -> &'static str;

    /// Sets up the position to think about, and begins to think; one line each.
    fn go(&self, task: &Task) -> Vec<String>;

    /// The opponent has played the move pondered on.
    fn ponder_hit(&self) -> &'static str;

    /// Ends the search.
    fn stop(&self) -> &'static str;

    /// Ends the conversation.
    fn quit(&self) -> &'static str;

    /// What a line of the engine says.
    fn hear(&self, line: &str) -> Heard;

    /// What a line that says [`Heard::Thinking`] tells about the best line, if it does.
    fn thought(&self, line: &str) -> Option<Thinking>;

    /// The positions visited, as such a line tells them.
    fn nodes(&self, line: &str) -> Option<u64>;
}

/// What an engine is to think about.
#[derive(Clone, Debug)]
pub struct Task<'a> {
    /// The position of the game, in the protocol's notation; `None`: its start.
    pub start: Option<&'a str>,
    /// The moves played since.
    pub moves: &'a [String],
    /// How long to think.
    pub allowance: Allowance,
    /// Whether the last move is only expected, and the opponent's clock runs.
    pub ponder: bool,
}

/// What limits a move.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub struct Allowance {
    /// The clocks, the own one first.
    pub clocks: Option<[ClockFace; 2]>,
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
pub struct ClockFace {
    /// Time left.
    pub remaining: Duration,
    /// Time gained with every move.
    pub increment: Duration,
    /// Moves until more time is added.
    pub moves_to_go: Option<u32>,
}

/// An option that an engine has.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Declared {
    /// Its name.
    pub name: String,
    /// What values it takes, if they are whole numbers.
    pub range: Option<RangeInclusive<i64>>,
    /// The only values that it takes, if it says which.
    pub values: Option<Vec<String>>,
}

/// What an engine says.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Heard {
    /// It has an option.
    Option(Declared),
    /// It has introduced itself.
    Introduced,
    /// It has done all that it was told to.
    Ready,
    /// It has decided.
    Decided {
        /// The move; `None` if it says that there is none.
        best: Option<String>,
        /// The reply that it expects.
        ponder: Option<String>,
    },
    /// It tells what it thinks.
    Thinking,
    /// It says something in words: that something is wrong, or whatever is outside the protocol.
    Remark(String),
    /// Nothing that matters to a client.
    Nothing,
}

/// What an engine thinks of its position.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Thinking {
    /// Plies searched.
    pub depth: u32,
    /// The value for the engine.
    pub score: Score,
}
