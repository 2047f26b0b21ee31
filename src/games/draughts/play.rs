//! Implementation of [`Game`] for draughts.

use super::captures::{MIN_CIRCULAR_CAPTURE, MoveList};
use super::draw_rules::{FewPieces, FewPiecesRule, Progress};
use super::king_run::KingRun;
use super::rules::Goal;
use super::view::{View, view};
use super::{DraughtsMove, DraughtsPosition, DraughtsVariant};
use crate::board::Bitset;
use crate::game::{Game, Key, Outcome, Side, StartPosition};
use std::ops::ControlFlow;
use std::ptr;

impl<V: DraughtsVariant> Game for DraughtsPosition<V> {
    type Move = DraughtsMove;

    #[inline]
    fn side_to_move(&self) -> Side {
        self.side_to_move
    }

    #[inline]
    fn key(&self) -> Key {
        self.key
    }

    #[inline]
    fn visit_moves<B>(&self, mut listener: impl FnMut(DraughtsMove) -> ControlFlow<B>) -> ControlFlow<B> {
        let mut moves = MoveList::new();
        view!(self, view => view.list(&mut moves));
        moves.iter().try_for_each(|&mv| listener(mv))
    }

    #[inline]
    fn for_each_move(&self, mut listener: impl FnMut(DraughtsMove)) {
        if V::KNOWN {
            return view!(self, view => view.for_each_move(listener));
        }
        // The listener is compiled once, not once for each direction of the men.
        let mut moves = MoveList::new();
        view!(self, view => view.list(&mut moves));
        moves.iter().for_each(|&mv| listener(mv));
    }

    fn for_each_path(&self, mut listener: impl FnMut(DraughtsMove)) {
        self.for_each_move(|mv| {
            let unique = !V::FLYING_KINGS && mv.captured.count() < MIN_CIRCULAR_CAPTURE;
            let orders = if unique { 1 } else { self.ruled().orders_of(mv) };
            (0..orders).for_each(|_| listener(mv));
        })
    }

    #[inline]
    fn play(&self, mv: DraughtsMove) -> Self {
        let next = self.after(mv);
        debug_assert_eq!(next.key, next.key_from_scratch());
        next
    }

    /// A draw by a draw rule, or the first king where it wins. A side without legal moves has lost even if a clock has
    /// run out.
    #[inline]
    fn rule_outcome(&self) -> Option<Outcome> {
        if self.rules().goal == Goal::FirstKing && (self.kings & self.them).any() {
            return Some(Outcome::Loss);
        }
        (self.clock_has_run_out() && self.has_moves()).then_some(Outcome::Draw)
    }

    /// A side without legal moves has lost, or has won if the goal is to lose all pieces.
    #[inline]
    fn outcome_without_moves(&self) -> Outcome {
        self.rules().outcome_without_moves()
    }

    fn end_reason(&self) -> &'static str {
        let rules = self.rules();
        if rules.goal == Goal::FirstKing && (self.kings & self.them).any() {
            "first king"
        } else if !self.has_moves() {
            if self.us.any() { "no legal move" } else { "no pieces left" }
        } else {
            match self.few_pieces_rule() {
                Some(rule) if self.few_pieces_clock >= rule.plies => rule.name,
                _ => rules.draws.name,
            }
        }
    }

    #[inline]
    fn without_counters(&self) -> Self {
        DraughtsPosition { reversible: 0, clock: 0, few_pieces_clock: 0, ..*self }
    }

    #[inline]
    fn reversible_plies(&self) -> u16 {
        if self.reversible == u8::MAX { u16::MAX } else { self.reversible.into() }
    }

    fn plies_to_draw(&self) -> Option<u16> {
        let plies = self.rules().draws.plies;
        let without_progress = (plies > 0).then(|| plies.saturating_sub(self.clock));
        without_progress.into_iter().chain(self.few_pieces_left()).min()
    }

    const UNIQUE_CODES: bool = DraughtsMove::has_unique_code::<V>();

    #[inline]
    fn code(mv: DraughtsMove) -> u16 {
        mv.code::<V>()
    }

    #[inline]
    fn count_moves(&self) -> u64 {
        self.count()
    }

    #[inline]
    fn count_replies(&self, mv: DraughtsMove) -> u64 {
        if V::KNOWN {
            // Measured to be faster as two functions.
            return self.play(mv).count_moves();
        }
        self.count_after(mv)
    }

    #[inline]
    fn has_moves(&self) -> bool {
        view!(self, view => view.has_step() || view.has_capture())
    }

    fn is_legal(&self, mv: DraughtsMove) -> bool {
        if mv.captures() { self.moves().contains(&mv) } else { view!(self, view => view.is_legal_step(mv)) }
    }
}

impl<V: DraughtsVariant> DraughtsPosition<V> {
    /// The position after the legal move `mv`.
    #[inline(always)]
    fn after(&self, mv: DraughtsMove) -> Self {
        debug_assert!(self.is_legal(mv), "{mv:?} is not legal in {self:?}");
        let rules = self.rules();
        let (us, them) = (self.side_to_move, !self.side_to_move);
        let (from, to) = (Bitset::of(mv.from), Bitset::of(mv.to));
        let was_king = self.kings.has(mv.from);
        let is_king = was_king || mv.promoted || self.king_row(us).has(mv.to);
        let keys = rules.keys;
        let mut key =
            self.key.0 ^ keys.change_of_turn() ^ keys.piece(us, was_king, mv.from) ^ keys.piece(us, is_king, mv.to);
        for square in mv.captured {
            key ^= keys.piece(them, self.kings.has(square), square);
        }
        let advances = !was_king || mv.captures();
        let progress = match rules.draws.progress {
            Progress::Advance => advances,
            Progress::Promotion => mv.captures() || is_king != was_king,
        };
        // The position is written once, at the end: it is faster than to change it afterwards.
        let us_next = self.us & !from | to;
        let them_next = self.them & !mv.captured;
        let kings = self.kings & !(from | mv.captured) | if is_king { to } else { Bitset::EMPTY };
        let few_pieces_clock = if rules.draws.may_have_few_pieces([us_next, them_next], kings) {
            self.next_few_pieces_clock([us_next, them_next], kings)
        } else {
            0
        };
        let mut king_runs = self.king_runs;
        if rules.king_moves_in_a_row > 0 {
            king_runs = self.next_king_runs(mv, [us_next & !kings, them_next & !kings]);
            key ^= keys.king_runs(self.king_runs) ^ keys.king_runs(king_runs);
        }
        DraughtsPosition {
            us: them_next,
            them: us_next,
            kings,
            key: Key(key),
            variant: self.variant,
            side_to_move: them,
            reversible: if advances { 0 } else { self.reversible.saturating_add(1) },
            clock: if progress { 0 } else { self.clock.saturating_add(1) },
            few_pieces_clock,
            king_runs,
        }
    }

    /// In one function, so that the compiler leaves out the key and the counters, which the count does not need.
    #[inline(never)]
    fn count_after(&self, mv: DraughtsMove) -> u64 {
        self.after(mv).count()
    }

    #[inline(always)]
    fn count(&self) -> u64 {
        view!(self, view => view.count())
    }

    /// Whether a draw rule ends the game, if there are legal moves.
    #[inline]
    fn clock_has_run_out(&self) -> bool {
        let plies = self.rules().draws.plies;
        let few = || self.few_pieces_rule().map(|rule| rule.plies);
        plies > 0 && self.clock >= plies
            || self.few_pieces_clock > 0 && few().is_some_and(|plies| self.few_pieces_clock >= plies)
    }

    /// The draw rule for few pieces that holds, if there is one.
    fn few_pieces_rule(&self) -> Option<&'static FewPiecesRule> {
        self.rules().draws.of_few_pieces::<V::Board>([self.us, self.them], self.kings)
    }

    /// The plies until the draw rule for few pieces ends the game; `None` if no such rule holds.
    pub(super) fn few_pieces_left(&self) -> Option<u16> {
        Some(self.few_pieces_rule()?.plies.saturating_sub(self.few_pieces_clock))
    }

    /// The plies since the rule for few pieces holds, after a move to a position with these pieces and kings.
    #[inline(never)]
    fn next_few_pieces_clock(&self, sides: [Bitset; 2], kings: Bitset) -> u16 {
        let Some(rule) = self.rules().draws.of_few_pieces::<V::Board>(sides, kings) else { return 0 };
        let old = self.few_pieces_rule();
        let captures = (sides[0] | sides[1]).count() < self.occupied().count();
        let promotes = kings.count() > self.kings.count();
        let both_have_kings = matches!(rule.pieces, FewPieces::BothHaveKings { .. });
        if !old.is_some_and(|old| ptr::eq(old, rule)) || captures || both_have_kings && promotes {
            0
        } else {
            self.few_pieces_clock.saturating_add(1)
        }
    }

    /// For each side, how many times in a row it has moved the same king, after the move `mv`. `our_men` and `their_men` are the
    /// men after the move, seen by the side that made it. A run ends when the king is captured. A side without men has no run:
    /// its kings move freely.
    #[inline(never)]
    fn next_king_runs(&self, mv: DraughtsMove, [our_men, their_men]: [Bitset; 2]) -> [KingRun; 2] {
        Side::each(|side| {
            let run = self.king_runs[side.index()];
            if side == self.side_to_move {
                let steps = self.kings.has(mv.from) && !mv.captures();
                if steps && our_men.any() { run.extended(mv.from, mv.to) } else { KingRun::default() }
            } else {
                let is_captured = mv.captured.has(run.square());
                if is_captured || their_men.is_empty() { KingRun::default() } else { run }
            }
        })
    }
}

impl<V: DraughtsVariant + Default> StartPosition for DraughtsPosition<V> {
    fn start() -> Self {
        Self::initial(V::default())
    }
}
