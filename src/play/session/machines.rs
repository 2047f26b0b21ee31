//! The turns of the machines, hints, and the clocks.

use super::{GameOver, Session, SessionEvent};
use crate::game::Side;
use crate::play::engines::{Purpose, SearchWatcher};
use crate::play::level::Level;
use crate::play::picking::PointedMove;
use crate::play::played_move::SearchStatistics;
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
        self.engines.start(&self.line, limits, 1, Purpose::Hint)
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
        self.engines.start(&self.line, SearchLimits::default(), lines, Purpose::Analysis)
    }

    /// Whether the adviser may think: no machine is about to move, and the rules have not ended the game.
    pub fn can_analyse(&self) -> bool {
        let is_machine_to_move = !self.waits_for_person() && self.end.is_none() && !self.paused;
        !is_machine_to_move && self.line.outcome().is_none()
    }

    /// The limits of the search of the machine that is to move.
    fn limits(&self) -> SearchLimits {
        let side = self.side_to_move();
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
        if may_think {
            self.last_search = None;
            if let Err(error) = self.engines.start(&self.line, self.limits(), 1, Purpose::Move) {
                self.paused = true;
                return vec![SessionEvent::Message(error)];
            }
        }
        Vec::new()
    }

    /// Uses the answer of a search that is over.
    fn collect_answer(&mut self, events: &mut Vec<SessionEvent>) {
        let lines = self.engines.thinking().map(|it| it.lines.clone());
        if let Some(lines) = lines.filter(|lines| !lines.is_empty()) {
            self.last_search = Some((self.side_to_move(), lines));
        }
        let Some(thinking) = self.engines.take_answer() else { return };
        let found = thinking.answer.flatten().map(|mv| PointedMove::new(self.line.position(), mv));
        match (thinking.purpose, found) {
            (Purpose::Analysis, _) => {}
            (_, None) => {
                self.paused = true;
                let mut messages = thinking.messages;
                messages.push("found no move, expected a legal move; the machine waits".to_owned());
                events.push(SessionEvent::Message(messages.join("; ")));
            }
            (Purpose::Hint, Some(mv)) => {
                let line = thinking.lines.first().map(line_text);
                let reason = thinking.reason.or(line).unwrap_or_else(|| "the search has told no line".to_owned());
                events.extend(thinking.messages.into_iter().map(SessionEvent::Message));
                events.push(SessionEvent::Hint(mv, reason));
            }
            (Purpose::Move, Some(mv)) => {
                events.extend(thinking.messages.into_iter().chain(thinking.reason).map(SessionEvent::Message));
                self.make_move(mv, thinking.lines.into_iter().next());
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
    use crate::play::examples::{against, begun, play, wait_for};

    /// The reason of a hint in the start position of a game.
    fn hint(game: &str) -> String {
        let mut session = begun(game, "");
        session.ask_hint().unwrap();
        wait_for(&mut session, |event| match event {
            SessionEvent::Hint(_, reason) => Some(reason),
            _ => None,
        })
    }

    #[test]
    fn the_reason_of_a_hint_is_a_theorem_or_the_line_of_the_search() {
        assert!(hint("nim").contains("theorem"));
        assert!(hint("tictactoe").contains(" at depth "));
        assert_eq!(hint("tree"), "+7 at depth 3: 2 1 1");
    }

    #[test]
    fn a_person_does_not_move_for_a_machine() {
        let mut session = against("random", "tictactoe");
        play(&mut session, "b2");
        let error = session.play("a1").unwrap_err();
        assert!(error.ends_with(" is to move"), "{error}");
        assert_eq!(session.moves().len(), 1);
    }
}
