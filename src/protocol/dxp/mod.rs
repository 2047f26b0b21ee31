//! DXP (DamExchange), by which programs play international draughts with each other over TCP.
//!
//! Both sides know the rules, and no one is the referee: the initiator asks for a game, the follower accepts it, and from
//! then on they tell each other their moves. [`Message`] is the text of the protocol, [`Connection`] the line to the other
//! program.

mod connection;
mod message;
mod parse;

pub use connection::{Connection, ConnectionError, accept, read_message};
pub use message::{Acceptance, GameRequest, MAX_MESSAGE, Message, MoveMessage, Seat, SenderResult};
pub use parse::MessageError;

/// The port that programs use if no other is named.
pub const DEFAULT_PORT: u16 = 27531;

/// Squares of a board that the protocol carries.
pub const SQUARES: usize = 50;
