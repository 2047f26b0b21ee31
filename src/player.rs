//! Object-safe interfaces to the games and their engines, for protocols and commands.

mod algorithm;
mod game_player;
mod perft;
mod player_tables;
mod referee;
mod self_check;
mod settings;
mod textbook_knowledge;

pub use crate::notation::set_up;
pub use algorithm::PlayerAlgorithm;
pub use perft::PerftEvent;
pub use referee::{referee, referee_with};
pub use settings::PlayerSettings;
pub use textbook_knowledge::AnyTextbookKnowledge;

use crate::any_position::AnyPosition;
use crate::game::{GameLine, Outcome, Side};
use crate::games::{GameEntry, GameInfo, GameVisitor, by_name};
use crate::notation::{MoveError, MoveStyle};
use crate::opening::set_up::{RandomSetUp, SecretPlacement};
use crate::picture::BoardView;
use crate::random::Random;
use crate::search::{SearchInfo, SearchRequest};
use game_player::GamePlayer;

/// A player of the game called `name`, with its embedded book and evaluation, at the initial position.
///
/// # Errors
/// There is no such game, or not enough memory for the table.
pub fn player(name: &str, hash_mib: usize) -> Result<Box<dyn Player>, String> {
    struct NewPlayer(usize);
    impl GameVisitor for NewPlayer {
        type Output = Result<Box<dyn Player>, String>;

        fn visit<K: GameEntry>(self, game: &'static GameInfo) -> Self::Output {
            player_of::<K>(game, self.0)
        }
    }
    by_name(name, NewPlayer(hash_mib))?
}

/// Like [`player`], for a game whose type is known at compile time. The linker can then leave out all other games.
///
/// # Errors
/// There is not enough memory for the table.
pub fn player_of<K: GameEntry>(game: &'static GameInfo, hash_mib: usize) -> Result<Box<dyn Player>, String> {
    Ok(Box::new(GamePlayer::<K>::new(game, hash_mib)?))
}

/// Receives the reports of a search. Called from the search thread.
pub trait SearchObserver: Send {
    /// A variation was found.
    fn info(&mut self, info: &SearchInfo, moves: &[String]);

    /// The search is over. `best` is `None` if there is no legal move, `ponder` is the expected reply.
    fn best_move(&mut self, best: Option<&str>, ponder: Option<&str>);

    /// A message for the user about something that is wrong.
    fn message(&mut self, text: &str);

    /// Why the move is played without a search.
    fn reason(&mut self, text: &str) {
        self.message(text);
    }

    /// A message for the user about something that is as it should be.
    fn notice(&mut self, text: &str) {
        self.message(text);
    }
}

/// A legal move, and how it is pointed out on the board.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PointedMove {
    /// The move in [short style](MoveStyle::Short).
    pub text: String,
    /// As [`Picture::move_cells`](crate::picture::Picture::move_cells).
    pub cells: Vec<String>,
}

/// Knows the rules of a game and its history; does not search.
pub trait Referee {
    /// The game.
    fn game(&self) -> &'static GameInfo;

    /// The position as text.
    fn position(&self) -> String;

    /// As [`Notation::parameters`](crate::notation::Notation::parameters).
    fn parameters(&self) -> Vec<String>;

    /// The position in the notation that the protocols of the game use.
    fn protocol_position(&self) -> String;

    /// The side to move.
    fn side_to_move(&self) -> Side;

    /// Sets up a position (`None`: the initial one) and plays `moves`.
    ///
    /// # Errors
    /// The position or a move is not legal; the old position stays.
    fn set_position(&mut self, start: Option<&str>, moves: &[String]) -> Result<(), String>;

    /// Plays a move that is written in any style; returns it in each of `styles`.
    ///
    /// # Errors
    /// The move is not legal.
    fn play(&mut self, mv: &str, styles: &[MoveStyle]) -> Result<Vec<String>, MoveError>;

    /// The legal move that a text in any style means.
    ///
    /// # Errors
    /// The move is not legal.
    fn find_move(&self, text: &str) -> Result<PointedMove, MoveError>;

    /// Whether a move is legal and the game goes on after it.
    fn continues_after(&self, mv: &str) -> bool;

    /// The legal moves.
    fn legal_moves(&self, style: MoveStyle) -> Vec<String>;

    /// The legal moves, each with the cells by which a person points it out.
    fn pointed_moves(&self) -> Vec<PointedMove>;

    /// As [`GameEntry::random_position`], with the parameters of the current position, as text.
    ///
    /// # Errors
    /// The game has no random positions, or the bounds are wrong.
    fn random_position(&self, set_up: &RandomSetUp, random: &mut Random) -> Result<String, String>;

    /// As [`GameEntry::secret_placement`].
    fn secret_placement(&self) -> Option<SecretPlacement>;

    /// As [`GameEntry::how_to_play`].
    fn how_to_play(&self) -> String;

    /// As [`GameEntry::rules`].
    fn rules(&self) -> Vec<String>;

    /// As [`Picture::has_fixed_board`](crate::picture::Picture::has_fixed_board).
    fn has_fixed_board(&self) -> bool;

    /// The picture of the position.
    fn view(&self) -> BoardView;

    /// As [`Game::plies_to_draw`](crate::game::Game::plies_to_draw).
    fn plies_to_draw(&self) -> Option<u16>;

    /// The result by the rules, including repetitions; `None` while the game goes on.
    fn outcome(&self) -> Option<Outcome>;

    /// The reason of the outcome, such as `checkmate` or `threefold repetition`.
    fn end_reason(&self) -> &'static str;

    /// The result by the endgame tables; `None` if they do not have the position.
    fn tablebase_result(&self) -> Option<Outcome>;
}

/// Searches, and has the settings that users can change.
pub trait Player: Referee + Send {
    /// Sets up a game of the player's game.
    fn set_line(&mut self, line: &GameLine<AnyPosition>);

    /// Leaves the player without a position, for the reason `why`, until one is set up. Every search
    /// then reports the reason, and no move.
    fn invalidate_position(&mut self, why: &str);

    /// Checks that a position is set up.
    ///
    /// # Errors
    /// There is none; the error says why.
    fn check_position(&self) -> Result<(), String>;

    /// The board, the position as text and its key, in lines.
    ///
    /// # Errors
    /// No position is set up.
    fn diagram(&self) -> Result<Vec<String>, String>;

    /// The static evaluation for the side to move, in hundredths of a pawn or man.
    ///
    /// # Errors
    /// No position is set up.
    fn static_evaluation(&self) -> Result<i32, String>;

    /// Starts perft on another thread, which reports its counts to `listener`; returns at once.
    /// [`stop`](Player::stop) stops it, [`wait`](Player::wait) waits for its end.
    ///
    /// # Errors
    /// No position is set up, or the system refuses a thread.
    fn start_perft(&mut self, depth: u32, listener: Box<dyn FnMut(PerftEvent) + Send>) -> Result<(), String>;

    /// The settings.
    fn settings(&mut self) -> &mut PlayerSettings;

    /// Allocates the memory and starts the threads of the settings.
    ///
    /// # Errors
    /// The system refuses some of it; the old table stays, and the settings say what is in use.
    fn prepare(&mut self) -> Result<(), String>;

    /// Uses the book in this file; an empty path selects the embedded one.
    fn load_book(&mut self, path: &str) -> Result<(), String>;

    /// Evaluates positions by the weights or network in this file; an empty path selects the embedded
    /// ones.
    fn load_model(&mut self, path: &str) -> Result<(), String>;

    /// Uses the endgame tables in this path as well as the embedded ones; an empty path selects these alone.
    fn load_tables(&mut self, path: &str) -> Result<(), String>;

    /// Uses the embedded endgame tables, and those in the folder [`table_cache`](PlayerSettings::table_cache), which are built
    /// at first use. A new player does.
    fn load_cached_tables(&mut self) -> Result<(), String>;

    /// Messages for the user about what was loaded or allocated since the last call.
    fn take_messages(&mut self) -> Vec<String>;

    /// Clears the transposition table and the move statistics.
    fn new_game(&mut self);

    /// Starts a search; returns at once.
    fn think(&mut self, request: SearchRequest<String>, observer: Box<dyn SearchObserver>);

    /// Searches on the calling thread alone; returns when the best move has been reported.
    fn think_here(&mut self, request: SearchRequest<String>, observer: Box<dyn SearchObserver>);

    /// Stops a running search or perft.
    fn stop(&mut self);

    /// The opponent has played the expected move: the limits of a pondering search count from now on.
    fn ponder_hit(&mut self);

    /// Waits for the end of a running search or perft.
    fn wait(&mut self);
}
