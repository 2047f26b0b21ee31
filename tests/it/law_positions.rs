//! Positions for the tests of all games, in which rules apply that random games seldom meet, and the game of a thesis.

use crate::prelude::*;
use kempelen::games::draughts::family::built_in_game;
use std::sync::LazyLock;

static POSITIONS: LazyLock<HashMap<String, Vec<String>>> =
    LazyLock::new(|| toml::from_str(include_str!("../data/law_positions.toml")).unwrap());

/// The positions of the benchmark of a game, and those of the file `law_positions.toml`.
pub fn law_positions(game: &GameInfo) -> Vec<&'static str> {
    let more = POSITIONS.get(game.name).into_iter().flatten().map(String::as_str);
    game.bench.iter().copied().chain(more).collect()
}

/// The game of Pongor's thesis.
pub fn pongor() -> ShortKings8x8 {
    ShortKings8x8::of(built_in_game("pongor").unwrap().rules)
}
