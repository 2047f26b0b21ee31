//! The clocks of a session.

use super::Session;
use crate::conditions::time_control::{ClockPeriod, GameClock, TimeControl};
use crate::game::{Game, Side};
use crate::play::saved_game::SavedClocks;
use crate::system::Instant;
use std::time::Duration;

impl Session {
    /// The time left on the clock of a side; `None` without clocks.
    pub fn remaining(&self, side: Side) -> Option<Duration> {
        let remaining = self.clocks[side.index()].state()?.remaining;
        let runs = self.end.is_none() && !self.paused && side == self.side_to_move();
        Some(remaining.saturating_sub(if runs { self.turn_began.elapsed() } else { Duration::ZERO }))
    }

    /// The time left on both clocks; `None` without clocks.
    pub fn both_remaining(&self) -> Option<[Duration; 2]> {
        Some([self.remaining(Side::First)?, self.remaining(Side::Second)?])
    }

    /// The time left to the side to move; `None` without clocks, or if the game is over.
    pub fn running_clock(&self) -> Option<Duration> {
        self.remaining(self.side_to_move()).filter(|_| self.end.is_none())
    }

    /// Sets the clocks to what they showed in a record.
    pub fn set_clocks(&mut self, saved: &SavedClocks) {
        for (mv, clock) in self.moves.iter_mut().zip(&saved.moves) {
            mv.clock = *clock;
        }
        self.reset_clocks();
        if let (Some(running), None) = (saved.running, &self.end) {
            self.restore_clock(self.side_to_move(), running);
        }
    }

    /// Sets the clocks; the time of the side to move runs from now on.
    pub fn set_remaining(&mut self, remaining: [Duration; 2]) {
        for side in Side::BOTH {
            self.restore_clock(side, remaining[side.index()]);
        }
        self.turn_began = Instant::now();
    }

    /// Sets the clocks to what they showed after the last move of each side.
    pub(super) fn reset_clocks(&mut self) {
        self.clocks = new_clocks(self.settings.clock);
        for side in Side::BOTH {
            if let Some(last) = self.shown_clocks(side).last() {
                self.restore_clock(side, last);
            }
        }
        self.turn_began = Instant::now();
    }

    /// What the clock of a side showed after each of its moves.
    fn shown_clocks(&self, side: Side) -> impl Iterator<Item = Duration> {
        self.moves.iter().filter(move |mv| mv.side == side).filter_map(|mv| mv.clock)
    }

    fn restore_clock(&mut self, side: Side, remaining: Duration) {
        let moves = self.shown_clocks(side).count() as u32;
        self.clocks[side.index()].restore(remaining, moves);
    }

    /// Ends the time of a move. Returns what the clock shows then; `None` without clocks.
    pub(super) fn press_clock(&mut self) -> Option<Duration> {
        let clock = &mut self.clocks[self.line.position().side_to_move().index()];
        clock.press(self.turn_began.elapsed());
        Some(clock.state()?.remaining)
    }

    /// Stops the clock without a move.
    pub(super) fn stop_clock(&mut self) {
        if let Some(remaining) = self.running_clock() {
            self.restore_clock(self.side_to_move(), remaining);
            self.turn_began = Instant::now();
        }
    }
}

/// The clocks before the first move.
pub(super) fn new_clocks(period: Option<ClockPeriod>) -> [GameClock; 2] {
    Side::each(|_| GameClock::new(TimeControl { clock: period, ..TimeControl::default() }))
}
