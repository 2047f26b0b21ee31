//! The turns of the machines, hints, and the clocks.

use super::{GameOver, Hint, Session, SessionEvent};
use crate::game::Side;
use crate::play::level::Level;
use crate::play::played_move::SearchStatistics;
use crate::play::pointed_move::PointedMove;
use crate::play::thinking::{Purpose, SearchWatcher};
use crate::search::{SearchLimits, TimeLimit};
use std::time::Duration;

/// How long the program thinks about a hint, and at [`Level::Clock`] in a game without clocks.
const HINT_TIME: Duration = Duration::from_millis(1000);

/// Time that a machine keeps in reserve on its clock.
const OVERHEAD: Duration = Duration::from_millis(50);

impl Session {
    /// Looks for a move to recommend to the person who is to move. [`SessionEvent::Hint`] tells it.
    ///
    /// # Errors
    /// It is not a person's turn, or a search cannot be started.
    pub fn ask_hint(&mut self) -> Result<(), String> {
        if !self.waits_for_person() {
            return Err("no person is to move".to_owned());
        }
        let limits = SearchLimits { time: TimeLimit::Exact(HINT_TIME), ..SearchLimits::default() };
        self.last_search = None;
        self.engines.advise(&self.line, limits, 1, Purpose::Hint)
    }

    /// Starts an analysis of the position with this number of lines (MultiPV), until the next move.
    ///
    /// # Errors
    /// [`Session::can_analyse`] says no, or a search cannot be started.
    pub fn analyse(&mut self, lines: usize) -> Result<(), String> {
        if !self.can_analyse() {
            return Err("there is nothing to analyse: a machine is to move, or the game is over".to_owned());
        }
        self.last_search = None;
        self.engines.advise(&self.line, SearchLimits::default(), lines, Purpose::Analysis)
    }

    /// Whether the adviser may think: no machine is about to move, and the rules have not ended the game.
    pub fn can_analyse(&self) -> bool {
        let is_machine_to_move = !self.waits_for_person() && self.end.is_none() && !self.paused;
        !is_machine_to_move && self.line.outcome().is_none()
    }

    /// Starts the search of the machine that is to move.
    fn think(&mut self) -> Result<(), String> {
        let side = self.side_to_move();
        self.last_search = None;
        self.engines.think(side, &self.line, self.limits(side))
    }

    /// The limits of a machine's search.
    fn limits(&self, side: Side) -> SearchLimits {
        let level = self.player(side).machine.as_ref().map_or_else(Level::default, |it| it.level);
        match (level, self.clocks[side.index()].state()) {
            (Level::Clock, Some(state)) => {
                SearchLimits { time: TimeLimit::Clock { state, overhead: OVERHEAD }, ..SearchLimits::default() }
            }
            (Level::Clock, None) => Level::Time(HINT_TIME).limits(),
            _ => level.limits(),
        }
    }

    /// Sets the callback for the progress of searches.
    pub fn watch(&mut self, watcher: SearchWatcher) {
        self.engines.watcher = Some(watcher);
    }

    /// Lets the machines think and move, and watches the clocks. To be called often: at least every 50 ms, unless a person
    /// is to move and there are no clocks.
    pub fn update(&mut self) -> Vec<SessionEvent> {
        let mut events = self.collect();
        events.extend(self.start_search());
        events
    }

    /// Watches the clocks, and uses the answer of a search that is over: the first half of [`Session::update`].
    pub fn collect(&mut self) -> Vec<SessionEvent> {
        let notes = std::mem::take(&mut self.notes).into_iter();
        let mut events: Vec<SessionEvent> = notes.map(SessionEvent::Message).collect();
        let has_no_time = self.remaining(self.side_to_move()) == Some(Duration::ZERO);
        if self.end.is_none() && !self.paused && self.settings.time_forfeit && has_no_time {
            self.engines.stop();
            self.stop_clock();
            self.finish(GameOver { winner: Some(!self.side_to_move()), reason: "time".to_owned() });
        }
        self.collect_answer(&mut events);
        events
    }

    /// Starts the search of the machine to move: the second half of [`Session::update`].
    pub fn start_search(&mut self) -> Vec<SessionEvent> {
        let is_machine = !self.waits_for_person() && self.end.is_none();
        let may_think = is_machine && self.engines.thinking().is_none() && !self.paused;
        if may_think && let Err(error) = self.think() {
            self.paused = true;
            return vec![SessionEvent::Message(error)];
        }
        Vec::new()
    }

    /// Uses the answer of a search that is over.
    fn collect_answer(&mut self, events: &mut Vec<SessionEvent>) {
        if let Some(lines) = self.engines.thinking().map(|it| it.state().lines).filter(|lines| !lines.is_empty()) {
            self.last_search = Some((self.side_to_move(), lines));
        }
        let Some(thinking) = self.engines.take_answer() else { return };
        let (state, purpose) = (thinking.state(), thinking.purpose);
        let found = state.answer.flatten().map(|mv| PointedMove::new(self.line.position(), mv));
        match (purpose, found) {
            (Purpose::Analysis, _) => {}
            (_, None) => {
                self.paused = true;
                let mut messages = state.messages;
                messages.push("found no move, expected a legal move; the machine waits".to_owned());
                events.push(SessionEvent::Message(messages.join("; ")));
            }
            (Purpose::Hint, Some(mv)) => {
                let line = state.lines.first().map(line_text);
                let reason = state.reason.or(line).unwrap_or_else(|| "the search has told no line".to_owned());
                events.extend(state.messages.into_iter().map(SessionEvent::Message));
                events.push(SessionEvent::Hint(Hint { mv, reason }));
            }
            (Purpose::Move, Some(mv)) => {
                events.extend(state.messages.into_iter().chain(state.reason).map(SessionEvent::Message));
                self.make_move(mv, state.lines.into_iter().next());
                events.push(SessionEvent::Moved);
            }
        }
    }

    /// The last lines that a search has reported, the best first, and the side that was to move; `None`, or at least one line.
    pub fn last_search(&self) -> Option<(Side, &[SearchStatistics])> {
        self.last_search.as_ref().map(|(side, lines)| (*side, &lines[..]))
    }
}

/// The line that a search has found, with its score.
fn line_text(line: &SearchStatistics) -> String {
    let score = line.info.shown_score;
    let pv = line.pv.join(" ");
    format!("{score} at depth {}: {pv}", line.info.depth)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::play::examples::{begun, wait_for};

    /// The reason of a hint in the start position of a game.
    fn hint(game: &str) -> String {
        let mut session = begun(game, "");
        session.ask_hint().unwrap();
        wait_for(&mut session, |event| match event {
            SessionEvent::Hint(hint) => Some(hint.reason),
            _ => None,
        })
    }

    #[test]
    fn the_reason_of_a_hint_is_a_theorem_or_the_line_of_the_search() {
        assert!(hint("nim").contains("theorem"));
        assert!(hint("tictactoe").contains(" at depth "));
        assert_eq!(hint("tree"), "+7 at depth 3: 2 1 1");
    }
}
