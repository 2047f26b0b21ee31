//! The file with the state of a run, from which it can be resumed.

use super::state::{SpsaSettings, SpsaState};
use crate::system::files;
use anyhow::{Context, bail};
use std::path::Path;

/// The state in the file at `path`, if `resume` is set; a new one if there is no file.
///
/// # Errors
/// There is a file, and `resume` is not set, or the file is damaged or of a run with other settings.
pub fn load_or_new(path: &Path, settings: SpsaSettings, resume: bool) -> anyhow::Result<SpsaState> {
    let name = path.display();
    if !path.exists() {
        return Ok(SpsaState::new(settings));
    }
    if !resume {
        bail!("'{name}' exists already; --resume continues it");
    }
    let state = serde_json::from_slice::<SpsaState>(&files::read(path)?);
    let state = state.with_context(|| format!("'{name}'"))?;
    if state.settings != settings || state.values.len() != settings.parameters.len() {
        let [found, expected] = [&state.settings, &settings].map(serde_json::to_string);
        bail!("'{name}': found {}, expected {}", found?, expected?);
    }
    Ok(state)
}

/// Replaces the file at `path`.
///
/// # Errors
/// The file cannot be written.
pub fn save(state: &SpsaState, path: &Path) -> anyhow::Result<()> {
    files::replace(path, &serde_json::to_vec_pretty(state)?)
}
