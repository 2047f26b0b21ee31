//! The endgame tables of a game, for code that serves every game and is compiled once.

use crate::any_position::AnyPosition;
use crate::game::Outcome;
use crate::games::entry::GameEntry;
use crate::search::{Tablebase, TablebaseValue};
use std::marker::PhantomData;

/// The endgame tables of one game. Positions of other games must not be asked.
pub trait AnyTables: Send {
    /// The result by the tables alone; `None` if they do not have the position, or if counters of draw rules matter.
    fn result(&self, position: &AnyPosition) -> Option<Outcome>;

    /// The result and the distance under all rules.
    fn value(&self, position: &AnyPosition) -> Option<TablebaseValue>;

    /// Whether the move that leads from a position to `child` is a conversion: distances end with it.
    fn is_conversion(&self, position: &AnyPosition, child: &AnyPosition) -> bool;

    /// What distances count, in words.
    fn distance_unit(&self) -> &'static str;

    /// A line for the user: which tables were found, and which were left out and why.
    fn summary(&self) -> String;

    /// The error of a table that was found to be damaged, as a line for the user. Told once.
    fn take_error(&self) -> Option<String>;
}

/// The endgame tables of the games of `K`.
pub(super) struct TablesOf<K: GameEntry> {
    tables: K::Tablebase,
    entry: PhantomData<fn() -> K>,
}

impl<K: GameEntry> TablesOf<K> {
    pub(super) fn new(tables: K::Tablebase) -> Self {
        TablesOf { tables, entry: PhantomData }
    }
}

impl<K: GameEntry> AnyTables for TablesOf<K> {
    fn result(&self, position: &AnyPosition) -> Option<Outcome> {
        K::tablebase_result(&self.tables, position.inside())
    }

    fn value(&self, position: &AnyPosition) -> Option<TablebaseValue> {
        K::tablebase_value(&self.tables, position.inside())
    }

    fn is_conversion(&self, position: &AnyPosition, child: &AnyPosition) -> bool {
        K::is_conversion(position.inside(), child.inside())
    }

    fn distance_unit(&self) -> &'static str {
        K::Tablebase::DISTANCE
    }

    fn summary(&self) -> String {
        self.tables.summary()
    }

    fn take_error(&self) -> Option<String> {
        self.tables.take_error()
    }
}
