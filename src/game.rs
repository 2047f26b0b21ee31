//! The rules of a game, and nothing else.
//!
//! A [`Game`] is a value: a position that lists its moves and plays them. It knows no search, no
//! text and no past; what the rules must remember (counters) is part of the position, and the keys
//! of past positions are kept by whoever needs them.

use std::fmt::Debug;
use std::ops::{ControlFlow, Not};

/// A 64-bit fingerprint of a position: equal positions have equal keys.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default, Debug)]
pub struct Key(pub u64);

/// Numbers that differ by little made to differ by half of their bits; no two of them become the
/// same (the finalizer of SplitMix64, Steele, Lea and Flood 2014).
pub const fn mix(number: u64) -> u64 {
    let once = (number ^ number >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let twice = (once ^ once >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
    twice ^ twice >> 31
}

/// The step from one number to be spread to the next: 2 to the 64th by the golden ratio.
pub const GOLDEN_STEP: u64 = 0x9e37_79b9_7f4a_7c15;

/// Which player: the one who moves first in the game's starting position, or the other.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[repr(u8)]
pub enum Side {
    /// White in chess, Black in English draughts, x in Tic-tac-toe.
    First,
    /// The opponent of [`Side::First`].
    Second,
}

impl Side {
    /// Both sides, the first mover first.
    pub const BOTH: [Side; 2] = [Side::First, Side::Second];

    /// 0 for the first mover, 1 for the other.
    pub const fn index(self) -> usize {
        self as usize
    }
}

impl Not for Side {
    type Output = Side;

    fn not(self) -> Side {
        match self {
            Side::First => Side::Second,
            Side::Second => Side::First,
        }
    }
}

/// How a game ends, as the side to move sees it.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Outcome {
    /// The side to move has won.
    Win,
    /// Nobody wins.
    Draw,
    /// The side to move has lost.
    Loss,
}

impl Outcome {
    /// As the other side sees it.
    #[inline]
    pub fn flipped(self) -> Outcome {
        match self {
            Outcome::Win => Outcome::Loss,
            Outcome::Draw => Outcome::Draw,
            Outcome::Loss => Outcome::Win,
        }
    }

    /// The side that won, where `mover` is the side to move at the end; `None` for a draw.
    pub fn winner(self, mover: Side) -> Option<Side> {
        match self {
            Outcome::Win => Some(mover),
            Outcome::Draw => None,
            Outcome::Loss => Some(!mover),
        }
    }
}

/// A position of a two-player, finite, zero-sum game of perfect information, with its rules.
///
/// The conformance tests state the laws that every game keeps; the most important: the provided
/// methods agree with [`visit_moves`](Game::visit_moves), a key kept up move by move equals the key from
/// scratch, and a `code` means at most one legal move of a position.
pub trait Game: Clone + Eq + Debug + Send + Sync + 'static {
    /// A move. Only meaningful together with the position it was made for.
    type Move: Copy + Eq + Debug + Send + Sync + 'static;

    /// The position a new game starts from.
    fn start() -> Self;

    /// Whose turn it is.
    fn side_to_move(&self) -> Side;

    /// The fingerprint of everything that decides which moves follow, counters excepted.
    fn key(&self) -> Key;

    /// Shows every legal move once to `listener`, in an order of the game's choice, until the
    /// listener breaks. A game that is over [by rule](Game::rule_outcome) may still list moves.
    fn visit_moves<B>(&self, listener: impl FnMut(Self::Move) -> ControlFlow<B>) -> ControlFlow<B>;

    /// The position after the legal move `mv`.
    fn play(&self, mv: Self::Move) -> Self;

    /// The result if a rule ends the game although moves may remain: counters, material.
    /// Cheap; repetition is not its business.
    fn rule_outcome(&self) -> Option<Outcome> {
        None
    }

    /// The result when the side to move has no legal move. Asked only when none was found.
    fn outcome_without_moves(&self) -> Outcome;

    /// The rule that ends a game that is [over](Game::outcome), repetitions apart, as people name it:
    /// `checkmate`, `fifty-move rule`.
    fn end_reason(&self) -> &'static str {
        "no legal move"
    }

    /// How many plies back a position equal to this one can lie (0: a repetition is impossible).
    fn reversible_plies(&self) -> u16 {
        0
    }

    /// A small number for `mv`, different for every legal move of one position.
    fn code(mv: Self::Move) -> u16;

    /// The legal move with this code. Any number may be asked, as codes come from hash tables.
    fn decode(&self, code: u16) -> Option<Self::Move> {
        self.visit_moves(|mv| match Self::code(mv) == code {
            true => ControlFlow::Break(mv),
            false => ControlFlow::Continue(()),
        })
        .break_value()
    }

    /// All legal moves, in the order of [`visit_moves`](Game::visit_moves).
    fn moves(&self) -> Vec<Self::Move> {
        let mut moves = Vec::with_capacity(48);
        let _ = self.visit_moves(|mv| {
            moves.push(mv);
            ControlFlow::<()>::Continue(())
        });
        moves
    }

    /// The number of legal moves.
    fn count_moves(&self) -> u64 {
        let mut count = 0;
        let _ = self.visit_moves(|_| {
            count += 1;
            ControlFlow::<()>::Continue(())
        });
        count
    }

    /// As [`visit_moves`](Game::visit_moves), but a move is shown once for every way to make it: a capture
    /// by each of its paths, where several agree in start, end and captured pieces.
    fn visit_paths<B>(&self, listener: impl FnMut(Self::Move) -> ControlFlow<B>) -> ControlFlow<B> {
        self.visit_moves(listener)
    }

    /// Whether there is a legal move.
    fn has_moves(&self) -> bool {
        self.visit_moves(|_| ControlFlow::Break(())).is_break()
    }

    /// Whether `mv` is one of the legal moves. Any value of the type may be asked.
    fn is_legal(&self, mv: Self::Move) -> bool {
        self.visit_moves(|legal| match legal == mv {
            true => ControlFlow::Break(()),
            false => ControlFlow::Continue(()),
        })
        .is_break()
    }

    /// The result if the game is over, repetitions apart.
    fn outcome(&self) -> Option<Outcome> {
        self.rule_outcome()
            .or_else(|| (!self.has_moves()).then(|| self.outcome_without_moves()))
    }
}

/// The number of sequences of `depth` legal moves; the last ply is counted, not played.
///
/// Ends by rule are not looked at: a perft number counts moves alone.
pub fn perft<G: Game>(position: &G, depth: u32) -> u64 {
    match depth {
        0 => 1,
        1 => position.count_moves(),
        _ => {
            let mut nodes = 0;
            let _ = position.visit_moves(|mv| {
                nodes += perft(&position.play(mv), depth - 1);
                ControlFlow::<()>::Continue(())
            });
            nodes
        }
    }
}

/// As [`perft`], but moves that can be made in several ways count once for each.
pub fn perft_paths<G: Game>(position: &G, depth: u32) -> u64 {
    let mut nodes = u64::from(depth == 0);
    if depth > 0 {
        let _ = position.visit_paths(|mv| {
            nodes += perft_paths(&position.play(mv), depth - 1);
            ControlFlow::<()>::Continue(())
        });
    }
    nodes
}
