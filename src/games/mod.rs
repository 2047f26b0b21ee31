//! The games, and the table of games. Games are independent of each other: each has its rules, notation, picture and
//! search knowledge.

pub mod breakthrough;
pub mod chess;
pub mod draughts;
pub mod entry;
pub mod heaps;
pub mod tictactoe;
pub mod tree;

use crate::notation::excerpt;
pub use entry::{GameEntry, GameInfo, GameTheory, GameVisitor, ToBinary};

macro_rules! games {
    ($($knowledge:ty),* $(,)?) => {
        /// The games of every line of the table.
        const ENTRIES: &[&[&GameInfo]] = &[$(<$knowledge as GameEntry>::GAMES),*];

        /// Runs `visitor` with the game called `name`; `None` if there is no such game.
        pub fn with_game<V: GameVisitor>(name: &str, visitor: V) -> Option<V::Output> {
            $(if let Some(game) = named(<$knowledge as GameEntry>::GAMES, name) {
                return Some(visitor.visit::<$knowledge>(game));
            })*
            None
        }

        /// Runs `visitor` with every game.
        pub fn for_each_game(visitor: impl GameVisitor<Output = ()> + Copy) {
            $(for game in <$knowledge as GameEntry>::GAMES {
                visitor.visit::<$knowledge>(game);
            })*
        }
    };
}

// The table of games: a line for each type of knowledge, the default game first.
games! {
    chess::Chess,
    draughts::Draughts<draughts::English>,
    draughts::Draughts<draughts::Pongor>,
    draughts::Draughts<draughts::ShortKings8x8>,
    draughts::Draughts<draughts::FlyingKings8x8>,
    draughts::Draughts<draughts::FlyingKings10x10>,
    breakthrough::BreakthroughKnowledge,
    tictactoe::TicTacToeKnowledge,
    tree::TreeKnowledge,
    heaps::HeapKnowledge,
}

/// Runs `visitor` with the game called `name`.
///
/// # Errors
/// There is no such game; the message lists all games.
pub fn by_name<V: GameVisitor>(name: &str, visitor: V) -> Result<V::Output, String> {
    with_game(name, visitor).ok_or_else(|| {
        let found = excerpt(name);
        format!("no game is called '{found}'; there are {}", game_names())
    })
}

/// All games. The first is the default.
pub fn games() -> impl Iterator<Item = &'static GameInfo> + Clone {
    ENTRIES.iter().copied().flatten().copied()
}

/// The default of the option `--game`.
pub const DEFAULT_GAME: &str = ENTRIES[0][0].name;

/// Names and data of the game called `name`; `None` if there is no such game.
pub fn game_info(name: &str) -> Option<&'static GameInfo> {
    ENTRIES.iter().find_map(|games| named(games, name))
}

fn named(games: &[&'static GameInfo], name: &str) -> Option<&'static GameInfo> {
    let mut games = games.iter().copied();
    games.find(|game| game.name.eq_ignore_ascii_case(name))
}

/// The names of all games, for messages.
pub fn game_names() -> String {
    let names: Vec<_> = games().map(|game| game.name).collect();
    names.join(", ")
}

/// The help text of the option `--game`.
pub fn game_help() -> String {
    format!("The game: {}", game_names())
}
