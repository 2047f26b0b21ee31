//! Puzzles that a person solves. The session answers the right moves by the replies of the solution, and the others by the line that
//! the search finds after them.

use super::{Session, SessionEvent, SessionSettings};
use crate::any_position::{AnyMove, AnyPosition};
use crate::game::{Game, GameLine, Outcome, Side};
use crate::notation::{MoveStyle, Notation, show_moves};
use crate::play::picking::PointedMove;
use crate::play::players::SidePlayer;
use crate::play::puzzle_file::{Puzzles, RecordedPuzzle};
use crate::report::analyser::Analyser;
use crate::report::settings::{AnalysisSettings, table_mebibytes};
use crate::search::SearchLimits;

/// Nodes of the search that answers a wrong move.
const NODES: u64 = 100_000;

/// The most moves of its line that are shown.
const SHOWN_MOVES: usize = 6;

/// The puzzles of a file. One of them is open.
pub struct Solving {
    puzzles: Puzzles,
    /// The number of the open puzzle, from 1.
    number: usize,
    title: String,
    themes: String,
    /// What is left of the solution: moves of the solver and replies in turn.
    rest: Vec<AnyMove>,
    solver: Side,
    /// Number of hints given for the next move.
    hints: usize,
    /// Whether there was no wrong move and no hint.
    is_clean: bool,
    /// The numbers of puzzles that were solved, and of those that were solved without a wrong move and a hint.
    solved: [usize; 2],
}

impl Session {
    /// Opens the first puzzle.
    ///
    /// # Errors
    /// There is no puzzle, or it cannot be read.
    pub fn of_puzzles(puzzles: Puzzles) -> Result<Session, String> {
        let solving = Solving {
            puzzles,
            number: 0,
            title: String::new(),
            themes: String::new(),
            rest: Vec::new(),
            solver: Side::First,
            hints: 0,
            is_clean: true,
            solved: [0; 2],
        };
        open_next(&mut Some(Box::new(solving)))
    }

    /// Opens the next puzzle.
    ///
    /// # Errors
    /// There is no further puzzle, or it cannot be read. The open puzzle stays.
    pub fn next_puzzle(&mut self) -> Result<Session, String> {
        open_next(&mut self.solving)
    }

    /// The side that solves the puzzle; `None` in games.
    pub fn solver(&self) -> Option<Side> {
        self.solving.as_ref().map(|solving| solving.solver)
    }

    /// Whether the puzzle is solved, or its solution was shown.
    pub fn is_puzzle_over(&self) -> bool {
        self.solving.as_ref().is_some_and(|solving| solving.rest.is_empty())
    }

    /// The number, the name and the rating of the puzzle; `None` in games.
    pub fn puzzle_title(&self) -> Option<String> {
        let Solving { number, title, .. } = &**self.solving.as_ref()?;
        let title = if title.is_empty() { String::new() } else { format!(": {title}") };
        let last = self.moves.last().map(|mv| format!(" (the last move was {})", mv.text));
        Some(format!("{} puzzle {number}{title}{}", self.game.name, last.unwrap_or_default()))
    }

    /// How many puzzles were solved; `None` in games.
    pub fn solved_puzzles(&self) -> Option<String> {
        let Solving { number, solved: [solved, clean], .. } = **self.solving.as_ref()?;
        let puzzles = if number == 1 { "puzzle" } else { "puzzles" };
        Some(format!("solved {solved} of {number} {puzzles}, {clean} of them without a wrong move and a hint"))
    }

    /// Plays the move that a text means if it is right, and the reply. Otherwise it tells what follows the move.
    ///
    /// # Errors
    /// There is no such move, the puzzle is over, or there is none.
    pub fn solve(&mut self, text: &str) -> Result<(), String> {
        let mv = self.find_move(text).map_err(|error| error.to_string())?;
        let solving = self.open_puzzle()?;
        let wanted = solving.rest[0];
        let mut after = self.line.clone();
        after.play(mv.mv);
        // More than one move may mate.
        let wins = after.outcome() == Some(Outcome::Loss);
        if mv.mv != wanted && !wins {
            let what_follows = what_follows(self.game.name, &after)?;
            self.open_puzzle()?.is_clean = false;
            self.say(format!("{} is not the solution: {what_follows}", mv.text));
            return Ok(());
        }
        self.push(mv, None, None);
        let solving = self.open_puzzle()?;
        let played = solving.rest.len().min(2);
        let reply = solving.rest.drain(..played).nth(1).filter(|_| !wins);
        solving.hints = 0;
        match reply {
            Some(reply) => {
                let reply = PointedMove::new(self.line.position(), reply);
                self.say(format!("right; the reply is {}", reply.text));
                self.push(reply, None, None);
            }
            None => {
                let Some(solving) = &mut self.solving else { return Ok(()) };
                solving.rest.clear();
                solving.solved[0] += 1;
                solving.solved[1] += usize::from(solving.is_clean);
                let themes = if solving.themes.is_empty() { String::new() } else { format!(": {}", solving.themes) };
                let Solving { number, solved: [solved, _], .. } = **solving;
                self.say(format!("solved{themes} ({solved} of {number}; 'next' or N opens the next puzzle)"));
            }
        }
        Ok(())
    }

    /// Tells which piece moves, and the second time the move.
    ///
    /// # Errors
    /// The puzzle is over, or there is none.
    pub fn hint_for_puzzle(&mut self) -> Result<(), String> {
        let position = self.line.position().clone();
        let solving = self.open_puzzle()?;
        solving.is_clean = false;
        solving.hints += 1;
        let mv = PointedMove::new(&position, solving.rest[0]);
        let hint = match mv.cells.first() {
            Some(cell) if solving.hints == 1 => format!("hint: {cell} moves"),
            _ => format!("hint: {}", mv.text),
        };
        self.say(hint);
        Ok(())
    }

    /// Tells the solution. The puzzle is over then.
    ///
    /// # Errors
    /// The puzzle is over already, or there is none.
    pub fn show_solution(&mut self) -> Result<(), String> {
        let rest = std::mem::take(&mut self.open_puzzle()?.rest);
        let moves = show_moves(self.line.position(), &rest, MoveStyle::Short);
        self.say(format!("the solution is {}", moves.join(" ")));
        Ok(())
    }

    /// Adds a message for the user.
    fn say(&mut self, message: String) {
        self.notes.push(SessionEvent::Message(message));
    }

    /// The puzzle, while a move of the solver is left.
    fn open_puzzle(&mut self) -> Result<&mut Solving, String> {
        let solving = self.solving.as_mut().ok_or("there is no puzzle")?;
        if solving.rest.is_empty() { Err("this puzzle is over".to_owned()) } else { Ok(solving) }
    }
}

/// Opens the next puzzle in a new session, which takes the puzzles over.
fn open_next(slot: &mut Option<Box<Solving>>) -> Result<Session, String> {
    let solving = slot.as_mut().ok_or("there are no puzzles; 'kempelen play --puzzles FILE' opens a file of them")?;
    let ended = || if solving.number == 0 { "found no puzzle" } else { "there are no more puzzles" };
    let RecordedPuzzle { title, game, line, solution, themes } =
        solving.puzzles.next().unwrap_or_else(|| Err(ended().to_owned()))?;
    let solver = line.position().side_to_move();
    let mut players = ["Opponent", SidePlayer::YOU].map(SidePlayer::person);
    if solver == Side::First {
        players.reverse();
    }
    let mut session = Session::new(SessionSettings {
        start: Some(line.start().show()),
        moves: show_moves(line.start(), line.moves(), MoveStyle::Long),
        ..SessionSettings::new(game.name, players)
    })?;
    session.solving = slot.take().map(|solving| {
        let number = solving.number + 1;
        Box::new(Solving { number, title, themes, rest: solution, solver, hints: 0, is_clean: true, ..*solving })
    });
    Ok(session)
}

/// The line that a search finds, with its score for the side that is not to move.
fn what_follows(game: &str, line: &GameLine<AnyPosition>) -> Result<String, String> {
    let limits = SearchLimits { nodes: Some(NODES), ..SearchLimits::default() };
    let settings = AnalysisSettings::new(game, limits.clone(), table_mebibytes(&limits));
    let mut analyser = Analyser::new(&settings).map_err(|error| error.to_string())?;
    let analysis = analyser.analyse(line, None, &|| false)?.ok_or("the search was stopped")?;
    if let Some(end) = analysis.game_end {
        return Ok(format!("the game is over, {}", end.describe()));
    }
    let found = analysis.lines.first().ok_or("the search has found no move")?;
    let shown = &found.moves[..found.moves.len().min(SHOWN_MOVES)];
    let moves = show_moves(line.position(), shown, MoveStyle::Short).join(" ");
    Ok(format!("{moves} follows ({})", -found.info.shown_score))
}
