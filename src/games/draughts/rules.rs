//! The rules by which the games of the draughts family differ: one field for each rule.

use super::colour::Colour;
use super::draw_rules::DrawRules;
use super::keys::ZobristKeys;
use crate::board::Bitset;
use crate::game::{Outcome, Side};

/// The rules of a game that the move generator reads while it runs. What it must know when it is compiled, the board
/// and how kings move, are constants of [`DraughtsVariant`](super::DraughtsVariant).
///
/// These rules all games share: Men step diagonally forward and become kings on the last row. A capture jumps
/// over a piece of the opponent onto an empty square behind it. Captures are compulsory. A side without legal moves
/// has lost, or has won where the [goal](DraughtsRules::goal) is to lose all pieces.
#[derive(Debug)]
pub struct DraughtsRules {
    /// The name in the table of games. It also seeds the Zobrist keys.
    pub name: &'static str,
    /// The colour that moves first. In every game Black's men start on the low square numbers and move towards the
    /// high ones, White's the other way.
    pub first: Colour,
    /// Number of rows that the men of each side fill at the start.
    pub rows_of_men: u8,
    /// The pieces at the start, if they are not rows of men: the men of White and of Black, and their kings.
    pub start: Option<[[Bitset; 2]; 2]>,
    /// The largest number of pieces of a side.
    pub pieces: u8,
    /// Whether the board is mirrored: the playing square in the corner is at the right of White.
    pub mirrored: bool,
    /// Whether men capture backward too.
    pub men_capture_backward: bool,
    /// Whether pieces also capture along rows and columns. Only on 10 x 10 squares.
    pub captures_along_rows: bool,
    /// Whether men capture kings.
    pub men_capture_kings: bool,
    /// Which captures are legal if there are several: those that are greatest by the first criterion; of these, the
    /// greatest by the second; and so on. Empty if any may be chosen.
    pub precedence: &'static [Criterion],
    /// What becomes of a man that reaches its king row during a capture.
    pub promotion: CapturePromotion,
    /// Whether a captured piece is lifted at once. Otherwise it stays as an obstacle until the end of the move,
    /// and cannot be jumped twice.
    pub lifts_at_once: bool,
    /// Where a flying king may land behind the last piece that it captures.
    pub landing: KingLanding,
    /// Whether the player may stop a capture after any piece.
    pub may_stop: bool,
    /// How often in a row a side that has men may move the same king without a capture; 0 for any number.
    /// At most [`MAX_KING_RUN`](super::king_run::MAX_KING_RUN).
    pub king_moves_in_a_row: u8,
    /// What wins the game.
    pub goal: Goal,
    /// When the game is drawn.
    pub draws: DrawRules,
    /// The name of the game of the table that these rules are, or are like. Its evaluation serves them too.
    pub like: &'static str,
    /// How people and game records write its moves.
    pub notation: MoveNotation,
    /// The Zobrist keys of the game.
    pub(super) keys: &'static ZobristKeys,
}

/// English draughts, American checkers. The compiler knows these rules, and a rules file has them where it says nothing.
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
    like: "english",
    notation: MoveNotation { squares: SquareNames::Numbers, capture: 'x' },
    keys: &ZobristKeys::salted("english"),
};

/// A criterion by which captures are compared. Only the greatest are legal.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Criterion {
    /// The number of captured pieces.
    Pieces,
    /// The value of captured pieces: a king counts a little less than two men.
    Value,
    /// Captures by a king come before captures by a man.
    ByKing,
    /// The number of captured kings.
    Kings,
    /// Captures in which the first king is captured sooner; if that is equal, the second king, and so on.
    KingsSoonest,
}

/// The number for [`Criterion::Value`]. Kings are worth less than twice as many men, but more than twice as many men less one:
/// article 11 of the rules of Frisian draughts (2011). This holds for up to 31 kings.
#[inline(always)]
pub(super) const fn capture_value(pieces: u32, kings: u32) -> u32 {
    32 * (pieces + kings) - kings
}

/// What becomes of a man that reaches its king row during a capture.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum CapturePromotion {
    /// It becomes a king, and the capture ends.
    Ends,
    /// It becomes a king at once and goes on capturing as one.
    ContinuesAsKing,
    /// It goes on capturing as a man, and becomes a king only if it ends there.
    ContinuesAsMan,
}

/// Where a flying king may land behind the last piece that it captures.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum KingLanding {
    /// On any empty square behind it.
    Any,
    /// Directly behind every captured piece, not only the last one.
    Behind,
    /// On any square behind a man, but directly behind a king.
    BehindLastKing,
}

/// What wins the game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Goal {
    /// The opponent has no legal move.
    Capture,
    /// The player to move has no legal move.
    LoseAll,
    /// The first king. Otherwise as [`Capture`](Goal::Capture).
    FirstKing,
}

/// How people and game records write the moves of a game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct MoveNotation {
    /// The names of the squares.
    pub squares: SquareNames,
    /// The sign between the squares of a capture. Between those of other moves it is always `-`.
    pub capture: char,
}

/// The names of squares.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum SquareNames {
    /// Numbers in reading order as White sees the board.
    Numbers,
    /// File and rank, as in chess: `a1` is the corner at the bottom left of White.
    Algebraic,
}

impl DraughtsRules {
    /// Whether there can be endgame tables: if the pieces alone decide a position.
    pub fn have_endgame_tables(&self) -> bool {
        self.king_moves_in_a_row == 0
    }

    /// The side of a colour.
    #[inline]
    pub(super) fn side_of(&self, colour: Colour) -> Side {
        if colour == self.first { Side::First } else { Side::Second }
    }

    /// The colour of a side.
    #[inline]
    pub(super) fn colour_of(&self, side: Side) -> Colour {
        if side == self.side_of(Colour::White) { Colour::White } else { Colour::Black }
    }

    /// The result for a side that has no legal move.
    #[inline]
    pub const fn outcome_without_moves(&self) -> Outcome {
        match self.goal {
            Goal::Capture | Goal::FirstKing => Outcome::Loss,
            Goal::LoseAll => Outcome::Win,
        }
    }

    /// Whether captures of one piece each can be of different rank, so that some are not legal.
    #[inline]
    pub(super) fn ranks_single_captures(&self) -> bool {
        self.precedence.iter().any(|criterion| *criterion != Criterion::Pieces)
    }
}
