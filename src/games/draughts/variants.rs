//! The games of the draughts family: their rules.
//!
//! A rule that no published text was at hand for is marked "ours".

use super::colour::Colour;
use super::draw_rules::{DrawRules, FewPieces, FewPiecesRule};
use super::keys::ZobristKeys;
use super::rules::{CapturePromotion, Criterion, DraughtsRules, Goal, KingLanding, MoveNotation};

/// English draughts, American checkers: the rules of the World Checkers Draughts Federation.
pub static ENGLISH: DraughtsRules = DraughtsRules {
    name: "english",
    // The player with the darker pieces makes the first move.
    first: Colour::Black,
    rows_of_men: 3,
    start: None,
    pieces: 12,
    mirrored: false,
    men_capture_backward: false,
    captures_along_rows: false,
    men_capture_kings: true,
    // Any capture may be chosen, but the one chosen must be completed.
    precedence: &[],
    promotion: CapturePromotion::Ends,
    lifts_at_once: false,
    landing: KingLanding::Any,
    may_stop: false,
    king_moves_in_a_row: 0,
    goal: Goal::Capture,
    // No man has advanced toward the king row and no piece has been captured during each side's last forty moves.
    draws: DrawRules::without_progress(80, "40-move rule"),
    derived_from: None,
    notation: MoveNotation::NUMERIC,
    keys: &ZobristKeys::salted("english"),
};

/// The game of G. Pongor's thesis, "A computer implementation of a two-player game" (Debrecen 2009): English draughts with
/// two rules of its own.
pub static PONGOR: DraughtsRules = DraughtsRules {
    name: "pongor",
    // The longest capture on the whole board is compulsory.
    precedence: &[Criterion::Pieces],
    // Neither a capture nor a promotion in fifty moves, those of both sides counted.
    draws: DrawRules::without_progress(50, "50-move rule").or_promotion(),
    keys: &ZobristKeys::salted("pongor"),
    ..ENGLISH_LIKE
};

/// Italian draughts (Federazione Italiana Dama).
pub static ITALIAN: DraughtsRules = DraughtsRules {
    name: "italian",
    first: Colour::White,
    mirrored: true,
    men_capture_kings: false,
    // The most pieces; then with a king; then the most kings; then a king soonest.
    precedence: &[Criterion::Pieces, Criterion::ByKing, Criterion::Kings, Criterion::KingsSoonest],
    draws: DrawRules::without_progress(80, "40-move rule"),
    keys: &ZobristKeys::salted("italian"),
    ..ENGLISH_LIKE
};

/// Russian draughts, shashki: the rules of the FMJD section 64.
pub static RUSSIAN: DraughtsRules = DraughtsRules {
    name: "russian",
    men_capture_backward: true,
    promotion: CapturePromotion::ContinuesAsKing,
    draws: DRAWS_OF_64,
    notation: MoveNotation::RUSSIAN,
    keys: &ZobristKeys::salted("russian"),
    ..SPANISH_LIKE
};

/// Brazilian draughts: international draughts on the small board.
pub static BRAZILIAN: DraughtsRules = DraughtsRules {
    name: "brazilian",
    men_capture_backward: true,
    precedence: &[Criterion::Pieces],
    promotion: CapturePromotion::ContinuesAsMan,
    // Lidraughts' practice.
    draws: DRAWS_OF_64,
    notation: MoveNotation::ALGEBRAIC,
    keys: &ZobristKeys::salted("brazilian"),
    ..SPANISH_LIKE
};

/// American pool checkers.
pub static POOL: DraughtsRules = DraughtsRules {
    name: "pool",
    first: Colour::Black,
    men_capture_backward: true,
    promotion: CapturePromotion::ContinuesAsMan,
    // Unverified: thirteen moves each with three kings against one.
    draws: DrawRules::without_progress(30, "15-move rule").with_few_pieces(&[against_king(
        [3, 3],
        3,
        26,
        "13-move rule",
    )]),
    keys: &ZobristKeys::salted("pool"),
    ..SPANISH_LIKE
};

/// Spanish draughts.
pub static SPANISH: DraughtsRules = DraughtsRules {
    name: "spanish",
    mirrored: true,
    precedence: &[Criterion::Pieces, Criterion::Kings],
    keys: &ZobristKeys::salted("spanish"),
    ..SPANISH_LIKE
};

/// Portuguese draughts: the rules of Spanish draughts.
pub static PORTUGUESE: DraughtsRules = DraughtsRules {
    name: "portuguese",
    mirrored: true,
    precedence: &[Criterion::Pieces, Criterion::Kings],
    keys: &ZobristKeys::salted("portuguese"),
    ..SPANISH_LIKE
};

/// Czech draughts, dáma.
pub static CZECH: DraughtsRules = DraughtsRules {
    name: "czech",
    precedence: &[Criterion::ByKing],
    // Fifteen king moves each: unverified.
    notation: MoveNotation::ALGEBRAIC,
    keys: &ZobristKeys::salted("czech"),
    ..SPANISH_LIKE
};

/// The draughts of the Slovak document: two rows of men, and a capture may be stopped after any piece.
pub static SLOVAK: DraughtsRules = DraughtsRules {
    name: "slovak",
    rows_of_men: 2,
    pieces: 8,
    precedence: &[Criterion::ByKing],
    may_stop: true,
    notation: MoveNotation::ALGEBRAIC,
    keys: &ZobristKeys::salted("slovak"),
    ..SPANISH_LIKE
};

/// Thai checkers, makhos.
pub static THAI: DraughtsRules = DraughtsRules {
    name: "thai",
    first: Colour::Black,
    rows_of_men: 2,
    pieces: 8,
    lifts_at_once: true,
    landing: KingLanding::Behind,
    keys: &ZobristKeys::salted("thai"),
    ..SPANISH_LIKE
};

/// Russian draughts in which who has no piece or no move wins: poddavki, giveaway.
pub static GIVEAWAY: DraughtsRules = DraughtsRules {
    name: "giveaway",
    men_capture_backward: true,
    promotion: CapturePromotion::ContinuesAsKing,
    goal: Goal::LoseAll,
    draws: DRAWS_OF_64,
    notation: MoveNotation::RUSSIAN,
    keys: &ZobristKeys::salted("giveaway"),
    ..SPANISH_LIKE
};

/// International draughts: the rules of the World Draughts Federation (FMJD).
pub static INTERNATIONAL: DraughtsRules =
    DraughtsRules { name: "international", keys: &ZobristKeys::salted("international"), ..INTERNATIONAL_LIKE };

/// Killer draughts: if the last piece that a king captures is a king, it stops directly behind it.
pub static KILLER: DraughtsRules = DraughtsRules {
    name: "killer",
    landing: KingLanding::BehindLastKing,
    keys: &ZobristKeys::salted("killer"),
    ..INTERNATIONAL_LIKE
};

/// Breakthrough draughts: the first king wins.
pub static BREAKTHROUGH: DraughtsRules =
    DraughtsRules { name: "bt", goal: Goal::FirstKing, keys: &ZobristKeys::salted("bt"), ..INTERNATIONAL_LIKE };

/// Losing draughts, antidraughts: who has no piece or no move wins.
pub static LOSING: DraughtsRules =
    DraughtsRules { name: "losing", goal: Goal::LoseAll, keys: &ZobristKeys::salted("losing"), ..INTERNATIONAL_LIKE };

/// Frisian draughts.
pub static FRISIAN: DraughtsRules =
    DraughtsRules { name: "frisian", keys: &ZobristKeys::salted("frisian"), ..FRISIAN_LIKE };

/// Frysk!: Frisian draughts with five men a side.
pub static FRYSK: DraughtsRules =
    DraughtsRules { name: "frysk", rows_of_men: 1, pieces: 5, keys: &ZobristKeys::salted("frysk"), ..FRISIAN_LIKE };

const ENGLISH_LIKE: DraughtsRules = DraughtsRules {
    name: "",
    first: Colour::Black,
    rows_of_men: 3,
    start: None,
    pieces: 12,
    mirrored: false,
    men_capture_backward: false,
    captures_along_rows: false,
    men_capture_kings: true,
    precedence: &[],
    promotion: CapturePromotion::Ends,
    lifts_at_once: false,
    landing: KingLanding::Any,
    may_stop: false,
    king_moves_in_a_row: 0,
    goal: Goal::Capture,
    draws: DrawRules::without_progress(80, "40-move rule"),
    derived_from: None,
    notation: MoveNotation::NUMERIC,
    keys: &ZobristKeys::salted(""),
};

/// Flying kings, White begins, and fifteen moves of kings each are a draw.
const SPANISH_LIKE: DraughtsRules = DraughtsRules {
    first: Colour::White,
    // Ours, where the rules of the game do not say otherwise.
    draws: DrawRules::without_progress(30, "15-move rule"),
    ..ENGLISH_LIKE
};

const INTERNATIONAL_LIKE: DraughtsRules = DraughtsRules {
    first: Colour::White,
    rows_of_men: 4,
    pieces: 20,
    men_capture_backward: true,
    precedence: &[Criterion::Pieces],
    promotion: CapturePromotion::ContinuesAsMan,
    draws: DrawRules::without_progress(50, "25-move rule")
        .with_few_pieces(&[against_king([1, 2], 1, 10, "5-move rule"), against_king([3, 3], 1, 32, "16-move rule")]),
    ..ENGLISH_LIKE
};

const FRISIAN_LIKE: DraughtsRules = DraughtsRules {
    captures_along_rows: true,
    precedence: &[Criterion::Value, Criterion::ByKing],
    king_moves_in_a_row: 3,
    // Twenty-five moves each: ours. The rules for few pieces: Lidraughts' practice.
    draws: DrawRules::without_progress(50, "25-move rule")
        .with_few_pieces(&[against_king([1, 1], 1, 4, "2-move rule"), against_king([2, 2], 2, 14, "7-move rule")]),
    ..INTERNATIONAL_LIKE
};

/// The draw rules of the FMJD section 64 (article 7.2).
const DRAWS_OF_64: DrawRules = DrawRules::without_progress(30, "15-move rule").with_few_pieces(&[
    FewPiecesRule { pieces: FewPieces::MainRoad, plies: 10, name: "5-move rule" },
    against_king([1, 2], 1, 10, "5-move rule"),
    against_king([3, 12], 3, 30, "15-move rule"),
    FewPiecesRule { pieces: FewPieces::BothHaveKings { pieces: [4, 5] }, plies: 60, name: "30-move rule" },
    FewPiecesRule { pieces: FewPieces::BothHaveKings { pieces: [6, 7] }, plies: 120, name: "60-move rule" },
]);

const fn against_king(pieces: [u8; 2], kings: u8, plies: u16, name: &'static str) -> FewPiecesRule {
    FewPiecesRule { pieces: FewPieces::AgainstKing { pieces, kings }, plies, name }
}
