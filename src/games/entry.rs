//! The entry of a game in the table of games: its capabilities and its data.

use crate::any_position::Erasable;
use crate::eval::nnue::Features;
use crate::game::Side;
use crate::notation::record::GameResult;
use crate::opening::set_up::{RandomSetUp, SecretPlacement};
use crate::opening::{BookLookup, OpeningNames, PolyglotBook};
use crate::random::Random;
use crate::search::parameters::SearchParameter;
use crate::search::{Depth, Knowledge};
use crate::system::data_file::DataFile;
use crate::textbook::PublishedCount;

/// Names and data of a game. For what a game does not have, it keeps the values of [`GameInfo::NEW`].
#[derive(Clone, Copy, Debug)]
pub struct GameInfo {
    /// The name for `--game`.
    pub name: &'static str,
    /// Whether the game is not in the table, but described by a file, whose name and checksum are its name.
    pub described_by_file: bool,
    /// A description of one line.
    pub about: &'static str,
    /// How the pieces move and how the game ends, for people who do not know it: a paragraph a line.
    pub how_to_play: &'static str,
    /// The value of the UCI option `UCI_Variant` for this game; `None` if UCI does not support it.
    pub uci_variant: Option<&'static str>,
    /// The value of the Hub parameter `variant` for this game; `None` if Hub does not support it.
    pub hub_variant: Option<&'static str>,
    /// The names of engine options that this game has and other games may lack.
    pub options: &'static [&'static str],
    /// The side that game records call White.
    pub white: Side,
    /// Tags of every game record.
    pub tags: &'static [(&'static str, &'static str)],
    /// The numbers of the tag `GameType` that records of this game may have besides that of its tags.
    pub game_types: &'static [u16],
    /// Other values than the name that the tag `Variant` has in records of this game.
    pub variants: &'static [&'static str],
    /// Whether records count two points for a win: `2-0`, `1-1`.
    pub two_points: bool,
    /// The parts of the embedded opening book; none if there is no book.
    pub book_files: &'static [DataFile],
    /// The names of openings.
    pub opening_names: Option<&'static OpeningNames>,
    /// Converts a book to the binary format of Polyglot, in which books of the game are read, too; `None` if it has no such
    /// books.
    pub polyglot: Option<ToPolyglot>,
    /// The embedded endgame tables, in the order of the number of pieces: values and distances.
    pub tables: &'static [[DataFile; 2]],
    /// Openings for matches that are drawn by lot (ballots), in the text format of books.
    pub ballots: Option<&'static str>,
    /// Positions for the benchmark and for the tests of all games.
    pub bench: &'static [&'static str],
    /// The search depth of the benchmark.
    pub bench_depth: Depth,
    /// The default depths of `kempelen compare`. Minimax must reach them within seconds.
    pub compare_depths: &'static [u32],
    /// Node counts of textbook algorithms from the literature, which `kempelen compare` shows beside its own.
    pub published_counts: &'static [PublishedCount],
    /// The parameters of its search.
    pub parameters: &'static [&'static SearchParameter],
}

impl GameInfo {
    /// The default values. An entry must set at least the name, the description and the benchmark positions.
    pub const NEW: GameInfo = GameInfo {
        name: "",
        described_by_file: false,
        about: "",
        how_to_play: "",
        uci_variant: None,
        hub_variant: None,
        options: &[],
        white: Side::First,
        tags: &[],
        game_types: &[],
        variants: &[],
        two_points: false,
        book_files: &[],
        opening_names: None,
        polyglot: None,
        tables: &[],
        ballots: None,
        bench: &[],
        bench_depth: 8,
        compare_depths: &[1, 2, 3, 4],
        published_counts: &[],
        parameters: &[],
    };

    /// The text of the embedded opening book; `None` if there is no book, or if the page could not load it.
    pub fn book(&self) -> Option<String> {
        let parts: Result<Vec<&[u8]>, String> = self.book_files.iter().map(|file| file.read()).collect();
        let parts = parts.ok().filter(|parts| !parts.is_empty())?;
        Some(String::from_utf8_lossy(&parts.concat()).into_owned())
    }

    /// The result of a game that has ended, as records write it; `None` is a draw.
    pub fn result(&self, winner: Option<Side>) -> GameResult {
        match winner {
            None => GameResult::Draw,
            Some(side) if side == self.white => GameResult::White,
            Some(_) => GameResult::Black,
        }
    }

    /// The winner by the result of a game record; `None` if the game was drawn or the result is unknown.
    pub fn winner(&self, result: GameResult) -> Option<Side> {
        match result {
            GameResult::White => Some(self.white),
            GameResult::Black => Some(!self.white),
            GameResult::Draw | GameResult::Unknown => None,
        }
    }
}

/// An entry of the table of games: search knowledge, for games with notation and picture. A game without knowledge
/// of its own uses [`Neutral`](crate::search::Neutral).
pub trait GameEntry: Knowledge<Game: Erasable> {
    /// The input features of its networks; `()` if it has none.
    type NetworkFeatures: Features<Self::Game>;

    /// Names and data of the games: one game, or several whose rules are values of one type.
    fn games() -> &'static [&'static GameInfo];

    /// Whether the positions of a game have this type: one of [these](GameEntry::games), or a game that a file describes.
    fn plays(game: &GameInfo) -> bool {
        Self::games().iter().any(|it| it.name == game.name)
    }

    /// The position that a new game starts from, for a game of this [type](GameEntry::plays).
    fn start(game: &'static GameInfo) -> Self::Game;

    /// The game of a position; `None` if it is none of these games.
    fn game_of(_position: &Self::Game) -> Option<&'static GameInfo> {
        Self::games().first().copied()
    }

    /// As [`GameInfo::how_to_play`], for games whose text depends on their rules.
    fn how_to_play(game: &'static GameInfo) -> String {
        game.how_to_play.to_owned()
    }

    /// The rules that a move can break, each with its number, and the draw rules; none if no list of them exists.
    fn rules(_game: &'static GameInfo) -> Vec<String> {
        Vec::new()
    }

    /// A random start position within the given bounds. Parameters of the game that they do not give are those of `like`.
    ///
    /// # Errors
    /// The game has no random positions, or the bounds are wrong.
    fn random_position(
        game: &'static GameInfo,
        _like: &Self::Game,
        _set_up: &RandomSetUp,
        _random: &mut Random,
    ) -> Result<Self::Game, String> {
        Err(format!("there are no random positions of {}", game.name))
    }

    /// How each player places its men unseen by the other, if the game of a position can start that way.
    fn secret_placement(_like: &Self::Game) -> Option<SecretPlacement> {
        None
    }
}

/// What a small game brings to the table of games, as in [`GameEntry`]. It needs no search of its own type: its positions are
/// searched as [`AnyPosition`](crate::any_position::AnyPosition).
pub trait SmallGame: Erasable {
    /// Names and data of the games.
    fn games() -> &'static [&'static GameInfo];

    /// The position that a new game starts from.
    fn start(game: &'static GameInfo) -> Self;

    /// A coarse evaluation for the side to move.
    fn static_evaluation(&self) -> i32 {
        0
    }
}

/// Converts a book to the format of Polyglot.
pub type ToPolyglot = fn(&dyn BookLookup) -> PolyglotBook;

/// An operation that is generic over the game.
pub trait GameVisitor {
    /// The result of the operation.
    type Output;

    /// Performs the operation for one of the games of `K`.
    fn visit<K: GameEntry>(self, game: &'static GameInfo) -> Self::Output;
}
