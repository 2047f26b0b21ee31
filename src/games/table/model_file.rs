//! The evaluation for `--eval`: weights or a network from a file, or the embedded one.

use crate::eval::{Model, ModelOf, WEIGHTS};
use crate::search::Knowledge;
use crate::system::files::read;
use anyhow::Context;
use std::path::Path;
use std::sync::Arc;

/// The weights or the network in a file; without a path, the embedded evaluation. `start` is any position of the game.
///
/// # Errors
/// The file cannot be read or is no evaluation of the game.
pub fn read_model<K: Knowledge>(start: &K::Game, path: Option<&Path>) -> anyhow::Result<Arc<K::Model>> {
    let Some(path) = path else { return Ok(K::Model::embedded_for(start)?) };
    let model = if path.as_os_str() == WEIGHTS {
        K::Model::read_file(K::Model::weights_file(start))
    } else {
        K::Model::read(&read(path)?).map(Arc::new)
    };
    model.with_context(|| format!("'{}'", path.display()))
}
