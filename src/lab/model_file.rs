//! The evaluation for `--eval`: weights or a network from a file, or the embedded one.

use crate::eval::{Model, WEIGHTS};
use crate::system::files::read;
use anyhow::Context;
use std::path::Path;
use std::sync::Arc;

/// The weights or the network in a file; without a path, the embedded evaluation.
///
/// # Errors
/// The file cannot be read or is no evaluation of the game.
pub fn read_model<M: Model>(path: Option<&Path>) -> anyhow::Result<Arc<M>> {
    let Some(path) = path else {
        return Ok(M::embedded()?);
    };
    let model = M::read(&read_model_bytes::<M>(Some(path))?);
    Ok(Arc::new(
        model.with_context(|| format!("'{}'", path.display()))?,
    ))
}

/// The bytes that [`read_model`] parses.
///
/// # Errors
/// The file cannot be read.
pub fn read_model_bytes<M: Model>(path: Option<&Path>) -> anyhow::Result<Vec<u8>> {
    match path {
        None => Ok(M::EMBEDDED.to_vec()),
        Some(path) if path.as_os_str() == WEIGHTS => Ok(M::WEIGHTS.to_vec()),
        Some(path) => read(path),
    }
}
