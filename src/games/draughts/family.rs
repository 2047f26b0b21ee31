//! The games of the family by name, and by the types that they belong to.

use super::rules::DraughtsRules;
use super::variant::{DraughtsVariant, English, FlyingKings8x8, FlyingKings10x10, ShortKings8x8};
use super::variants::{
    BRAZILIAN, BREAKTHROUGH, CZECH, ENGLISH, FRISIAN, FRYSK, GIVEAWAY, INTERNATIONAL, ITALIAN, KILLER, LOSING, PONGOR,
    POOL, PORTUGUESE, RUSSIAN, SLOVAK, SPANISH, THAI,
};
use std::iter;

/// An operation that is generic over the variant.
pub trait DraughtsVisitor {
    /// Its result.
    type Output;

    /// Performs the operation for one variant.
    fn visit<V: DraughtsVariant>(self, variant: V) -> Self::Output;
}

/// Games with short kings on 8 x 8 squares whose rules the compiler does not know.
pub const SHORT_KINGS_8X8: &[&DraughtsRules] = &[&PONGOR, &ITALIAN];

/// Games with flying kings on 8 x 8 squares.
pub const FLYING_KINGS_8X8: &[&DraughtsRules] =
    &[&RUSSIAN, &BRAZILIAN, &POOL, &SPANISH, &PORTUGUESE, &CZECH, &SLOVAK, &THAI, &GIVEAWAY];

/// Games with flying kings on 10 x 10 squares.
pub const FLYING_KINGS_10X10: &[&DraughtsRules] = &[&INTERNATIONAL, &KILLER, &BREAKTHROUGH, &LOSING, &FRISIAN, &FRYSK];

/// The names of all variants, the default first.
pub fn variant_names() -> impl Iterator<Item = &'static str> {
    let kinds = [SHORT_KINGS_8X8, FLYING_KINGS_8X8, FLYING_KINGS_10X10];
    let others = kinds.into_iter().flatten().copied();
    iter::once(&ENGLISH).chain(others).map(|rules| rules.name)
}

/// Runs `visitor` with the variant called `name`; `None` if there is no such variant.
pub fn with_variant<T: DraughtsVisitor>(name: &str, visitor: T) -> Option<T::Output> {
    let named = |rules: &&DraughtsRules| rules.name.eq_ignore_ascii_case(name);
    let find = |all: &[&'static DraughtsRules]| all.iter().copied().find(named);
    if named(&&ENGLISH) {
        Some(visitor.visit(English))
    } else if let Some(rules) = find(SHORT_KINGS_8X8) {
        Some(visitor.visit(ShortKings8x8(rules)))
    } else if let Some(rules) = find(FLYING_KINGS_8X8) {
        Some(visitor.visit(FlyingKings8x8(rules)))
    } else {
        let rules = find(FLYING_KINGS_10X10)?;
        Some(visitor.visit(FlyingKings10x10(rules)))
    }
}
