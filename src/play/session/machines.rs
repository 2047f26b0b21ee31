//! The turns of the machines, hints, and the clocks.

use super::{GameOver, Session, SessionEvent};
use crate::any_position::{AnyMove, AnyPosition};
use crate::game::GameLine;
use crate::picture::Picture;
use crate::play::engines::{Purpose, SearchWatcher};
use crate::play::level::Level;
use crate::play::mistake::MistakeSearch;
use crate::play::picking::PointedMove;
use crate::play::played_move::SearchStatistics;
use crate::random::Random;
use crate::report::exchange::LineMaterial;
use crate::report::reason::MAX_PLIES;
use crate::report::threat::{Pass, captures_text};
use crate::search::{SearchLimits, SearchRequest, TimeLimit};
use std::time::Duration;

/// How long the program thinks about a hint, and at [`Level::Clock`] in a game without clocks.
const HINT_TIME: Duration = Duration::from_millis(1000);

/// Before this ply, machines with a level by depth or rating choose at random among equal moves. Then games differ already, and a
/// search for one line is faster.
const VARIED_PLIES: usize = 20;

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
        self.last_search.clear();
        self.engines.start(&self.line, hint_request(), Purpose::Hint)
    }

    /// Looks for what the other side would do if the side to move passed. [`SessionEvent::Threat`] tells it, or which captures are
    /// compulsory.
    ///
    /// # Errors
    /// [`Session::can_analyse`] says no, the side cannot pass, or a search cannot be started.
    pub fn ask_threat(&mut self) -> Result<(), String> {
        self.check_analysis()?;
        match Pass::of(self.line.position())? {
            Pass::Position(passed) => {
                self.last_search.clear();
                self.engines.start(&GameLine::new(passed), hint_request(), Purpose::Threat)?;
            }
            Pass::Captures(position, captures) => {
                let cells = position.move_cells(captures[0]);
                self.notes.push(SessionEvent::Threat(cells, captures_text(&position, &captures)));
            }
        }
        Ok(())
    }

    /// Looks for the reason why the last move of a person, or else the last move, was bad. A [`SessionEvent::Message`] tells it.
    ///
    /// # Errors
    /// There is no move, or a machine is thinking.
    pub fn ask_why(&mut self) -> Result<(), String> {
        if self.is_thinking() {
            return Err("the machine is thinking".to_owned());
        }
        let of_person = self.moves.iter().rposition(|mv| self.player(mv.side).is_person());
        let ply = of_person.or(self.moves.len().checked_sub(1)).ok_or("there is no move yet")?;
        let mut line = self.line.clone();
        (ply..self.moves.len()).for_each(|_| _ = line.take_back());
        self.mistake = Some(MistakeSearch::begin(&self.settings.game, line, self.moves[ply].mv)?);
        Ok(())
    }

    /// Starts an analysis of the position with this number of lines (MultiPV), until the next move.
    ///
    /// # Errors
    /// [`Session::can_analyse`] says no, or a search cannot be started.
    pub fn analyse(&mut self, lines: usize) -> Result<(), String> {
        self.check_analysis()?;
        self.last_search.clear();
        let request = SearchRequest { multi_pv: lines, ..SearchRequest::default() };
        self.engines.start(&self.line, request, Purpose::Analysis)
    }

    fn check_analysis(&self) -> Result<(), String> {
        let problem = "there is nothing to analyse: a machine is to move, or the game is over";
        if self.can_analyse() { Ok(()) } else { Err(problem.to_owned()) }
    }

    /// Whether the adviser may think: no machine is about to move, and the rules have not ended the game.
    pub fn can_analyse(&self) -> bool {
        let is_machine_to_move = !self.waits_for_person() && self.end.is_none() && !self.paused;
        !is_machine_to_move && self.line.outcome().is_none()
    }

    /// The request for the move of the machine that is to move.
    fn move_request(&self) -> SearchRequest<AnyMove> {
        let side = self.side_to_move();
        let settings = self.player(side).machine.clone().unwrap_or_default();
        let level = settings.level;
        let limits = match (level, self.clocks[side.index()].state()) {
            (Level::Clock | Level::Rating(_), Some(state)) => {
                SearchLimits { time: TimeLimit::Clock { state, overhead: OVERHEAD }, ..SearchLimits::default() }
            }
            (Level::Clock, None) => Level::Time(HINT_TIME).limits(),
            _ => level.limits(),
        };
        let ply = self.moves.len();
        SearchRequest {
            limits,
            strength_limit: level.strength_limit(),
            book_use: settings.book_use(),
            varies: ply < VARIED_PLIES && matches!(level, Level::Depth(_) | Level::Rating(_)),
            random: self.settings.seed.map(|seed| Random::stream(seed, ply as u64).next_u64()),
            ..SearchRequest::default()
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
        let mut events = std::mem::take(&mut self.notes);
        let has_no_time = self.remaining(self.side_to_move()) == Some(Duration::ZERO);
        if self.end.is_none() && !self.paused && self.settings.time_forfeit && has_no_time {
            self.engines.stop();
            self.stop_clock();
            self.finish(GameOver { winner: Some(!self.side_to_move()), reason: "time".to_owned() });
        }
        self.collect_answer(&mut events);
        let explained = self.mistake.as_ref().and_then(MistakeSearch::answer);
        if let Some(text) = explained {
            self.mistake = None;
            events.push(SessionEvent::Message(text));
        }
        events
    }

    /// Starts the search of the machine to move: the second half of [`Session::update`].
    pub fn start_search(&mut self) -> Vec<SessionEvent> {
        let is_machine = !self.waits_for_person() && self.end.is_none();
        let may_think = is_machine && self.engines.thinking().is_none() && !self.paused;
        if may_think {
            self.last_search.clear();
            if let Err(error) = self.engines.start(&self.line, self.move_request(), Purpose::Move) {
                self.paused = true;
                return vec![SessionEvent::Message(error)];
            }
        }
        Vec::new()
    }

    /// Uses the answer of a search that is over.
    fn collect_answer(&mut self, events: &mut Vec<SessionEvent>) {
        let lines = self.engines.thinking().filter(|it| it.purpose != Purpose::Threat).map(|it| it.lines.clone());
        if let Some(lines) = lines.filter(|lines| !lines.is_empty()) {
            self.last_search = lines;
        }
        let Some(thinking) = self.engines.take_answer() else { return };
        let found = thinking.answer.flatten().map(|mv| PointedMove::new(&thinking.position, mv));
        match (thinking.purpose, found) {
            (Purpose::Analysis, _) => {}
            (purpose, None) => {
                let mut messages = thinking.messages;
                messages.push("found no move, expected a legal move".to_owned());
                if purpose == Purpose::Move {
                    self.paused = true;
                    messages.push("the machine waits".to_owned());
                }
                events.push(SessionEvent::Message(messages.join("; ")));
            }
            (purpose @ (Purpose::Hint | Purpose::Threat), Some(mv)) => {
                let best = thinking.lines.first();
                let gain =
                    best.and_then(|best| gain_text(&thinking.position, best)).filter(|_| purpose == Purpose::Hint);
                let line = best.map(|best| gain.into_iter().chain([line_text(best)]).collect::<Vec<_>>().join(", "));
                let reason = thinking.reason.or(line).unwrap_or_else(|| "the search has told no line".to_owned());
                events.extend(thinking.messages.into_iter().map(SessionEvent::Message));
                events.push(if purpose == Purpose::Hint {
                    SessionEvent::Hint(mv, reason)
                } else {
                    SessionEvent::Threat(mv.cells, format!("{} ({reason})", mv.text))
                });
            }
            (Purpose::Move, Some(mv)) => {
                events.extend(thinking.messages.into_iter().chain(thinking.reason).map(SessionEvent::Message));
                self.make_move(mv, thinking.lines.into_iter().next());
                events.push(SessionEvent::Moved);
            }
        }
    }

    /// The last lines that a search has reported, the best first.
    pub fn last_search(&self) -> &[SearchStatistics] {
        &self.last_search
    }
}

/// The request for a hint: without the book, since a hint has a reason.
fn hint_request() -> SearchRequest<AnyMove> {
    SearchRequest { limits: Level::Time(HINT_TIME).limits(), ..SearchRequest::default() }
}

/// The line that a search has found, with its score.
fn line_text(line: &SearchStatistics) -> String {
    let score = line.info.shown_score;
    let pv = line.pv.join(" ");
    format!("{score} at depth {}: {pv}", line.info.depth)
}

/// What the side to move wins in a line: `winning a bishop`.
fn gain_text(position: &AnyPosition, line: &SearchStatistics) -> Option<String> {
    let material = LineMaterial::of(position, &line.moves, !line.mover)?;
    material.greatest_loss(MAX_PLIES, |_| true).map(|won| won.gain())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::play::examples::{against, begun, play, wait_for};

    /// The reason of a hint after these moves.
    fn hint(game: &str, moves: &str) -> String {
        let mut session = begun(game, moves);
        session.ask_hint().unwrap();
        wait_for(&mut session, |event| match event {
            SessionEvent::Hint(_, reason) => Some(reason),
            _ => None,
        })
    }

    #[test]
    fn the_reason_of_a_hint_is_a_theorem_or_the_line_of_the_search() {
        assert!(hint("nim", "").contains("theorem"));
        assert!(hint("tictactoe", "").contains(" at depth "));
        assert_eq!(hint("tree", ""), "+7 at depth 3: 2 1 1");
        let reason = hint("chess", "e4 d5 Qg4");
        assert!(reason.starts_with("winning a queen, +") && reason.contains(": Bxg4 "), "{reason}");
    }

    #[test]
    fn a_mistake_of_the_person_is_explained() {
        let explained = |session: &mut Session| {
            session.ask_why().unwrap();
            assert!(session.is_searching() && session.is_explaining());
            wait_for(session, |event| if let SessionEvent::Message(text) = event { Some(text) } else { None })
        };
        let mut session = begun("chess", "");
        assert_eq!(session.ask_why().unwrap_err(), "there is no move yet");
        play(&mut session, "e2e4");
        assert_eq!(explained(&mut session), "e4 is no mistake");
        play(&mut session, "d7d5 d1g4");
        assert_eq!(explained(&mut session), "Qg4?? loses a queen: Bxg4");
        session.ask_why().unwrap();
        session.move_now();
        assert_eq!(session.collect(), [SessionEvent::Message("the search was stopped".to_owned())]);
        // The answer to the move that was taken back is not told.
        session.ask_why().unwrap();
        session.take_back();
        assert!(!session.is_explaining() && session.collect().is_empty());
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
