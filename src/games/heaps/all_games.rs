//! The heap games.

use super::building::Building;
use super::circular::Circular;
use super::count::{HUNDRED, TWENTY_ONE};
use super::divisor::Divisor;
use super::end::End;
use super::endwythoff::EndWythoff;
use super::fibonacci::Fibonacci;
use super::greedy::Greedy;
use super::lasker::Lasker;
use super::moore::Moore;
use super::nim::Nim;
use super::northcott::Northcott;
use super::octal_games::Octal;
use super::poker::Poker;
use super::position::HeapRules;
use super::ring::Ring;
use super::subtraction::Subtraction;
use super::wythoff::Wythoff;

/// The rules of all heap games.
pub(super) const ALL: &[&dyn HeapRules] = &[
    &Nim,
    &Northcott,
    &Moore,
    &Poker,
    &Lasker,
    &End,
    &Fibonacci,
    &Wythoff,
    &EndWythoff,
    &Divisor,
    &Subtraction,
    &TWENTY_ONE,
    &HUNDRED,
    &Ring,
    &Circular,
    &Octal::Kayles,
    &Octal::Grundy,
    &Greedy,
    &Building,
    &Octal::Code,
];

/// Other names of games.
const ALIASES: &[(&str, &str)] = &[("mama", "grundy")];

/// The rules of the game called `name`.
pub(super) fn named(name: &str) -> Option<&'static dyn HeapRules> {
    let alias = ALIASES.iter().find(|(alias, _)| alias.eq_ignore_ascii_case(name));
    let name = alias.map_or(name, |(_, name)| name);
    let mut games = ALL.iter().copied();
    games.find(|rules| rules.name().eq_ignore_ascii_case(name))
}
