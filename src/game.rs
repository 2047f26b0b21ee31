//! The rules of a game, as a trait.
//!
//! A [`Game`] is a value: a position that lists its moves and plays them. It knows no search, no text and
//! no history. Counters that the rules need are part of the position; the keys of earlier positions are
//! kept by those who need them.

mod game_line;
pub(crate) mod perft;
mod theory;
mod work_limit;

pub use game_line::{GameEnd, GameLine, occurrences};
pub use perft::{perft, perft_paths};
use std::fmt::Debug;
use std::hash::Hasher;
use std::ops::{ControlFlow, Neg, Not};
pub use theory::{Theory, TheoryAnswer, TheorySource};
pub use work_limit::{WorkLimit, WorkStop};

/// A 64-bit hash key of a position: equal positions have equal keys.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default, Debug)]
pub struct Key(pub u64);

/// Mixes the bits of a number, so that similar numbers give results that differ in about half of the bits.
/// Different numbers give different results (the finalizer of SplitMix64, Steele, Lea and Flood 2014).
pub const fn mix(number: u64) -> u64 {
    let once = (number ^ number >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let twice = (once ^ once >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
    twice ^ twice >> 31
}

/// The step between successive arguments of [`mix`]: 2^64 divided by the golden ratio.
pub const GOLDEN_STEP: u64 = 0x9e37_79b9_7f4a_7c15;

/// A fast hasher for tables whose keys are numbers that no outside input can choose to collide.
#[derive(Default)]
pub struct MixHasher(u64);

impl Hasher for MixHasher {
    fn finish(&self) -> u64 {
        self.0
    }

    fn write(&mut self, bytes: &[u8]) {
        bytes.iter().for_each(|&byte| self.write_u64(byte.into()));
    }

    fn write_u32(&mut self, number: u32) {
        self.write_u64(number.into());
    }

    fn write_u64(&mut self, number: u64) {
        self.0 = mix(self.0 ^ number);
    }
}

/// The indices of `keys` in the order of the keys; those of equal keys stay in their order. It is compiled once for the moves
/// of all games.
pub fn sorted_indices<K: Ord>(keys: &[K]) -> Vec<usize> {
    let mut indices: Vec<usize> = (0..keys.len()).collect();
    indices.sort_by(|&one, &other| keys[one].cmp(&keys[other]));
    indices
}

/// One of the two players.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[repr(u8)]
pub enum Side {
    /// The side that moves first in the game's starting position: White in chess, Black in English draughts.
    First,
    /// The opponent of [`Side::First`].
    Second,
}

impl Side {
    /// Both sides, the first mover first.
    pub const BOTH: [Side; 2] = [Side::First, Side::Second];

    /// A value for each side, [`Side::First`] first.
    #[inline(always)]
    pub fn each<T>(mut value: impl FnMut(Side) -> T) -> [T; 2] {
        [value(Side::First), value(Side::Second)]
    }

    /// 0 for the first mover, 1 for the other.
    // Called everywhere, and builds for tests inline only what must be inlined.
    #[inline(always)]
    pub const fn index(self) -> usize {
        self as usize
    }

    /// Converts a value for [`Side::First`] into one for this side, and back.
    #[inline]
    pub fn relative<V: Neg<Output = V>>(self, value: V) -> V {
        match self {
            Side::First => value,
            Side::Second => -value,
        }
    }
}

impl Not for Side {
    type Output = Side;

    #[inline(always)]
    fn not(self) -> Side {
        match self {
            Side::First => Side::Second,
            Side::Second => Side::First,
        }
    }
}

/// How a game ends, for the side to move. The better outcome comes first in the order.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Outcome {
    /// The side to move has won.
    Win,
    /// The game is drawn.
    Draw,
    /// The side to move has lost.
    Loss,
}

impl Outcome {
    /// The name: `win`, `draw` or `loss`.
    pub(crate) const fn name(self) -> &'static str {
        ["win", "draw", "loss"][self as usize]
    }

    /// What a position with this outcome is called: `won`, `drawn` or `lost`.
    pub(crate) const fn participle(self) -> &'static str {
        ["won", "drawn", "lost"][self as usize]
    }

    /// Win, draw and loss in thousandths: one of them is 1000.
    pub const fn wdl(self) -> [u16; 3] {
        match self {
            Outcome::Win => [1000, 0, 0],
            Outcome::Draw => [0, 1000, 0],
            Outcome::Loss => [0, 0, 1000],
        }
    }

    /// The same result for the other side.
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

    /// The payoff for the first side in games without other payoffs: 1 for a win, 0 for a draw, -1 for a loss.
    pub fn payoff(self, mover: Side) -> i32 {
        match self.winner(mover) {
            Some(Side::First) => 1,
            Some(Side::Second) => -1,
            None => 0,
        }
    }
}

/// A position of a two-player, finite, zero-sum game of perfect information, with its rules.
///
/// The conformance tests check the laws that every game keeps. The most important ones: the provided
/// methods agree with [`visit_moves`](Game::visit_moves), a key that is updated move by move equals the key
/// computed from scratch, equal positions list their moves in the same order, and a [move
/// number](Game::move_number) stands for at most one legal move of a position.
pub trait Game: Clone + Eq + Debug + Send + Sync + 'static {
    /// A move. Only meaningful in the position for which it was generated.
    type Move: Copy + Eq + Debug + Send + Sync + 'static;

    /// The side to move.
    fn side_to_move(&self) -> Side;

    /// The hash key of everything that decides which moves are possible from here on, except counters.
    fn key(&self) -> Key;

    /// Calls `listener` once for every legal move, in an order of the game's choice, until the listener
    /// breaks. A game that is over [by rule](Game::rule_outcome) may still list moves.
    fn visit_moves<B>(&self, listener: impl FnMut(Self::Move) -> ControlFlow<B>) -> ControlFlow<B>;

    /// Calls `listener` once for every legal move, in the order of [`visit_moves`](Game::visit_moves). For loops that must
    /// be fast: a game may compile its move generator anew for each of them.
    #[inline]
    fn for_each_move(&self, mut listener: impl FnMut(Self::Move)) {
        let _ = self.visit_moves(|mv| {
            listener(mv);
            ControlFlow::<()>::Continue(())
        });
    }

    /// The position after the legal move `mv`.
    fn play(&self, mv: Self::Move) -> Self;

    /// The result for the side to move if a rule ends the game although there may be legal moves: by
    /// counters or material. Repetition is not considered. Must be cheap.
    fn rule_outcome(&self) -> Option<Outcome> {
        None
    }

    /// The result if the side to move has no legal move. Called only in such positions.
    fn outcome_without_moves(&self) -> Outcome;

    /// The payoff for [`Side::First`] at the end of a game that counts more than win, draw and loss; what one side gains,
    /// the other loses. `None` in every other position. Its sign agrees with the [outcome](Game::outcome).
    ///
    /// A game that implements it implements [`has_payoffs`](Game::has_payoffs), too.
    fn payoff(&self) -> Option<i32> {
        None
    }

    /// Whether this game counts more than win, draw and loss: then every end has a [payoff](Game::payoff), and the search
    /// plays for the greatest one. Endgame tables and theory know only who wins, so such a game has neither.
    #[inline]
    fn has_payoffs(&self) -> bool {
        false
    }

    /// The name of the rule that ends a game that is [over](Game::outcome), but not by repetition:
    /// `checkmate`, `fifty-move rule`.
    fn end_reason(&self) -> &'static str {
        "no legal move"
    }

    /// The position with the counters of its draw rules at their start. Positions that differ in nothing but counters
    /// become equal. A counter only makes draws: what cannot be won with all counters at their start cannot be won.
    fn without_counters(&self) -> Self {
        self.clone()
    }

    /// Replaces the position by its canonical position. Positions that differ only by a symmetry of the rules, such as the
    /// order of heaps, have one canonical position. It has the same side to move, result and payoff. For each move here it has
    /// a move there, and both moves lead to positions with one canonical position.
    ///
    /// State graphs, proof searches and the transposition table of a game without search knowledge of its own find positions
    /// by it. Keys, books and game files do not: a move of one position is not a move of the other.
    fn make_canonical(&mut self) {}

    /// The position after [`make_canonical`](Game::make_canonical).
    fn canonical(mut self) -> Self {
        self.make_canonical();
        self
    }

    /// How many plies back a position equal to this one can be; 0 if a repetition is impossible, [`u16::MAX`] if the game
    /// does not count so far.
    fn reversible_plies(&self) -> u16 {
        0
    }

    /// How many more plies without progress end the game in a draw; `None` if no rule counts them.
    fn plies_to_draw(&self) -> Option<u16> {
        None
    }

    /// Whether all legal moves of a position have different codes, in every position.
    const UNIQUE_CODES: bool = true;

    /// A hint for hash tables and histories. Nothing but speed depends on it, so moves may share a
    /// code; a game in which two legal moves of one position do says so by
    /// [`UNIQUE_CODES`](Game::UNIQUE_CODES).
    fn code(mv: Self::Move) -> u16;

    /// A legal move with this code. Any number may be asked, as codes come from hash tables.
    fn decode(&self, code: u16) -> Option<Self::Move> {
        self.find_move(|mv| Self::code(mv) == code)
    }

    /// The number of a legal move in books and game files: the code if codes are unique, else the
    /// index among the legal moves in the order of their codes, and of the list if these are equal.
    fn move_number(&self, mv: Self::Move) -> u16 {
        if Self::UNIQUE_CODES {
            return Self::code(mv);
        }
        let moves = self.moves_by_code();
        let index = moves.iter().position(|&other| other == mv);
        index.map_or(u16::MAX, |index| index as u16)
    }

    /// The legal move with this [number](Game::move_number). Any number may be asked, as files may
    /// be damaged.
    fn numbered_move(&self, number: u16) -> Option<Self::Move> {
        if Self::UNIQUE_CODES { self.decode(number) } else { self.moves_by_code().get(usize::from(number)).copied() }
    }

    /// All legal moves, those with the lowest codes first.
    fn moves_by_code(&self) -> Vec<Self::Move> {
        let moves = self.moves();
        let codes: Vec<u16> = moves.iter().map(|&mv| Self::code(mv)).collect();
        sorted_indices(&codes).into_iter().map(|index| moves[index]).collect()
    }

    /// The first legal move for which `is_wanted` is true.
    fn find_move(&self, mut is_wanted: impl FnMut(Self::Move) -> bool) -> Option<Self::Move> {
        self.visit_moves(|mv| if is_wanted(mv) { ControlFlow::Break(mv) } else { ControlFlow::Continue(()) })
            .break_value()
    }

    /// All legal moves, in the order of [`visit_moves`](Game::visit_moves).
    fn moves(&self) -> Vec<Self::Move> {
        let mut moves = Vec::with_capacity(48);
        self.for_each_move(|mv| moves.push(mv));
        moves
    }

    /// The number of legal moves.
    fn count_moves(&self) -> u64 {
        let mut count = 0;
        self.for_each_move(|_| count += 1);
        count
    }

    /// The number of legal moves after the legal move `mv`.
    fn count_replies(&self, mv: Self::Move) -> u64 {
        self.play(mv).count_moves()
    }

    /// As [`for_each_move`](Game::for_each_move), but calls `listener` once for every way to make a move: for each
    /// path of a capture, where several paths agree in start, end and captured pieces.
    fn for_each_path(&self, listener: impl FnMut(Self::Move)) {
        self.for_each_move(listener)
    }

    /// Whether there is a legal move.
    fn has_moves(&self) -> bool {
        self.visit_moves(|_| ControlFlow::Break(())).is_break()
    }

    /// Whether `mv` is a legal move. `mv` may be any value of the type.
    fn is_legal(&self, mv: Self::Move) -> bool {
        self.find_move(|legal| legal == mv).is_some()
    }

    /// The result for the side to move if the game is over. Repetition is not considered.
    fn outcome(&self) -> Option<Outcome> {
        self.rule_outcome().or_else(|| (!self.has_moves()).then(|| self.outcome_without_moves()))
    }
}

/// A game with a position that every new game starts from. Where the rules are a value, so that one type serves several
/// games, the entry in the table of games says where each of them starts.
pub trait StartPosition: Game {
    /// The position a new game starts from.
    fn start() -> Self;
}
