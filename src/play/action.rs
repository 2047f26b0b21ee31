//! What a person can do in a game: one table of the keys of the screen and the words of the lines of text, and one
//! implementation for both.

use super::game_file;
use super::level::Level;
use super::placing::Placing;
use super::saved_game::SavedGame;
use super::session::{Session, SessionSettings};
use super::start;
use super::texts::{self, LINE_WIDTH};
use crate::conditions::openings::OpeningSource;
use crate::game::Side;
use crate::games::find_game;
use crate::notation::{MoveStyle, show_moves};
use std::path::Path;

/// How a person asks for an action.
pub struct ActionEntry {
    /// The action.
    pub action: Action,
    /// On the screen: the key and its meaning, `u  take back`. Empty if the screen has no key for the action.
    pub key: &'static str,
    /// In lines of text: the word, and the name of its parameter, `game NAME`. Empty if there is no word for the action.
    pub form: &'static str,
    /// The meaning of the word.
    pub help: &'static str,
}

macro_rules! actions {
    ($($action:ident: $key:literal, $form:literal, $help:literal;)*) => {
        /// What a person can do.
        #[derive(Clone, Copy, PartialEq, Eq, Debug)]
        pub enum Action {
            $($action),*
        }

        /// All actions, in the order in which the help lists the words.
        pub const ACTIONS: &[ActionEntry] =
            &[$(ActionEntry { action: Action::$action, key: $key, form: $form, help: $help }),*];
    };
}

actions! {
    Help: "?", "help", "this list";
    Board: "", "board", "the board";
    Pieces: "p  pieces as a list", "pieces", "the pieces of each side, for screen readers";
    Moves: "l  list of the legal moves", "moves", "the legal moves";
    List: "", "list", "the moves of the game, and the number of pieces where they change it";
    Hint: "h  hint: a recommended move and why", "hint", "a move that the program recommends, and why";
    Threat: "x  threat: what the other side would do now", "threat", "what the other side would do if it were to move now";
    Why: "w  why your last move was bad", "why", "why your last move was bad, if it was";
    Now: "n  move now: the machine stops thinking", "now", "the machine stops thinking and moves";
    Undo: "u  take back", "undo", "take back your last move";
    Redo: "r  play again what was taken back", "redo", "play again what was taken back";
    Go: "g  go on: a waiting machine makes its move", "go", "let a waiting machine make its move";
    Statistics: "", "statistics", "the last search: depth, nodes, time, principal variation";
    New: "N  new game", "new", "a new game with the same players";
    Swap: "S  new game; the players change sides", "swap", "a new game; the players change sides";
    Game: "G  another game", "game NAME", "a new game of another kind";
    Ballot: "B  new game from an opening drawn by lot", "ballot", "a new game from an opening that is drawn by lot";
    Position: "", "position TEXT", "a new game from a position";
    Random: "H  new game with random heaps", "random BOUNDS",
        "a new game with random heaps, within bounds such as heaps=3..5 size=1..20 misere";
    Place: "W  new game; men are placed in secret (northcott)", "place SIZE",
        "a new game of northcott on a board such as 8x5, 8x5 misere or 8x5 normal; each side places its men in secret";
    Misere: "M  new game in misere play, or in normal play again", "misere",
        "a new game in misere play, where the last move loses; in a misere game, a new one in normal play";
    Level: "L  level of the machine", "level N",
        "the machines think to this depth, 1 to 10, or play at a rating, elo=800 to elo=2400; 'level' alone tells more";
    First: "", "first PLAYER", "who moves first: person, best, search, theory, random, or alpha-beta depth=4 ...";
    Second: "", "second PLAYER", "who moves second";
    Rules: "i  information: the rules of the game", "rules", "what the game is about, and its rules by number";
    Save: "", "save FILE", "write the game (.pgn, .pdn) or the position (.fen); 'save FILE replace' replaces a file";
    Load: "", "load FILE", "go on with a game or position of a file";
    Resign: "R  resign", "resign", "give up";
    Quit: "q  quit; the game is kept", "quit", "end; the game is kept and offered at the next start";
    Menu: "m  menu", "", "";
    Type: "t  type a move", "", "";
    Analyse: "a  analyse while you think, on and off", "", "";
    Flip: "f  turn the board", "", "";
    Players: "P  players", "", "";
    Files: "s  save, load, set up a position", "", "";
    // The move that the argument says.
    Move: "", "", "";
    // Saves to a file that exists.
    Replace: "", "", "";
}

/// The keys in the order of the menu.
const KEYS: &str = "mtlhxwurngafpiNBHWMSGLPsRq";

/// The actions of the keys, in the order of the menu.
pub fn keys() -> impl Iterator<Item = &'static ActionEntry> {
    KEYS.chars().filter_map(find_key)
}

fn find_key(key: char) -> Option<&'static ActionEntry> {
    ACTIONS.iter().find(|entry| entry.key.starts_with(key))
}

impl Action {
    /// The action of a key.
    pub fn of_key(key: char) -> Option<Action> {
        find_key(key).map(|entry| entry.action)
    }

    /// The action of a line that begins with a word in any case, and what follows the word; `None` if the line is no
    /// action. A word without a parameter must stand alone.
    pub fn of_line(line: &str) -> Option<(Action, &str)> {
        let line = line.trim();
        let (word, argument) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
        let argument = argument.trim();
        let is_asked = |entry: &&ActionEntry| {
            let (name, parameter) = entry.form.split_once(' ').unwrap_or((entry.form, ""));
            !name.is_empty() && name.eq_ignore_ascii_case(word) && (argument.is_empty() || !parameter.is_empty())
        };
        ACTIONS.iter().find(is_asked).map(|entry| (entry.action, argument))
    }
}

/// What an action leaves to the screen or to the lines of text.
pub enum ActionEffect {
    /// Nothing.
    Nothing,
    /// A text is to be shown.
    Text(String),
    /// A move was played: the game is to be kept.
    Played,
    /// Moves were taken back or played again.
    MovedBack,
    /// Another game replaces the session.
    NewGame(Box<Session>),
    /// A person is to be asked where the men stand.
    Placing(Box<Placing>),
}

impl Session {
    /// Carries out an action; `argument` is what the person has chosen or typed for it. Actions that only the screen or only the
    /// lines of text have do nothing here.
    ///
    /// # Errors
    /// It is impossible now, or the argument is wrong; the message is for the person.
    pub fn perform(&mut self, action: Action, argument: &str) -> Result<ActionEffect, String> {
        if self.solver().is_some() {
            return self.perform_in_puzzle(action, argument);
        }
        let settings = self.settings();
        let new = match action {
            Action::New => start::same_game(settings),
            Action::Swap => start::swapped(settings),
            Action::Game => start::other_game(settings, argument)?,
            Action::Ballot => ballot(settings)?,
            Action::Position => start::position(settings, argument),
            Action::Random => start::random(self, argument)?,
            Action::Misere => start::misere_switched(self)?,
            Action::Load => {
                let saved = game_file::load(Path::new(argument), settings);
                return go_on(saved.map_err(|error| format!("{error:#}"))?).map(Box::new).map(ActionEffect::NewGame);
            }
            Action::Place => {
                let none = || format!("no men are placed before a game of {}", self.game().name);
                let placement = self.secret_placement().ok_or_else(none)?;
                let mut settings = settings.clone();
                let mut random = start::draw(&mut settings);
                let placing = Placing::begin(placement, &settings, argument, &mut random)?;
                return ask_placing(Box::new(placing));
            }
            _ => return self.perform_in_game(action, argument),
        };
        Session::new(new).map(Box::new).map(ActionEffect::NewGame)
    }

    /// The actions while a puzzle is open. A new game is the next puzzle.
    fn perform_in_puzzle(&mut self, action: Action, argument: &str) -> Result<ActionEffect, String> {
        match action {
            Action::New => return self.next_puzzle().map(Box::new).map(ActionEffect::NewGame),
            Action::Move => {
                let before = self.moves().len();
                self.solve(argument)?;
                return Ok(if self.moves().len() > before { ActionEffect::Played } else { ActionEffect::Nothing });
            }
            Action::Hint => self.hint_for_puzzle()?,
            Action::Resign => self.show_solution()?,
            Action::Pieces | Action::Rules | Action::List | Action::Moves | Action::Save | Action::Replace => {
                return self.perform_in_game(action, argument);
            }
            _ => return Err("this cannot be done in a puzzle".to_owned()),
        }
        Ok(ActionEffect::Nothing)
    }

    /// The actions after which the game goes on.
    fn perform_in_game(&mut self, action: Action, argument: &str) -> Result<ActionEffect, String> {
        match action {
            Action::Pieces => return Ok(ActionEffect::Text(texts::pieces(self))),
            Action::Rules => return Ok(ActionEffect::Text(self.rules())),
            Action::List => return Ok(ActionEffect::Text(texts::move_list(self))),
            Action::Moves => {
                let moves: Vec<String> = self.legal_moves().into_iter().map(|mv| mv.text).collect();
                return Ok(ActionEffect::Text(moves.join(" ") + "\n"));
            }
            Action::Statistics => {
                let text = self.last_search().first().map(texts::statistics);
                return Ok(ActionEffect::Text(text.unwrap_or_else(|| "there was no search yet".to_owned()) + "\n"));
            }
            Action::Move => return self.play(argument).map(|()| ActionEffect::Played),
            Action::Undo => return moved_back(self.take_back(), "take back"),
            Action::Redo => return moved_back(self.redo(), "play again"),
            Action::Hint => self.ask_hint()?,
            Action::Threat => self.ask_threat()?,
            Action::Why => self.ask_why()?,
            Action::Now => self.move_now(),
            Action::Go => self.resume(),
            Action::Resign => self.resign(),
            Action::Level if argument.is_empty() => return Ok(ActionEffect::Text(texts::level_help(self))),
            Action::Level if argument.bytes().all(|byte| byte.is_ascii_digit()) => {
                self.set_level(Level::numbered(argument)?)?;
            }
            Action::Level => self.set_level(argument.parse()?)?,
            Action::First => self.change_player(Side::First, argument)?,
            Action::Second => self.change_player(Side::Second, argument)?,
            Action::Save | Action::Replace => {
                let saved = game_file::save(self, Path::new(argument), action == Action::Replace);
                saved.map_err(|error| format!("{error:#}"))?;
            }
            _ => {}
        }
        Ok(ActionEffect::Nothing)
    }
}

fn moved_back(has_moved: bool, what: &str) -> Result<ActionEffect, String> {
    if has_moved { Ok(ActionEffect::MovedBack) } else { Err(format!("there is no move to {what}")) }
}

/// A new game that begins with a ballot: first moves that are drawn by lot.
///
/// # Errors
/// There are no ballots of the game.
pub fn ballot(settings: &SessionSettings) -> Result<SessionSettings, String> {
    let game = find_game(&settings.game)?;
    if game.ballots.is_none() {
        return Err(format!("there are no ballots of {}", game.name));
    }
    let mut ballots = OpeningSource::Ballots.read(None, game).map_err(|error| error.to_string())?;
    let mut settings = settings.clone();
    let drawn = ballots.swap_remove(start::draw(&mut settings).below(ballots.len()));
    Ok(SessionSettings {
        start: drawn.start_text(),
        moves: show_moves(drawn.line.start(), drawn.line.moves(), MoveStyle::Short),
        ..settings
    })
}

/// Goes on with a saved game. A machine that is to move does not wait.
///
/// # Errors
/// As for [`SavedGame::resume`].
pub fn go_on(saved: SavedGame) -> Result<Session, String> {
    let mut session = saved.resume()?;
    session.resume();
    Ok(session)
}

/// Asks where the men of the next person stand, or begins the game if all men stand.
///
/// # Errors
/// As for [`Session::new`].
pub fn ask_placing(placing: Box<Placing>) -> Result<ActionEffect, String> {
    match placing.finish() {
        Some(settings) => Session::new(settings).map(Box::new).map(ActionEffect::NewGame),
        None => Ok(ActionEffect::Placing(placing)),
    }
}

/// The help: words and their meanings in two columns.
pub fn help() -> String {
    const INDENT: usize = 17;
    let mut text = "Type a move, in any notation of the game, or one of\n".to_owned();
    for entry in ACTIONS.iter().filter(|entry| !entry.form.is_empty()) {
        let mut form = format!("  {}", entry.form);
        for line in texts::wrapped(entry.help, LINE_WIDTH - INDENT) {
            text += &format!("{form:<INDENT$}{line}\n");
            form.clear();
        }
    }
    text
}

/// The help for puzzles.
pub const PUZZLE_HELP: &str = "\
Type a move, in any notation of the game, or one of
  help             this list
  hint             the piece that moves; the second time the move
  next             the next puzzle
  resign           give up: the solution
  board            the board
  pieces           the pieces of each side, for screen readers
  moves            the legal moves
  list             the moves that were played
  rules            what the game is about, and its rules by number
  save FILE        write the moves (.pgn, .pdn) or the position (.fen)
  quit             end";

#[cfg(test)]
mod tests {
    use super::*;
    use crate::play::players::SidePlayer;

    #[test]
    fn words_are_read_in_any_case_and_moves_are_none() {
        assert_eq!(Action::of_line(" Hint "), Some((Action::Hint, "")));
        assert_eq!(Action::of_line("SAVE a b.pgn"), Some((Action::Save, "a b.pgn")));
        assert_eq!(Action::of_line("save"), Some((Action::Save, "")));
        for none in ["e4", "", "hint please", "take 4 from heap 2"] {
            assert_eq!(Action::of_line(none), None, "{none}");
        }
    }

    #[test]
    fn the_menu_has_all_keys() {
        let with_key = ACTIONS.iter().filter(|entry| !entry.key.is_empty() && entry.action != Action::Help);
        assert_eq!(with_key.count(), keys().count());
        assert_eq!(Action::of_key('?'), Some(Action::Help));
        assert_eq!(Action::of_key('%'), None);
    }

    /// The ballots of `losing` are 39 lines of a book, of which 14 repeat moves.
    #[test]
    fn every_ballot_is_drawn_about_as_often() {
        let players = ["First", "Second"].map(SidePlayer::person);
        let mut settings = SessionSettings { seed: Some(1), ..SessionSettings::new("losing", players) };
        let mut drawn = std::collections::HashMap::new();
        for _ in 0..1000 {
            settings = ballot(&settings).unwrap();
            *drawn.entry(settings.moves.clone()).or_insert(0) += 1;
        }
        assert_eq!(drawn.len(), 25);
        assert!(drawn.values().all(|times| (20..=60).contains(times)), "{drawn:?}");
    }
}
