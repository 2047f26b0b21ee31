//! The games, and the table of games. Games are independent of each other: each has its rules, notation, picture and
//! search knowledge.

pub mod breakthrough;
pub mod chess;
pub mod draughts;
pub mod entry;
pub mod heaps;
pub mod records;
pub mod table;
pub mod tictactoe;
pub mod tree;

use crate::any_position::AnyPosition;
use crate::notation::excerpt;
use draughts::rules_file;
pub use draughts::rules_file::{game_of_rules_text, is_rules_file, load_rules_text};
pub use entry::{GameEntry, GameInfo, GameVisitor, ToPolyglot};
use once_cell::sync::Lazy;
pub(crate) use table::entry_methods;
pub use table::{AnyEvaluation, AnySearch, GameKnowledge, GameSearch, TypedKnowledge};

macro_rules! games {
    ($($knowledge:ty),* $(,)?) => {
        /// The games of every line of the table.
        const ENTRIES: &[fn() -> &'static [&'static GameInfo]] = &[$(<$knowledge as GameEntry>::games),*];

        /// Runs `visitor` with a game that [`find_game`] has found.
        pub(crate) fn visit_game<V: GameVisitor>(game: &'static GameInfo, visitor: V) -> V::Output {
            $(if <$knowledge as GameEntry>::plays(game) {
                return visitor.visit::<$knowledge>(game);
            })*
            unreachable!("a game of no type")
        }

        /// Names and data of the game of a position; `None` if it is neither in the table nor described by a file that was read.
        pub fn game_of(position: &AnyPosition) -> Option<&'static GameInfo> {
            None$(.or_else(|| position.downcast_ref().and_then(<$knowledge as GameEntry>::game_of)))*
        }
    };
}

// The table of games: a line for each type of knowledge, the default game first.
games! {
    chess::Chess,
    draughts::Draughts<draughts::English>,
    draughts::Draughts<draughts::ShortKings8x8>,
    draughts::Draughts<draughts::FlyingKings8x8>,
    draughts::Draughts<draughts::FlyingKings10x10>,
    breakthrough::BreakthroughKnowledge,
    table::small_games::SmallGames,
    heaps::HeapKnowledge,
}

/// Runs `visitor` with the game called `name`.
///
/// # Errors
/// There is [no such game](find_game).
pub fn by_name<V: GameVisitor>(name: &str, visitor: V) -> Result<V::Output, GameNameError> {
    find_game(name).map(|game| visit_game(game, visitor))
}

/// Names and data of the game called `name`: a game of the table, or one whose rules the file with this name describes.
///
/// # Errors
/// There is no such game, and the message lists all games; or the file cannot be read, or its rules are wrong.
pub fn find_game(name: &str) -> Result<&'static GameInfo, GameNameError> {
    if let Some(game) = games().find(|game| game.name.eq_ignore_ascii_case(name)) {
        return Ok(game);
    }
    if is_rules_file(name) {
        return rules_file::load(name).map_err(GameNameError);
    }
    let (found, names) = (excerpt(name), games().map(|game| game.name).collect::<Vec<_>>().join(", "));
    let why = format!("no game is called '{found}'; there are {names}, and rules files, whose names end in .toml");
    Err(GameNameError(why))
}

/// As [`find_game`], without reading a file: a game of the table, or one whose rules were [loaded](load_rules_text).
///
/// # Errors
/// There is no such game.
pub fn find_known_game(name: &str) -> Result<&'static GameInfo, GameNameError> {
    if is_rules_file(name) && game_of_rules_text(name).is_none() {
        let found = excerpt(name);
        return Err(GameNameError(format!(
            "the rules of '{found}' are not here; choose this rules file, then try again"
        )));
    }
    find_game(name)
}

/// Why a name does not stand for a game, in one line.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("{0}")]
pub struct GameNameError(String);

impl From<GameNameError> for String {
    fn from(error: GameNameError) -> String {
        error.0
    }
}

/// The name of a game for a run that finds it again and again, or writes it down: that of a rules file gets its checksum, so
/// that the run ends in an error if the file changes.
///
/// # Errors
/// The file cannot be read, or its rules are wrong.
pub fn name_for_long_run(name: &str) -> Result<String, GameNameError> {
    if is_rules_file(name) { find_game(name).map(|game| game.name.to_owned()) } else { Ok(name.to_owned()) }
}

/// All games. The first is the default.
///
/// ```
/// let first = kempelen::games().next().expect("there are games");
/// assert_eq!((first.name, first.uci_variant), ("chess", Some("chess")));
/// assert!(kempelen::games().any(|game| game.hub_variant == Some("frisian")));
/// ```
pub fn games() -> impl Iterator<Item = &'static GameInfo> + Clone {
    static GAMES: Lazy<Vec<&GameInfo>> = Lazy::new(|| ENTRIES.iter().flat_map(|games| games()).copied().collect());
    GAMES.iter().copied()
}

/// The default of the option `--game`.
pub const DEFAULT_GAME: &str = "chess";

/// Names and data of the game called `name`; `None` if there is [no such game](find_game).
pub fn game_info(name: &str) -> Option<&'static GameInfo> {
    find_game(name).ok()
}

/// What a game is about, how it is played, and its rules by number: lines of text.
pub fn rules_text(game: &'static GameInfo) -> String {
    let mut paragraphs = vec![format!("{}: {}", game.name, game.about), game.how_to_play()];
    paragraphs.extend(game.rules());
    paragraphs.retain(|text| !text.is_empty());
    paragraphs.join("\n") + "\n"
}
