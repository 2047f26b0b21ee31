//! The bench: the number of nodes of a fixed search identifies the play of a version. It changes exactly
//! when the play changes.

use crate::game::GameLine;
use crate::games::find_game;
use crate::notation::Notation;
use crate::search::SearchLimits;
use anyhow::Context;
use std::path::Path;

/// The number of nodes of the searches of all bench positions of a game, from an empty table, to `depth` or
/// to the depth of the game.
///
/// # Errors
/// There is no such game, or the evaluation cannot be read.
pub fn signature(game: &str, depth: Option<i32>, eval: Option<&Path>) -> anyhow::Result<u64> {
    let game = find_game(game)?;
    let start = game.start();
    let mut search = game.search(&start, eval, 16)?;
    let limits = SearchLimits { depth: depth.or(Some(game.bench_depth)), ..SearchLimits::default() };
    let mut nodes = 0;
    for text in game.bench {
        let position = start.parse_position(text).with_context(|| text.to_string())?;
        nodes += search.search(&GameLine::new(position), limits.clone()).nodes;
    }
    Ok(nodes)
}
