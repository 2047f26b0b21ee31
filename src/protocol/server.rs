//! The engine's side of a protocol.

use crate::player::Player;

/// A protocol as the engine speaks it.
pub trait ProtocolServer {
    /// Answers a line of the client.
    fn answer_line(&mut self, line: &str) -> CommandStatus;

    /// The player that searches.
    fn player(&mut self) -> &mut dyn Player;

    /// Stops a search that is still running, and waits until its best move is written.
    fn end_search(&mut self) {
        self.player().stop();
        self.player().wait();
    }
}

/// What a line was.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum CommandStatus {
    /// A command, right or wrong; it has been answered if it wants an answer.
    Handled,
    /// Not a command of the protocol. It is ignored, since other programs expect no answer.
    Unknown,
    /// The command to quit.
    Quit,
}
