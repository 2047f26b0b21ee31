//! The file with the state of a run, from which it can be resumed.

use super::state::{SpsaSettings, SpsaState};
use crate::system::files;
use crate::system::run_plan::RunPlan;
use anyhow::{Context, bail, ensure};
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
    let named = || format!("'{name}'");
    let state = serde_json::from_slice::<SpsaState>(&files::read(path)?).with_context(named)?;
    let [found, wanted] = [&state.settings, &settings].map(plan);
    found?.check_same(&wanted?).with_context(named)?;
    let (found, expected) = (state.values.len(), settings.parameters.len());
    ensure!(found == expected, "'{name}': found {found} values, expected {expected}");
    Ok(state)
}

/// The settings by their names.
fn plan(settings: &SpsaSettings) -> anyhow::Result<RunPlan> {
    let game = settings.games.first().map_or("", String::as_str);
    let mut plan = RunPlan::by_program(game, &settings.program);
    for text in settings.games.iter().skip(1) {
        let (name, value) = text.split_once('=').unwrap_or((text, ""));
        plan = plan.with(name, value);
    }
    for parameter in &settings.parameters {
        let name = format!("option {}", parameter.name);
        plan = plan.with(&name, serde_json::to_string(parameter)?);
    }
    Ok(plan
        .with("pairs", settings.pairs)
        .with("rate", settings.rate)
        .with("seed", settings.seed)
        // The order of the arguments, and arguments that occur twice.
        .with("settings", serde_json::to_string(settings)?))
}

/// Replaces the file at `path`.
///
/// # Errors
/// The file cannot be written.
pub fn save(state: &SpsaState, path: &Path) -> anyhow::Result<()> {
    files::replace(path, &serde_json::to_vec_pretty(state)?)
}
