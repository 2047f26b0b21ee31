//! What the compiler must know about a game of the draughts family, and the types of games with the same such constants.

use super::geometry::{Board8x8, Board10x10, BoardSize, Geometry};
use super::rules::{DraughtsRules, ENGLISH};
use super::squares::Squares;
use std::fmt::{self, Debug};
use std::marker::PhantomData;
use std::ptr;

/// A game of the draughts family: constants for what the inner loops of the move generator depend on, and
/// the [rules](DraughtsRules), which are read while the program runs. A type may stand for one game, whose rules the
/// compiler then knows, or for many.
pub trait DraughtsVariant: Copy + Eq + Debug + Send + Sync + 'static {
    /// The board.
    type Board: Geometry;

    /// The type of the same game when the compiler does not know its rules. Code that need not be fast is compiled for this
    /// type alone.
    type Ruled: DraughtsVariant<Board = Self::Board>;

    /// The kind that this type stands for.
    const KIND: VariantKind;

    /// Whether kings fly: they move and capture over any number of empty squares.
    const FLYING_KINGS: bool = Self::KIND.flying_kings();

    /// Whether the board has 10 x 10 squares: only there pieces may capture along rows and columns.
    const LARGE: bool = Self::Board::WIDTH == 5;

    /// Whether the compiler knows the rules. Then loops that must be fast generate moves in place.
    const KNOWN: bool = matches!(Self::KIND, VariantKind::English);

    /// The game of this kind that has these rules.
    fn of(rules: &'static DraughtsRules) -> Self;

    /// The rules.
    fn rules(self) -> &'static DraughtsRules;

    /// The squares with their numbers and names.
    fn squares(self) -> Squares {
        Squares { size: Self::Board::SIZE, mirrored: self.rules().mirrored }
    }
}

/// English draughts. The compiler knows its rules.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct English;

impl DraughtsVariant for English {
    type Board = Board8x8;
    type Ruled = ShortKings8x8;
    const KIND: VariantKind = VariantKind::English;

    fn of(_: &'static DraughtsRules) -> English {
        English
    }

    #[inline(always)]
    fn rules(self) -> &'static DraughtsRules {
        &ENGLISH
    }
}

/// A game on the board `B`, with flying kings or short ones, whose other rules the compiler does not know.
#[derive(Clone, Copy)]
pub struct RuledVariant<B, const FLYING_KINGS: bool>(&'static DraughtsRules, PhantomData<B>);

/// Games on 8 x 8 squares whose kings move one step.
pub type ShortKings8x8 = RuledVariant<Board8x8, false>;

/// Games on 8 x 8 squares with flying kings.
pub type FlyingKings8x8 = RuledVariant<Board8x8, true>;

/// Games on 10 x 10 squares with flying kings.
pub type FlyingKings10x10 = RuledVariant<Board10x10, true>;

impl<B: Geometry, const FLYING_KINGS: bool> DraughtsVariant for RuledVariant<B, FLYING_KINGS> {
    type Board = B;
    type Ruled = Self;
    const KIND: VariantKind = VariantKind::with(B::ROWS, FLYING_KINGS).expect("a kind that is built");

    fn of(rules: &'static DraughtsRules) -> Self {
        RuledVariant(rules, PhantomData)
    }

    #[inline(always)]
    fn rules(self) -> &'static DraughtsRules {
        self.0
    }
}

impl<B, const FLYING_KINGS: bool> PartialEq for RuledVariant<B, FLYING_KINGS> {
    fn eq(&self, other: &Self) -> bool {
        ptr::eq(self.0, other.0)
    }
}

impl<B, const FLYING_KINGS: bool> Eq for RuledVariant<B, FLYING_KINGS> {}

impl<B, const FLYING_KINGS: bool> Debug for RuledVariant<B, FLYING_KINGS> {
    fn fmt(&self, formatter: &mut fmt::Formatter) -> fmt::Result {
        formatter.write_str(self.0.name)
    }
}

/// The types that the move generator is compiled for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum VariantKind {
    /// English draughts.
    English,
    /// 8 x 8 squares, kings move one step.
    ShortKings8x8,
    /// 8 x 8 squares, flying kings.
    FlyingKings8x8,
    /// 10 x 10 squares, flying kings.
    FlyingKings10x10,
}

/// An operation that is generic over the variant.
pub trait DraughtsVisitor {
    /// Its result.
    type Output;

    /// Performs the operation for one variant.
    fn visit<V: DraughtsVariant>(self, variant: V) -> Self::Output;
}

impl VariantKind {
    /// All kinds.
    pub const ALL: [VariantKind; 4] =
        [VariantKind::English, VariantKind::ShortKings8x8, VariantKind::FlyingKings8x8, VariantKind::FlyingKings10x10];

    /// The kind of games with a board of so many rows; `None` if there is none.
    pub const fn with(rows: u8, flying_kings: bool) -> Option<VariantKind> {
        match (rows, flying_kings) {
            (Board8x8::ROWS, false) => Some(VariantKind::ShortKings8x8),
            (Board8x8::ROWS, true) => Some(VariantKind::FlyingKings8x8),
            (Board10x10::ROWS, true) => Some(VariantKind::FlyingKings10x10),
            _ => None,
        }
    }

    /// The size of the board.
    pub const fn board(self) -> BoardSize {
        if matches!(self, VariantKind::FlyingKings10x10) { Board10x10::SIZE } else { Board8x8::SIZE }
    }

    /// The number of rows of the board.
    pub const fn rows(self) -> u8 {
        self.board().rows()
    }

    /// Whether kings fly.
    pub const fn flying_kings(self) -> bool {
        matches!(self, VariantKind::FlyingKings8x8 | VariantKind::FlyingKings10x10)
    }

    /// Runs `visitor` with the game of this kind that has these rules.
    pub fn visit<T: DraughtsVisitor>(self, rules: &'static DraughtsRules, visitor: T) -> T::Output {
        match self {
            VariantKind::English => visitor.visit(English),
            VariantKind::ShortKings8x8 => visitor.visit(ShortKings8x8::of(rules)),
            VariantKind::FlyingKings8x8 => visitor.visit(FlyingKings8x8::of(rules)),
            VariantKind::FlyingKings10x10 => visitor.visit(FlyingKings10x10::of(rules)),
        }
    }
}
