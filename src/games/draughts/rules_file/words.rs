//! The words of rules files, and what they stand for.

use super::super::colour::Colour;
use super::super::draw_rules::{FewPieces, Progress};
use super::super::rules::{CapturePromotion, Criterion, Goal, KingLanding, MoveNotation, SquareNames};

/// A word and its meaning.
pub type RuleWord<T> = (&'static str, T);

/// Who moves first.
pub const COLOURS: [RuleWord<Colour>; 2] = [("white", Colour::White), ("black", Colour::Black)];

/// Whether kings fly.
pub const KINGS: [RuleWord<bool>; 2] = [("short", false), ("flying", true)];

/// The criteria by which captures are compared.
pub const CRITERIA: [RuleWord<Criterion>; 5] = [
    ("most pieces", Criterion::Pieces),
    ("highest value", Criterion::Value),
    ("by a king", Criterion::ByKing),
    ("most kings", Criterion::Kings),
    ("a king soonest", Criterion::KingsSoonest),
];

/// What becomes of a man that reaches the king row during a capture.
pub const PROMOTIONS: [RuleWord<CapturePromotion>; 3] = [
    ("ends the move", CapturePromotion::Ends),
    ("goes on as a king", CapturePromotion::ContinuesAsKing),
    ("goes on as a man", CapturePromotion::ContinuesAsMan),
];

/// Where flying kings land behind a captured piece.
pub const LANDINGS: [RuleWord<KingLanding>; 3] = [
    ("anywhere behind", KingLanding::Any),
    ("directly behind", KingLanding::Behind),
    ("directly behind a last king", KingLanding::BehindLastKing),
];

/// What wins.
pub const GOALS: [RuleWord<Goal>; 3] =
    [("capture all", Goal::Capture), ("lose all", Goal::LoseAll), ("first king", Goal::FirstKing)];

/// How moves are written.
pub const NOTATIONS: [RuleWord<MoveNotation>; 3] = [
    // `32-28`, `28x19`; `c3-d4`, `d4xf6`; `c3-d4`, `d4:f6`.
    ("numbers", MoveNotation { squares: SquareNames::Numbers, capture: 'x' }),
    ("letters", MoveNotation { squares: SquareNames::Algebraic, capture: 'x' }),
    ("letters and colons", MoveNotation { squares: SquareNames::Algebraic, capture: ':' }),
];

/// What counts as progress for the draw rule.
pub const PROGRESS: [RuleWord<Progress>; 2] =
    [("captures and moves of men", Progress::Advance), ("captures and promotions", Progress::Promotion)];

/// The conditions of draw rules for few pieces, without their numbers.
pub const CONDITIONS: [RuleWord<FewPieces>; 3] = [
    ("against a lone king", FewPieces::AgainstKing { pieces: [0; 2], kings: 0 }),
    ("three pieces against a king on the main road", FewPieces::MainRoad),
    ("both sides have kings", FewPieces::BothHaveKings { pieces: [0; 2] }),
];
