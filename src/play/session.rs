//! A game between two players, each a person or the program.

mod clocks;
mod history;
mod machines;
mod player_changes;
mod solving;

use super::engines::{EngineResources, Engines, Purpose};
use super::mistake::MistakeSearch;
use super::picking::{Picking, PointedMove};
use super::played_move::{PlayedMove, SearchStatistics, count_pieces};
use super::players::{SidePlayer, check_names};
use crate::any_position::AnyPosition;
use crate::conditions::time_control::{ClockPeriod, GameClock};
use crate::game::{Game, GameLine, Side};
use crate::games::{GameInfo, find_game, rules_text};
use crate::notation::reader::without_numbers;
use crate::notation::{MoveError, Notation, set_up};
use crate::opening::set_up::SecretPlacement;
use crate::picture::{BoardView, Picture};
use crate::system::Instant;
use clocks::new_clocks;
use solving::Solving;
use std::time::Duration;

/// What a session begins with.
#[derive(Clone, PartialEq, Debug)]
pub struct SessionSettings {
    /// The name of the game.
    pub game: String,
    /// The position at the start; `None` for the initial one.
    pub start: Option<String>,
    /// Moves that are played already, such as a ballot.
    pub moves: Vec<String>,
    /// The players, the first mover first.
    pub players: [SidePlayer; 2],
    /// The clock of both players.
    pub clock: Option<ClockPeriod>,
    /// Whether a player whose time is over has lost.
    pub time_forfeit: bool,
    /// The seed of what machines leave to chance; `None`: other moves each time.
    pub seed: Option<u64>,
    /// What each engine may use.
    pub resources: EngineResources,
}

impl SessionSettings {
    /// A new game from its initial position, without clocks.
    pub fn new(game: &str, players: [SidePlayer; 2]) -> SessionSettings {
        SessionSettings {
            game: game.to_owned(),
            start: None,
            moves: Vec::new(),
            players,
            clock: None,
            time_forfeit: true,
            seed: None,
            resources: EngineResources::default(),
        }
    }
}

/// A game in progress or at its end.
pub struct Session {
    settings: SessionSettings,
    game: &'static GameInfo,
    line: GameLine<AnyPosition>,
    engines: Engines,
    moves: Vec<PlayedMove>,
    /// Moves that were taken back, the next one last.
    undone: Vec<PlayedMove>,
    end: Option<GameOver>,
    /// The result and the clocks after the last move, while an earlier position is shown.
    after_last_move: Option<LastMoveState>,
    clocks: [GameClock; 2],
    turn_began: Instant,
    /// Machines wait until they are told to go on.
    paused: bool,
    /// What the next [`Session::update`] tells first.
    notes: Vec<SessionEvent>,
    mistake: Option<MistakeSearch>,
    /// The last lines that a search has reported, the best first.
    last_search: Vec<SearchStatistics>,
    /// The puzzles, if a person solves some.
    solving: Option<Box<Solving>>,
}

/// The state after the last move, kept while an earlier position is shown.
struct LastMoveState {
    end: Option<GameOver>,
    /// What the clocks showed.
    remaining: Option<[Duration; 2]>,
}

/// How a game between two players has ended: by its rules, by resignation, or on time.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct GameOver {
    /// The winner; `None` for a draw.
    pub winner: Option<Side>,
    /// The reason: `checkmate`, `resignation`, `time`.
    pub reason: String,
}

/// What has happened since the last [`Session::update`].
#[derive(Clone, PartialEq, Debug)]
pub enum SessionEvent {
    /// A machine has moved: the last of the [moves](Session::moves).
    Moved,
    /// The answer to [`Session::ask_hint`]: the move that the program recommends, and why.
    Hint(PointedMove, String),
    /// The answer to [`Session::ask_threat`]: the cells of a move, and the threat in words.
    Threat(Vec<String>, String),
    /// A message for the user.
    Message(String),
}

impl Session {
    /// Starts a game.
    ///
    /// # Errors
    /// There is no such game, a position or move is not legal, the names of the players are equal, a level means nothing in the
    /// game, or an evaluation cannot be read.
    pub fn new(settings: SessionSettings) -> Result<Session, String> {
        check_names(&settings.players)?;
        let game = find_game(&settings.game)?;
        settings.players.iter().try_for_each(|player| player.check_level(game))?;
        let mut session = Session {
            engines: Engines::new(game, settings.resources.clone()),
            game,
            line: set_up(&game.start(), settings.start.as_deref(), &[])?,
            moves: Vec::new(),
            undone: Vec::new(),
            end: None,
            after_last_move: None,
            clocks: new_clocks(settings.clock),
            turn_began: Instant::now(),
            paused: false,
            notes: Vec::new(),
            mistake: None,
            last_search: Vec::new(),
            solving: None,
            settings,
        };
        for (number, text) in (1..).zip(&session.settings.moves.clone()) {
            let mv = session.line.position().parse_move(text).map_err(|error| format!("move {number}: {error}"))?;
            session.push(PointedMove::new(session.line.position(), mv), None, None);
        }
        session.moves.iter_mut().for_each(|mv| mv.time = None);
        for side in Side::BOTH {
            session.engines.set(side, session.settings.players[side.index()].machine.as_ref())?;
        }
        session.turn_began = Instant::now();
        session.end_by_rule();
        Ok(session)
    }

    /// Prepares a game that was read from a file: pauses the machines, and sets `end` unless the rules have ended the game
    /// already. `notes` are messages for the user.
    pub fn begin_paused(&mut self, end: Option<GameOver>, notes: Vec<String>) {
        self.notes = notes.into_iter().map(SessionEvent::Message).collect();
        if self.end.is_none() {
            self.end = end;
        }
        self.paused = !self.waits_for_person();
    }

    /// The game.
    pub fn game(&self) -> &'static GameInfo {
        self.game
    }

    /// What the session began with.
    pub fn settings(&self) -> &SessionSettings {
        &self.settings
    }

    /// The name of the opening that the game has followed.
    pub fn opening_name(&self) -> Option<&'static str> {
        self.game.opening_name(&self.line)
    }

    /// Who plays a side.
    pub fn player(&self, side: Side) -> &SidePlayer {
        &self.settings.players[side.index()]
    }

    /// The name of a side's player.
    pub fn name(&self, side: Side) -> &str {
        &self.player(side).name
    }

    /// The game up to now.
    pub fn line(&self) -> &GameLine<AnyPosition> {
        &self.line
    }

    /// The picture of the position.
    pub fn view(&self) -> BoardView {
        BoardView::of(self.line.position())
    }

    /// How men are placed in secret, if the game can start that way.
    pub fn secret_placement(&self) -> Option<SecretPlacement> {
        self.game.secret_placement(self.line.position())
    }

    /// What the game is about, how it is played, its rules by number, and the position with its parameters.
    pub fn rules(&self) -> String {
        format!("{}The position now: {}\n", rules_text(self.game), self.line.position().show())
    }

    /// The side to move.
    pub fn side_to_move(&self) -> Side {
        self.line.position().side_to_move()
    }

    /// The moves that were played.
    pub fn moves(&self) -> &[PlayedMove] {
        &self.moves
    }

    /// The moves that were taken back, in their order.
    pub fn undone(&self) -> impl Iterator<Item = &PlayedMove> {
        self.undone.iter().rev()
    }

    /// How the game has ended; `None` while it goes on.
    pub fn end(&self) -> Option<&GameOver> {
        self.end.as_ref()
    }

    /// Whether a person is to move.
    pub fn waits_for_person(&self) -> bool {
        self.end.is_none() && self.player(self.side_to_move()).is_person()
    }

    /// Whether a machine is thinking about its move, about a hint, or about a threat.
    pub fn is_thinking(&self) -> bool {
        self.engines.thinking().is_some_and(|it| it.purpose != Purpose::Analysis)
    }

    /// Whether a search runs, for whatever purpose.
    pub fn is_searching(&self) -> bool {
        self.engines.thinking().is_some_and(|it| it.answer.is_none())
            || self.mistake.as_ref().is_some_and(|it| it.answer().is_none())
    }

    /// Whether the answer to [`Session::ask_why`] is still to be told.
    pub fn is_explaining(&self) -> bool {
        self.mistake.is_some()
    }

    /// Whether the adviser analyses while a person thinks.
    pub fn is_analysing(&self) -> bool {
        self.engines.thinking().is_some_and(|it| it.purpose == Purpose::Analysis)
    }

    /// Ends the analysis.
    pub fn stop_analysis(&mut self) {
        if self.is_analysing() {
            self.engines.stop();
        }
    }

    /// Whether machines wait for [`Session::resume`].
    pub fn is_paused(&self) -> bool {
        self.paused
    }

    /// Lets machines move again.
    pub fn resume(&mut self) {
        self.paused = false;
        self.turn_began = Instant::now();
    }

    /// The legal moves, to point one out; none unless a person is to move.
    pub fn picking(&self) -> Picking {
        Picking::new(if self.waits_for_person() { self.legal_moves() } else { Vec::new() })
    }

    /// The legal moves; none if the game is over.
    pub fn legal_moves(&self) -> Vec<PointedMove> {
        if self.end.is_some() {
            return Vec::new();
        }
        PointedMove::all(self.line.position())
    }

    /// The legal move that a text means, in any notation and in any case, also behind its number: `1. e4`.
    ///
    /// # Errors
    /// There is no such move; the message gives the rule that the text breaks.
    pub fn find_move(&self, text: &str) -> Result<PointedMove, MoveError> {
        let (text, position) = (without_numbers(text.trim()).trim_start(), self.line.position());
        let found = position.parse_move(text);
        // What has the form of a move means that move, in chess `Bxc3` that of a bishop.
        let found = found.or_else(|error| match error {
            MoveError::Syntax { .. } => position.parse_move(&text.to_lowercase()).map_err(|_| error),
            error => Err(error),
        });
        let error = match found {
            Ok(mv) => return Ok(PointedMove::new(position, mv)),
            Err(error) => error,
        };
        // In chess, a pawn becomes a queen unless another piece is named.
        let queened = position.parse_move(&format!("{text}q")).ok().map(|mv| PointedMove::new(position, mv));
        queened.filter(|mv| mv.text.contains("=Q")).ok_or(error)
    }

    /// Plays the move of a person that a text means, as for [`Session::find_move`].
    ///
    /// # Errors
    /// It is not a person's turn, or there is no such move.
    pub fn play(&mut self, text: &str) -> Result<(), String> {
        if let Some(end) = &self.end {
            return Err(format!("the game is over: {}", end.reason));
        }
        if !self.waits_for_person() {
            return Err(format!("{} is to move", self.name(self.side_to_move())));
        }
        let mv = self.find_move(text).map_err(|error| error.to_string())?;
        self.engines.stop();
        if self.paused {
            self.resume();
        }
        self.make_move(mv, None);
        Ok(())
    }

    /// Plays a move in its time.
    fn make_move(&mut self, mv: PointedMove, search: Option<SearchStatistics>) {
        let clock = self.press_clock();
        self.undone.clear();
        self.after_last_move = None;
        self.push(mv, search, clock);
        self.end_by_rule();
    }

    /// Plays a move and writes it down. `clock` is what the clock shows after it.
    fn push(&mut self, mv: PointedMove, search: Option<SearchStatistics>, clock: Option<Duration>) {
        let side = self.side_to_move();
        self.mistake = None;
        self.line.play(mv.mv);
        self.moves.push(PlayedMove {
            side,
            mv: mv.mv,
            text: mv.text,
            cells: mv.cells,
            pieces: self.line.position().has_fixed_board().then(|| count_pieces(&self.view())),
            time: Some(self.turn_began.elapsed()),
            clock,
            search,
        });
        self.turn_began = Instant::now();
    }

    /// Ends the game if the rules do.
    fn end_by_rule(&mut self) {
        let mover = self.side_to_move();
        let end = self.line.end();
        self.end = end.map(|end| GameOver { winner: end.outcome.winner(mover), reason: end.reason.to_owned() });
    }

    /// The side to move, or the person if only one plays, gives up.
    pub fn resign(&mut self) {
        if self.end.is_some() {
            return;
        }
        let mover = self.side_to_move();
        let loser = if self.player(mover).is_person() || !self.player(!mover).is_person() { mover } else { !mover };
        self.resign_for(loser);
    }

    /// `loser` gives up.
    pub fn resign_for(&mut self, loser: Side) {
        self.engines.stop();
        self.stop_clock();
        self.finish(GameOver { winner: Some(!loser), reason: "resignation".to_owned() });
    }

    /// Ends the game in this position and discards the moves that were taken back.
    fn finish(&mut self, end: GameOver) {
        self.undone.clear();
        self.after_last_move = None;
        self.end = Some(end);
    }

    /// The machine that thinks plays the best move that it has found; a hint is given at once. The search for a mistake ends
    /// without an answer.
    pub fn move_now(&mut self) {
        if self.mistake.take().is_some() {
            self.notes.push(SessionEvent::Message("the search was stopped".to_owned()));
        }
        self.engines.hurry();
    }
}
