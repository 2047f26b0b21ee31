//! The engine's side of a protocol.

use super::output::ProtocolOutput;
use crate::player::Player;
use std::time::Duration;

/// The time for a search whose limits were all wrong: the client waits for a move, and it is short on any clock.
pub(super) const FALLBACK_TIME: Duration = Duration::from_millis(100);

/// A protocol as the engine speaks it.
pub trait ProtocolServer {
    /// Carries out a line of the client.
    ///
    /// # Errors
    /// What is wrong with it, for the user.
    fn execute(&mut self, line: &str) -> Result<CommandStatus, String>;

    /// Carries out a line of the client, and tells the user if something is wrong with it.
    fn answer_line(&mut self, line: &str) -> CommandStatus {
        self.execute(line).unwrap_or_else(|error| {
            self.output().diagnostic(&error);
            CommandStatus::Handled
        })
    }

    /// The player that searches.
    fn player(&mut self) -> &mut Player;

    /// Where the answers are written.
    fn output(&self) -> &ProtocolOutput;

    /// Allocates what the options ask for. If that fails, the user is told, and the old table stays.
    fn allocate(&mut self) {
        if let Err(error) = self.player().prepare() {
            self.output().diagnostic(&error);
        }
    }

    /// Tells the user what was loaded or allocated.
    fn send_messages(&mut self) {
        for message in self.player().take_messages() {
            self.output().diagnostic(&message);
        }
    }

    /// Leaves the player without a position: a search of the previous one would find a move that is
    /// wrong in the position that the client means. Returns the reason.
    fn reject_position(&mut self, why: String) -> String {
        self.end_search();
        self.player().invalidate_position(&why);
        why
    }

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
