//! Nim and its relations: games with heaps of counters, in which the last mover wins (normal play) or loses (misere play).
//!
//! All of them are one type, [`HeapPosition`], which holds its rules as a value. Positions and moves are written as
//! `nim 3,4,5 misere p1` and `2:4-1`.
//!
//! Rules: `position`, `symmetry`, `play`, `moves`, `taking`, `octal`, `grundy_values`, `nimber`, `sum`, `exhaust`, `circle_table`
//! Rules: `factor`, `take_and_break`, `misere_kayles`, `nim`, `northcott`, `moore`, `poker`, `lasker`, `end`
//! Rules: `fibonacci`, `wythoff`, `divisor`, `subtraction`, `count`, `ring`, `circular`, `greedy`, `building`

mod building;
mod circle_table;
mod circular;
mod count;
mod divisor;
mod end;
mod entry;
mod exhaust;
mod factor;
mod fibonacci;
mod greedy;
pub mod grundy_values;
mod lasker;
mod misere_kayles;
mod moore;
mod move_text;
pub mod moves;
mod nim;
pub mod nimber;
pub mod nimber_expression;
mod northcott;
pub mod octal;
mod picture;
mod play;
mod poker;
pub mod position;
mod read_text;
mod ring;
mod subtraction;
mod sum;
mod symmetry;
mod take_and_break;
pub mod taking;
#[cfg(test)]
mod tests;
mod text;
mod wythoff;

pub use entry::HeapKnowledge;
pub use moves::HeapMove;
pub(crate) use moves::HeapRule;
pub use position::HeapPosition;
use symmetry::HeapSymmetry;

/// The rules of all heap games.
const ALL: &[&dyn position::HeapRules] = &[
    &nim::Nim,
    &northcott::Northcott,
    &moore::Moore,
    &poker::Poker,
    &lasker::Lasker,
    &end::End,
    &fibonacci::Fibonacci,
    &wythoff::Wythoff,
    &wythoff::EndWythoff,
    &divisor::Divisor,
    &subtraction::Subtraction,
    &count::TWENTY_ONE,
    &count::HUNDRED,
    &ring::Ring,
    &circular::Circular,
    &take_and_break::TakeAndBreak::Kayles,
    &take_and_break::TakeAndBreak::Grundy,
    &greedy::Greedy,
    &building::Building,
    &take_and_break::TakeAndBreak::Octal,
];

/// The rules of the game called `name`. "mama" is another name of "grundy".
fn named(name: &str) -> Option<&'static dyn position::HeapRules> {
    let name = if name.eq_ignore_ascii_case("mama") { "grundy" } else { name };
    ALL.iter().copied().find(|rules| rules.facts().name.eq_ignore_ascii_case(name))
}
