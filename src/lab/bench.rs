//! The bench: the number of nodes of a fixed search identifies the play of a version. It changes exactly
//! when the play changes.

use crate::games::{GameEntry, GameInfo, GameVisitor, by_name};
use crate::lab::model_file;
use crate::notation::Notation;
use crate::search::clock::SearchLimits;
use crate::search::listener::Silent;
use crate::search::task::SearchTask;
use crate::search::{Search, TranspositionTable};
use anyhow::{Context, anyhow};
use std::path::Path;
use std::sync::Arc;

/// The number of nodes of the searches of all bench positions of a game, from an empty table, to `depth` or
/// to the depth of the game.
///
/// # Errors
/// There is no such game, or the evaluation cannot be read.
pub fn signature(game: &str, depth: Option<i32>, eval: Option<&Path>) -> anyhow::Result<u64> {
    by_name(game, Signature { depth, eval }).map_err(|error| anyhow!(error))?
}

struct Signature<'a> {
    depth: Option<i32>,
    eval: Option<&'a Path>,
}

impl GameVisitor for Signature<'_> {
    type Output = anyhow::Result<u64>;

    fn visit<K: GameEntry>(self, game: &'static GameInfo) -> Self::Output {
        let model = model_file::read_model::<K>(&K::start(game), self.eval)?;
        let table = Arc::new(TranspositionTable::new(16)?);
        let mut search = Search::<K>::new(Arc::clone(&table), &model);
        let mut nodes = 0;
        let start = K::start(game);
        for text in game.bench {
            let position = start.parse_position(text).with_context(|| text.to_owned())?;
            let limits =
                SearchLimits { depth: Some(self.depth.unwrap_or(game.bench_depth)), ..SearchLimits::default() };
            let task = SearchTask::new(&position, limits);
            table.new_search();
            nodes += search.think(task, &mut Silent).nodes;
        }
        Ok(nodes)
    }
}
