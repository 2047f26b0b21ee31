//! The faces through which protocols and tools see any game.

mod game_player;
mod perft;
mod referee;
mod self_check;

pub use perft::PerftEvent;
pub use referee::{referee, referee_with, set_up};

use crate::debug_log::DebugLog;
use crate::game::{Outcome, Side};
use crate::games::{Entry, GameInfo, Visitor, by_name};
use crate::notation::MoveStyle;
use crate::search::{ProbeSettings, SearchInfo, SearchRequest, StrengthLimit};
use game_player::GamePlayer;
use std::time::Duration;

/// A player of the game called `name`, with its embedded book and weights.
pub fn player(name: &str, table_mebibytes: usize) -> Result<Box<dyn Player>, String> {
    struct Seat(usize);
    impl Visitor for Seat {
        type Output = Result<Box<dyn Player>, String>;

        fn visit<K: Entry>(self) -> Self::Output {
            Ok(Box::new(GamePlayer::<K>::new(self.0)?))
        }
    }
    by_name(name, Seat(table_mebibytes))?
}

/// Shows what a player finds and decides. Called from the thinking thread.
pub trait SearchObserver: Send {
    /// A line of play was found.
    fn info(&mut self, finding: &SearchInfo, moves: &[String]);

    /// The search is over; `best` is `None` where there is no legal move.
    fn best_move(&mut self, best: Option<&str>, ponder: Option<&str>);

    /// Something to tell the user.
    fn message(&mut self, text: &str);
}

/// What a user can set, beside files.
#[derive(Clone, Debug)]
pub struct PlayerSettings {
    /// The size of the table from the next [`prepare`](Player::prepare) on, in MiB.
    pub hash_mib: usize,
    /// How many threads think from then on, at least one.
    pub threads: usize,
    /// How many best lines to show.
    pub multi_pv: usize,
    /// How much worse than equality a draw is to the engine, in hundredths.
    pub contempt: i32,
    /// Show the chances of a win, a draw and a loss beside the score.
    pub show_wdl: bool,
    /// Play no better than `elo`.
    pub limit_strength: bool,
    /// For `limit_strength`: a rating, see [`StrengthLimit`].
    pub elo: u64,
    /// Positions are studied, not played: the book stays closed, and a draw is a draw.
    pub analyse_mode: bool,
    /// Check what is told about the search, and tell what is wrong with it.
    pub self_check: bool,
    /// Where the conversation is written down.
    pub debug_log: DebugLog,
    /// Play from the opening book.
    pub use_book: bool,
    /// Time to keep in reserve for every move.
    pub move_overhead: Duration,
    /// How moves are written.
    pub move_style: MoveStyle,
    /// When to ask the endgame tables.
    pub probing: ProbeSettings,
}

impl PlayerSettings {
    /// A request for a search by these settings: without limits, of all moves, received now.
    pub fn request(&self) -> SearchRequest<String> {
        SearchRequest {
            multi_pv: self.multi_pv,
            contempt: if self.analyse_mode { 0 } else { self.contempt },
            strength_limit: (self.limit_strength).then(|| StrengthLimit::from_elo(self.elo)),
            use_book: self.use_book && !self.analyse_mode,
            probe_settings: self.probing,
            ..SearchRequest::default()
        }
    }
}

/// Knows the rules, and what has been played; no thinker inside.
pub trait Referee {
    /// The game.
    fn game(&self) -> &'static GameInfo;

    /// The position as text.
    fn position(&self) -> String;

    /// The position as the protocols of the game exchange it.
    fn protocol_position(&self) -> String;

    /// Whose turn it is.
    fn side_to_move(&self) -> Side;

    /// Sets up a position (`None`: the start) and plays `moves`. If anything is wrong, the former
    /// position stays.
    fn set_position(&mut self, start: Option<&str>, moves: &[String]) -> Result<(), String>;

    /// Plays a move that is written in any style; gives it back in each of `styles`. If it is not
    /// legal, the message says why.
    fn play(&mut self, mv: &str, styles: &[MoveStyle]) -> Result<Vec<String>, String>;

    /// The legal moves.
    fn legal_moves(&self, style: MoveStyle) -> Vec<String>;

    /// The result, repetitions included.
    fn outcome(&self) -> Option<Outcome>;

    /// The rule that ended a game that has an outcome: `checkmate`, `threefold repetition`.
    fn end_reason(&self) -> &'static str;

    /// The result that endgame tables foresee, asked after each move; `None` where they do not.
    fn tablebase_result(&self) -> Option<Outcome>;
}

/// Thinks.
pub trait Player: Referee + Send {
    /// The client means a position that is not known, `why` says how that came. Until a position is
    /// set up the player thinks about none: every question is answered by no move.
    fn invalidate_position(&mut self, why: &str);

    /// The board and what else tells a position, in lines for people.
    fn diagram(&self) -> Result<Vec<String>, String>;

    /// The static evaluation for the side to move, in hundredths of a pawn or man.
    fn static_evaluation(&self) -> Result<i32, String>;

    /// Counts the sequences of `depth` legal moves; returns at once, and `listener` hears the counts
    /// from another thread. [`stop`](Player::stop) ends it, [`wait`](Player::wait) waits for it.
    fn start_perft(
        &mut self,
        depth: u32,
        listener: Box<dyn FnMut(PerftEvent) + Send>,
    ) -> Result<(), String>;

    /// What a user can set.
    fn settings(&mut self) -> &mut PlayerSettings;

    /// Takes the memory and the threads that the settings want; on failure the table, and what is
    /// wanted of it, stay as they were.
    fn prepare(&mut self) -> Result<(), String>;

    /// Plays from the book in this file; an empty path brings the embedded one back.
    fn load_book(&mut self, path: &str) -> Result<(), String>;

    /// Values positions by the weights or network in this file; an empty path brings the embedded
    /// ones back.
    fn load_model(&mut self, path: &str) -> Result<(), String>;

    /// Plays with the endgame tables in this path beside those in the program; an empty path takes
    /// them away again.
    fn load_tables(&mut self, path: &str) -> Result<(), String>;

    /// What the user should know of what was loaded. Told once.
    fn take_messages(&mut self) -> Vec<String>;

    /// Forgets what was learnt from earlier searches, the table included.
    fn new_game(&mut self);

    /// Begins to think; returns at once.
    fn think(&mut self, request: SearchRequest<String>, screen: Box<dyn SearchObserver>);

    /// Thinks on the calling thread, alone; returns when the screen has shown the decision.
    fn think_here(&mut self, request: SearchRequest<String>, screen: Box<dyn SearchObserver>);

    /// Ends the search that is going on.
    fn stop(&mut self);

    /// The opponent has played the move pondered on.
    fn ponder_hit(&mut self);

    /// Waits for the decision.
    fn wait(&mut self);
}
