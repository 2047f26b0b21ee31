//! The types of games that the move generator is compiled for, chosen while the program runs.

use super::family::{DraughtsVisitor, FLYING_KINGS_8X8, FLYING_KINGS_10X10, SHORT_KINGS_8X8};
use super::geometry::{Board8x8, Board10x10, Geometry};
use super::rules::DraughtsRules;
use super::variant::{FlyingKings8x8, FlyingKings10x10, ShortKings8x8};
use super::variants::ENGLISH;
use std::iter;

/// A board and a kind of kings.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum VariantKind {
    /// 8 x 8 squares, kings move one step.
    ShortKings8x8,
    /// 8 x 8 squares, flying kings.
    FlyingKings8x8,
    /// 10 x 10 squares, flying kings.
    FlyingKings10x10,
}

impl VariantKind {
    /// The kind with a board of so many rows; `None` if there is none.
    pub fn with(rows: u8, flying_kings: bool) -> Option<VariantKind> {
        match (rows, flying_kings) {
            (Board8x8::ROWS, false) => Some(VariantKind::ShortKings8x8),
            (Board8x8::ROWS, true) => Some(VariantKind::FlyingKings8x8),
            (Board10x10::ROWS, true) => Some(VariantKind::FlyingKings10x10),
            _ => None,
        }
    }

    /// The number of rows of the board.
    pub fn rows(self) -> u8 {
        match self {
            VariantKind::ShortKings8x8 | VariantKind::FlyingKings8x8 => Board8x8::ROWS,
            VariantKind::FlyingKings10x10 => Board10x10::ROWS,
        }
    }

    /// Whether kings fly.
    pub fn flying_kings(self) -> bool {
        self != VariantKind::ShortKings8x8
    }

    /// Runs `visitor` with the game of this kind that has these rules.
    pub fn visit<T: DraughtsVisitor>(self, rules: &'static DraughtsRules, visitor: T) -> T::Output {
        match self {
            VariantKind::ShortKings8x8 => visitor.visit(ShortKings8x8(rules)),
            VariantKind::FlyingKings8x8 => visitor.visit(FlyingKings8x8(rules)),
            VariantKind::FlyingKings10x10 => visitor.visit(FlyingKings10x10(rules)),
        }
    }
}

/// The rules of the games in the table, with their kinds.
pub fn built_in_games() -> impl Iterator<Item = (&'static DraughtsRules, VariantKind)> {
    let with = |kind| move |rules: &'static DraughtsRules| (rules, kind);
    let short = iter::once(&ENGLISH).chain(SHORT_KINGS_8X8.iter().copied());
    let flying = FLYING_KINGS_8X8.iter().copied();
    let large = FLYING_KINGS_10X10.iter().copied();
    short
        .map(with(VariantKind::ShortKings8x8))
        .chain(flying.map(with(VariantKind::FlyingKings8x8)))
        .chain(large.map(with(VariantKind::FlyingKings10x10)))
}
