//! Taking moves back, and playing them again.

use super::{GameOver, LastMoveState, Session, SidePlayer};
use crate::game::Side;

impl Session {
    /// Takes back moves until a person is to move, at least one. Of a game that did not end by its rules, such as one that was
    /// resigned, only the end is taken back. Returns whether there was something to take back.
    pub fn take_back(&mut self) -> bool {
        self.engines.stop();
        let is_end_alone = self.end.is_some() && self.line.outcome().is_none();
        let before = self.moves.len();
        while !is_end_alone && let Some(side) = self.step_back() {
            if self.player(side).is_person() || !self.has_person() {
                break;
            }
        }
        self.go_on();
        self.paused = !self.waits_for_person();
        is_end_alone || self.moves.len() < before
    }

    /// Replays moves that were taken back until a person is to move, at least one. Returns whether there was one.
    pub fn redo(&mut self) -> bool {
        if self.undone.is_empty() {
            return false;
        }
        self.engines.stop();
        let before = self.moves.len();
        while self.step_forward() {
            let next = self.undone.last().map(|mv| mv.side);
            if !self.has_person() || next.is_some_and(|side| self.player(side).is_person()) {
                break;
            }
        }
        self.arrive();
        self.paused = !self.waits_for_person();
        self.moves.len() > before
    }

    /// Goes to the position after `ply` moves, or to the last one. Machines are paused there. Clocks are paused, too, unless it is
    /// the last position.
    pub fn go_to(&mut self, ply: usize) {
        self.engines.stop();
        if self.undone.is_empty() {
            self.after_last_move = Some(LastMoveState { remaining: self.both_remaining(), end: self.end.take() });
        }
        while self.moves.len() > ply {
            self.step_back();
        }
        while self.moves.len() < ply && self.step_forward() {}
        self.arrive();
        self.paused = !self.undone.is_empty() || !self.waits_for_person();
    }

    /// Continues from the current position. At the last one, the result and the clocks from before [`go_to`](Session::go_to) are
    /// restored.
    fn arrive(&mut self) {
        self.go_on();
        let state = self.after_last_move.take_if(|_| self.undone.is_empty());
        let Some(LastMoveState { end, remaining }) = state else { return };
        self.end = end.or(self.end.take());
        if let Some(remaining) = remaining {
            self.set_remaining(remaining);
        }
    }

    /// The end of the game after its last move, even while an earlier position is shown.
    pub fn last_end(&self) -> Option<&GameOver> {
        self.after_last_move.as_ref().map_or(self.end.as_ref(), |state| state.end.as_ref())
    }

    /// Takes the last move back and returns its side.
    fn step_back(&mut self) -> Option<Side> {
        self.undone.push(self.moves.pop()?);
        self.line.take_back();
        self.undone.last().map(|mv| mv.side)
    }

    /// Plays the next move again. Returns whether there was one.
    fn step_forward(&mut self) -> bool {
        let Some(mv) = self.undone.pop() else { return false };
        self.line.play(mv.mv);
        self.moves.push(mv);
        true
    }

    fn has_person(&self) -> bool {
        self.settings.players.iter().any(SidePlayer::is_person)
    }

    /// Goes on from the position after the moves.
    fn go_on(&mut self) {
        // The search of a later position says nothing about this one.
        self.last_search = self.moves.last().and_then(|mv| mv.search.clone()).into_iter().collect();
        self.mistake = None;
        self.end = None;
        self.end_by_rule();
        self.reset_clocks();
    }
}

#[cfg(test)]
mod tests {
    use crate::game::Side;
    use crate::play::SessionEvent;
    use crate::play::examples::{against, begun, play, wait_for};

    #[test]
    fn any_move_can_be_gone_to_and_the_end_stays() {
        let mut session = begun("tictactoe", "b2 a1 a2");
        session.resign();
        for ply in [1, 0, 3, 2] {
            session.go_to(ply);
            let texts: Vec<&str> = session.moves().iter().chain(session.undone()).map(|mv| &*mv.text).collect();
            assert_eq!((session.moves().len(), &texts[..]), (ply, &["b2", "a1", "a2"][..]));
            assert_eq!(session.end().is_some(), ply == 3);
        }
        session.go_to(1);
        while session.redo() {}
        assert!(session.end().is_some());
        session.go_to(2);
        play(&mut session, "c3");
        session.go_to(9);
        assert_eq!((session.moves().len(), session.end()), (3, None));
    }

    #[test]
    fn the_search_of_a_move_that_was_taken_back_is_forgotten() {
        let mut session = against("search level=2", "tictactoe");
        play(&mut session, "b2");
        wait_for(&mut session, |event| (event == SessionEvent::Moved).then_some(()));
        assert_eq!(session.last_search()[0].mover, Side::Second);
        session.take_back();
        assert!(session.last_search().is_empty());
        session.redo();
        assert!(!session.last_search().is_empty());
    }
}
