//! Ready-made move ordering: the history heuristic and killer moves together.

use super::history::{Clear, HistoryTable, Killers};

/// What a thread learns about moves: which of them caused cut-offs. `SLOTS` is the number of
/// history values; a game decides which moves share one.
pub struct MoveHistories<M, const SLOTS: usize> {
    history: HistoryTable<SLOTS>,
    killers: Killers<M>,
}

impl<M: Copy + PartialEq, const SLOTS: usize> MoveHistories<M, SLOTS> {
    /// The order of killers; every history value is lower.
    pub const KILLER: i32 = 1 << 19;

    /// How promising a move is: killers first, then by history.
    #[inline]
    pub fn order(&self, ply: usize, slot: usize, mv: M) -> i32 {
        match self.killers.index(ply, mv) {
            Some(index) => Self::KILLER - index as i32,
            None => self.history.value(slot),
        }
    }

    /// The history value of a slot, between plus and minus [`HistoryTable::LIMIT`].
    #[inline]
    pub fn value(&self, slot: usize) -> i32 {
        self.history.value(slot)
    }

    /// `best` was the best move at `ply`, and the moves in `others` were searched before it in vain:
    /// it gets the bonus, they get the malus. `slot` is the history slot of a move.
    pub fn update(&mut self, ply: usize, best: M, others: &[M], bonus: i32, slot: impl Fn(M) -> usize) {
        self.killers.update(ply, best);
        self.history.update(slot(best), bonus);
        for &mv in others {
            self.history.update(slot(mv), -bonus);
        }
    }
}

impl<M: Copy, const SLOTS: usize> Clear for MoveHistories<M, SLOTS> {
    fn clear(&mut self) {
        self.history.clear();
        self.killers.clear();
    }
}

impl<M: Copy, const SLOTS: usize> Default for MoveHistories<M, SLOTS> {
    fn default() -> Self {
        MoveHistories { history: HistoryTable::default(), killers: Killers::default() }
    }
}
