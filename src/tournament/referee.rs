//! The referee of games between engines.

use crate::any_position::AnyPosition;
use crate::game::Outcome;
use crate::games::{AnyTables, GameInfo};
use anyhow::anyhow;

/// The game that a referee judges, and the endgame tables that it uses.
#[derive(Clone, Debug)]
pub struct RefereeSettings {
    /// The game.
    pub game: &'static GameInfo,
    /// The folders of the endgame tables.
    pub tables: Option<String>,
}

/// Knows the rules of a game, and may look up results in endgame tables. It judges any number of games.
pub struct Referee {
    /// The game.
    pub game: &'static GameInfo,
    tables: Option<Box<dyn AnyTables>>,
}

impl RefereeSettings {
    /// A new referee.
    ///
    /// # Errors
    /// The tables cannot be opened.
    pub fn referee(&self) -> anyhow::Result<Referee> {
        let tables = self.tables.as_ref().map(|path| self.game.open_tables(&self.game.start(), path)).transpose();
        Ok(Referee { game: self.game, tables: tables.map_err(|error| anyhow!(error))? })
    }
}

impl Referee {
    /// The result by the endgame tables; `None` if they do not have the position.
    pub fn table_result(&self, position: &AnyPosition) -> Option<Outcome> {
        self.tables.as_ref()?.result(position)
    }
}
