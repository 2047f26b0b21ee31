//! Kempelen as a library: the functions with which another program begins.

use crate::any_position::{AnyMove, AnyPosition, Erasable};
use crate::game::GameLine;
use crate::games::{GameNameError, find_game, game_of};
use crate::notation::{Notation, PositionError};
use crate::player::{Player, player_for_game};
use crate::search::{
    Score, SearchInfo, SearchLimits, SearchLine, SearchListener, SearchRequest, ShownScore, TimeLimit,
};
use parking_lot::Mutex;
use std::sync::Arc;
use thiserror::Error;

/// Why a function of the library has no result, in one line.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum LibraryError {
    /// There is no game of this name.
    #[error(transparent)]
    Game(#[from] GameNameError),
    /// The text is not a legal position.
    #[error(transparent)]
    Position(#[from] PositionError),
    /// The rules of the position are neither in the table of games nor those of a file that was read.
    #[error("found a position whose game is not known, expected one of a game that `start_position` knows")]
    UnknownRules,
    /// The player has no position, for this reason.
    #[error("{0}")]
    NoPosition(String),
    /// The search would not end.
    #[error("found no limit, expected a depth, a number of nodes or a time")]
    NoLimit,
    /// The system has too little memory for the transposition table, or refuses a thread.
    #[error("{0}")]
    Resources(String),
}

/// What a search has found.
#[derive(Clone, Debug, Default)]
pub struct SearchAnswer {
    /// The move to play; `None` if the game is over.
    pub best_move: Option<AnyMove>,
    /// The best lines, best first: as many as were asked for and as the position has moves. A move of a theory or a textbook algorithm
    /// has one line with its value. A move of the opening book or of chance has none, since nothing is known about its score.
    pub lines: Vec<SearchLine<AnyMove>>,
}

impl SearchAnswer {
    /// The score of the best line for the side to move.
    pub fn score(&self) -> Option<ShownScore> {
        self.lines.first().map(|line| line.info.shown_score)
    }
}

/// The position that a new game starts from. The names of the games are those of [`games`](crate::games()); the name of a file with
/// rules of draughts, which ends in `.toml`, is read.
///
/// ```
/// use kempelen::{Game, start_position};
///
/// assert_eq!(start_position("chess")?.moves().len(), 20);
/// assert_eq!(start_position("russian")?.moves().len(), 7);
/// assert!(start_position("go").is_err());
/// # Ok::<(), kempelen::LibraryError>(())
/// ```
///
/// # Errors
/// There is no such game, or the file cannot be read or its rules are wrong.
pub fn start_position(game: &str) -> Result<AnyPosition, LibraryError> {
    Ok(find_game(game)?.start())
}

/// Reads a position of a game in the notation of the game: a FEN for chess and draughts.
///
/// ```
/// use kempelen::{Notation, read_position};
///
/// let position = read_position("english", "B:W18:B11,14")?;
/// assert_eq!(position.show(), "B:W18:B11,14");
/// let error = read_position("chess", "8/8/8/8/8/8/8/8 w - - 0 1").unwrap_err();
/// assert_eq!(error.to_string(), "white has 0 kings; expected 1");
/// # Ok::<(), kempelen::LibraryError>(())
/// ```
///
/// # Errors
/// There is no such game, or the text is not a legal position of it.
pub fn read_position(game: &str, text: &str) -> Result<AnyPosition, LibraryError> {
    Ok(start_position(game)?.parse_position(text)?)
}

/// Searches a position, and returns when the limits are met. It makes a [`Player`] for this one search, with a transposition
/// table of 16 MiB; whoever searches several positions of a game keeps a player.
///
/// ```
/// use kempelen::{MoveStyle, Notation, SearchLimits, read_position, search};
///
/// let position = read_position("chess", "6k1/5ppp/8/8/8/8/5PPP/3R2K1 w - - 0 1")?;
/// let found = search(&position, SearchLimits { nodes: Some(2_000), ..SearchLimits::default() })?;
/// assert_eq!(found.best_move.map(|mv| position.show_move(mv, MoveStyle::Short)).as_deref(), Some("Rd8#"));
/// assert_eq!(found.score().map(|score| score.to_string()).as_deref(), Some("#1"));
/// # Ok::<(), kempelen::LibraryError>(())
/// ```
///
/// # Errors
/// No limit is set, the game of the position is not known, or there is too little memory.
pub fn search<P: Erasable>(position: &P, limits: SearchLimits) -> Result<SearchAnswer, LibraryError> {
    let position = AnyPosition::new(position.clone());
    let game = game_of(&position).ok_or(LibraryError::UnknownRules)?;
    let mut player = player_for_game(game, 16).map_err(LibraryError::Resources)?;
    player.set_line(GameLine::new(position));
    let request = SearchRequest { limits, ..player.settings().request() };
    player.search(request)
}

/// The static evaluation of a position for the side to move, without a search.
///
/// ```
/// use kempelen::{evaluate, read_position};
///
/// let queen_up = read_position("chess", "4k3/8/8/8/8/8/8/3QK3 w - - 0 1")?;
/// assert!(evaluate(&queen_up)?.hundredths() > 300);
/// # Ok::<(), kempelen::LibraryError>(())
/// ```
///
/// # Errors
/// The game of the position is not known, or there is too little memory.
pub fn evaluate<P: Erasable>(position: &P) -> Result<ShownScore, LibraryError> {
    let position = AnyPosition::new(position.clone());
    let game = game_of(&position).ok_or(LibraryError::UnknownRules)?;
    let evaluation = game.evaluation(&position, None).map_err(|error| LibraryError::Resources(error.to_string()))?;
    let value = Score::estimate(evaluation.evaluate(&position));
    Ok(ShownScore::of(&position, value, evaluation.pawn_value))
}

impl Player {
    /// Searches the position of the player, and returns when the limits of the request are met. Lines, strength and book are those
    /// of the request; [`PlayerSettings::request`](crate::PlayerSettings::request) makes one by the settings. Threads are those of the last
    /// [`prepare`](Player::prepare).
    ///
    /// ```
    /// use kempelen::{SearchLimits, SearchRequest, player};
    ///
    /// let mut player = player("chess", 16)?;
    /// player.set_position(None, &["e4".to_owned(), "e5".to_owned()])?;
    /// let limits = SearchLimits { depth: Some(4), ..SearchLimits::default() };
    /// let found = player.search(SearchRequest { limits, multi_pv: 3, ..SearchRequest::default() })?;
    /// assert_eq!(found.lines.len(), 3);
    /// assert!(found.lines[0].info.score >= found.lines[1].info.score);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// No limit is set, or the player has no position.
    pub fn search(&mut self, request: SearchRequest<AnyMove>) -> Result<SearchAnswer, LibraryError> {
        let limits = &request.limits;
        if limits.depth.is_none() && limits.nodes.is_none() && limits.time == TimeLimit::Infinite {
            return Err(LibraryError::NoLimit);
        }
        self.check_position().map_err(LibraryError::NoPosition)?;
        let found = Arc::new(Mutex::new(SearchAnswer::default()));
        let request = SearchRequest { infinite: false, ponder: false, ..request };
        self.think(request, Box::new(AnswerListener(Arc::clone(&found))));
        self.wait();
        Ok(std::mem::take(&mut *found.lock()))
    }
}

/// Keeps the last report on each line.
struct AnswerListener(Arc<Mutex<SearchAnswer>>);

impl SearchListener<AnyMove> for AnswerListener {
    fn info(&mut self, info: &SearchInfo, pv: &[AnyMove]) {
        if let Some(line) = SearchLine::exact(info, pv) {
            info.keep_newest(&mut self.0.lock().lines, line);
        }
    }

    fn best_move(&mut self, best: Option<AnyMove>, _ponder: Option<AnyMove>) {
        self.0.lock().best_move = best;
    }
}
