//! The folder in which the program keeps its state between runs.

use etcetera::{BaseStrategy, choose_base_strategy};
use std::env;
use std::path::PathBuf;

/// The value of the variable `KEMPELEN_STATE`, else the folder `kempelen` in that of the system for state, such as
/// `~/.local/state`, or for data where it has none for state. `None` if no home is known.
pub fn state_folder() -> Option<PathBuf> {
    let wanted = env::var_os("KEMPELEN_STATE").filter(|value| !value.is_empty());
    let system = || {
        let folders = choose_base_strategy().ok()?;
        Some(folders.state_dir().unwrap_or_else(|| folders.data_dir()).join("kempelen"))
    };
    wanted.map(PathBuf::from).or_else(system)
}
