//! The values of the options of an engine.

use crate::commands::split;
use crate::engine::CheckerboardEngine;

/// The values of the options, for those who ask while the engine is busy.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct CheckerboardOptions {
    hash_mib: usize,
    threads: usize,
    book_level: usize,
    table_path: String,
}

impl CheckerboardOptions {
    /// The reply to a command that asks for the value of an option, such as `get hashsize`.
    pub fn reply(&self, command: &str) -> Option<String> {
        match split(command) {
            ("get", "hashsize") => Some(self.hash_mib.to_string()),
            ("get", "searchthreads") => Some(self.threads.to_string()),
            ("get", "book") => Some(self.book_level.to_string()),
            ("get", "dbpath") => Some(self.table_path.clone()),
            _ => None,
        }
    }
}

impl CheckerboardEngine {
    /// The values of the options.
    pub fn options(&mut self) -> CheckerboardOptions {
        let settings = self.player.settings();
        CheckerboardOptions {
            hash_mib: settings.hash_mib,
            threads: settings.threads,
            book_level: self.book_level,
            table_path: self.table_path.clone(),
        }
    }
}
