//! Implementation of [`Game`] for draughts.

use super::generate::{MIN_CIRCULAR_CAPTURE, View};
use super::keys::ZobristKeys;
use super::moves::DraughtsMove;
use super::position::DraughtsPosition;
use super::variant::{DraughtsVariant, Progress};
use crate::board::Bitset;
use crate::game::{Game, Key, Outcome, Side, StartPosition};
use std::ops::ControlFlow;

/// Evaluates an expression with the [`View`] of the side to move, whose type depends on the direction of its men.
macro_rules! view {
    ($position:expr, $view:ident => $result:expr) => {
        if Self::moves_down($position.side_to_move) {
            let $view = View::<V, true>::of($position, $position.side_to_move);
            $result
        } else {
            let $view = View::<V, false>::of($position, $position.side_to_move);
            $result
        }
    };
}

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
    fn visit_moves<B>(
        &self,
        listener: impl FnMut(DraughtsMove) -> ControlFlow<B>,
    ) -> ControlFlow<B> {
        view!(self, view => view.visit(listener))
    }

    fn visit_paths<B>(
        &self,
        mut listener: impl FnMut(DraughtsMove) -> ControlFlow<B>,
    ) -> ControlFlow<B> {
        self.visit_moves(|mv| {
            let paths = if mv.captured.count() < MIN_CIRCULAR_CAPTURE {
                1
            } else {
                self.paths_of(mv)
            };
            (0..paths).try_for_each(|_| listener(mv))
        })
    }

    #[inline]
    fn play(&self, mv: DraughtsMove) -> Self {
        debug_assert!(self.is_legal(mv), "{mv:?} is not legal in {self:?}");
        let (us, them) = (self.side_to_move, !self.side_to_move);
        let (from, to) = (Bitset::of(mv.from), Bitset::of(mv.to));
        let was_king = self.kings.has(mv.from);
        let is_king = was_king || Self::king_row(us).has(mv.to);
        let keys = ZobristKeys::of::<V>();
        let mut key = self.key.0
            ^ keys.change_of_turn()
            ^ keys.piece(us, was_king, mv.from)
            ^ keys.piece(us, is_king, mv.to);
        for square in mv.captured {
            key ^= keys.piece(them, self.kings.has(square), square);
        }
        let advances = !was_king || mv.captures();
        let progress = match V::PROGRESS {
            Progress::Advance => advances,
            Progress::Promotion => mv.captures() || is_king != was_king,
        };
        let count = |plies: u16, from_start| {
            if from_start {
                0
            } else {
                plies.saturating_add(1)
            }
        };
        let next = DraughtsPosition {
            us: self.them & !mv.captured,
            them: self.us & !from | to,
            kings: self.kings & !(from | mv.captured) | if is_king { to } else { Bitset::EMPTY },
            key: Key(key),
            side_to_move: them,
            reversible: count(self.reversible, advances),
            clock: count(self.clock, progress),
            ..*self
        };
        debug_assert_eq!(next.key, next.key_from_scratch());
        next
    }

    /// A draw by the draw rule. A side without legal moves has lost even if the clock has run out.
    #[inline]
    fn rule_outcome(&self) -> Option<Outcome> {
        (self.clock >= V::CLOCK_LIMIT && self.has_moves()).then_some(Outcome::Draw)
    }

    /// A side without legal moves has lost.
    #[inline]
    fn outcome_without_moves(&self) -> Outcome {
        Outcome::Loss
    }

    fn end_reason(&self) -> &'static str {
        if self.has_moves() {
            V::CLOCK_RULE
        } else if self.us.any() {
            "no legal move"
        } else {
            "no pieces left"
        }
    }

    #[inline]
    fn without_counters(&self) -> Self {
        DraughtsPosition {
            reversible: 0,
            clock: 0,
            ..*self
        }
    }

    #[inline]
    fn reversible_plies(&self) -> u16 {
        self.reversible
    }

    #[inline]
    fn code(mv: DraughtsMove) -> u16 {
        mv.code::<V::Board>()
    }

    #[inline]
    fn count_moves(&self) -> u64 {
        view!(self, view => view.count())
    }

    #[inline]
    fn has_moves(&self) -> bool {
        view!(self, view => view.has_step() || view.has_capture())
    }

    fn is_legal(&self, mv: DraughtsMove) -> bool {
        if mv.captures() {
            self.moves().contains(&mv)
        } else {
            view!(self, view => view.is_legal_step(mv))
        }
    }
}

impl<V: DraughtsVariant> StartPosition for DraughtsPosition<V> {
    fn start() -> Self {
        Self::initial()
    }
}
