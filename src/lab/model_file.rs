//! The evaluation that a command is told to use: a file of weights, a network, or what is embedded.

use crate::eval::{Model, WEIGHTS};
use crate::system::files::read;
use anyhow::Context;
use std::path::Path;
use std::sync::Arc;

/// The weights or the network in a file; if none is named, what the program values positions by.
pub fn read_model<M: Model>(path: Option<&Path>) -> anyhow::Result<Arc<M>> {
    let Some(path) = path else {
        return Ok(M::embedded()?);
    };
    let model = M::read(&read_model_bytes::<M>(Some(path))?);
    Ok(Arc::new(
        model.with_context(|| format!("'{}'", path.display()))?,
    ))
}

/// What [`model`] reads.
pub fn read_model_bytes<M: Model>(path: Option<&Path>) -> anyhow::Result<Vec<u8>> {
    match path {
        None => Ok(M::EMBEDDED.to_vec()),
        Some(path) if path.as_os_str() == WEIGHTS => Ok(M::WEIGHTS.to_vec()),
        Some(path) => read(path),
    }
}
