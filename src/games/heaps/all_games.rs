//! The heap games.

use super::moore::Moore;
use super::nim::Nim;
use super::position::HeapRules;

/// The rules of all heap games.
pub(super) const ALL: &[&dyn HeapRules] = &[&Nim, &Moore];

/// The rules of the game called `name`.
pub(super) fn named(name: &str) -> Option<&'static dyn HeapRules> {
    let mut games = ALL.iter().copied();
    games.find(|rules| rules.name().eq_ignore_ascii_case(name))
}
