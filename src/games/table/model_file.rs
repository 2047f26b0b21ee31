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
    let Some(path) = path else {
        return Ok(K::Model::embedded_for(start)?);
    };
    let model = K::Model::read(&read_model_bytes::<K>(start, Some(path))?);
    Ok(Arc::new(model.with_context(|| format!("'{}'", path.display()))?))
}

/// The bytes that [`read_model`] parses.
///
/// # Errors
/// The file cannot be read.
pub fn read_model_bytes<K: Knowledge>(start: &K::Game, path: Option<&Path>) -> anyhow::Result<Vec<u8>> {
    match path {
        None => Ok(K::Model::embedded_file(start).to_vec()),
        Some(path) if path.as_os_str() == WEIGHTS => Ok(K::Model::weights_file(start).to_vec()),
        Some(path) => read(path),
    }
}
