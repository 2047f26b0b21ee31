//! Taking moves back, and playing them again.

use super::{Session, SidePlayer};

impl Session {
    /// Takes back moves until a person is to move, at least one. Returns how many.
    pub fn take_back(&mut self) -> usize {
        self.engines.stop();
        let before = self.moves.len();
        while let Some(mv) = self.moves.pop() {
            let side = mv.side;
            self.undone.push(mv);
            if self.player(side).is_person() || !self.has_person() {
                break;
            }
        }
        self.replay();
        self.paused = !self.waits_for_person();
        before - self.moves.len()
    }

    /// Replays moves that were taken back until a person is to move, at least one. Returns how many.
    pub fn redo(&mut self) -> usize {
        self.engines.stop();
        let before = self.moves.len();
        while let Some(mv) = self.undone.pop() {
            self.moves.push(mv);
            let next = self.undone.last().map(|mv| mv.side);
            if !self.has_person() || next.is_some_and(|side| self.player(side).is_person()) {
                break;
            }
        }
        self.replay();
        self.moves.len() - before
    }

    fn has_person(&self) -> bool {
        self.settings.players.iter().any(SidePlayer::is_person)
    }

    /// Sets the referee to the moves.
    fn replay(&mut self) {
        let moves: Vec<_> = self.moves.iter().map(|mv| mv.text.clone()).collect();
        let set = self
            .referee
            .set_position(self.settings.start.as_deref(), &moves);
        debug_assert!(set.is_ok(), "the moves are legal");
        self.end = None;
        self.end_by_rule();
        self.reset_clocks();
    }
}
