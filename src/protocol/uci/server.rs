//! UCI as the engine speaks it.

use super::dialect::UciDialect;
use super::search_output::UciSearchOutput;
use super::syntax;
use super::{UCI_VARIANT, UCI_VARIANT_OPTION};
use crate::player::{Player, PlayerListener};
use crate::protocol::options::{self, OptionKind, ProtocolKind};
use crate::protocol::output::ProtocolOutput;
use crate::protocol::server::{CommandStatus, ProtocolServer};
use crate::protocol::variant::{default_player, find_variant, set_game, variants};
use crate::system::Instant;
use once_cell::sync::Lazy;

static UCI_VARIANTS: Lazy<Vec<&str>> = Lazy::new(|| variants(UCI_VARIANT));

/// Answers the commands of a UCI client.
pub struct UciServer {
    output: ProtocolOutput,
    player: Player,
}

impl UciServer {
    /// A server for chess, at the initial position.
    pub fn new(output: ProtocolOutput) -> Result<UciServer, String> {
        let player = default_player(UCI_VARIANT, &output)?;
        Ok(UciServer { output, player })
    }
}

impl UciDialect for UciServer {
    const LEFT_OUT: &'static str = "; this part is left out";
    const OK: &'static str = "uciok";

    fn options(&self) -> Vec<(&'static str, OptionKind)> {
        let mut options = options::declared_options([self.player.game()].into_iter(), ProtocolKind::Uci);
        options.push((UCI_VARIANT_OPTION, OptionKind::Combo { values: &UCI_VARIANTS }));
        options
    }

    fn set_option(&mut self, name: &str, value: Option<&str>) -> Result<(), String> {
        if name.eq_ignore_ascii_case(UCI_VARIANT_OPTION) {
            let found = format!("option {UCI_VARIANT_OPTION}: found");
            set_game(&mut self.player, find_variant(UCI_VARIANT, &found, value)?)
        } else {
            options::set(&mut self.player, ProtocolKind::Uci, name, value)
        }
    }

    fn listener(&mut self, _received: Instant) -> PlayerListener {
        Box::new(UciSearchOutput::new(self.output.clone(), &mut self.player, true))
    }
}

impl ProtocolServer for UciServer {
    fn execute(&mut self, line: &str) -> Result<CommandStatus, String> {
        match syntax::read(line) {
            Ok(None) => Ok(CommandStatus::Unknown),
            Ok(Some(command)) => self.answer(command),
            Err(error) => Err(self.refuse(&error)),
        }
    }

    fn player(&mut self) -> &mut Player {
        &mut self.player
    }

    fn output(&self) -> &ProtocolOutput {
        &self.output
    }
}
