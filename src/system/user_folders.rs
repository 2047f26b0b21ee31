//! The folders of the user: for files that the program can make again, and for its state between runs.

#[cfg(feature = "cli")]
use etcetera::{BaseStrategy, choose_base_strategy};
use std::env;
use std::ffi::OsStr;
use std::path::PathBuf;

/// Names another folder; if it is empty, nothing is kept.
pub const CACHE_VARIABLE: &str = "KEMPELEN_CACHE";

/// The folder of the endgame tables that this version of the program has built. Another version may build others, so each has
/// its own. `None` if nothing is to be kept, or if the user has no folder.
pub fn table_cache() -> Option<PathBuf> {
    let folder = cache_folder(env::var_os(CACHE_VARIABLE).as_deref(), user_cache_folder)?;
    Some(folder.join(concat!("endgames-", env!("CARGO_PKG_VERSION"))))
}

/// The folder that the variable names, or else a part of the user's cache folder.
fn cache_folder(named: Option<&OsStr>, user_cache_folder: impl Fn() -> Option<PathBuf>) -> Option<PathBuf> {
    match named {
        Some(named) => (!named.is_empty()).then(|| PathBuf::from(named)),
        None => Some(user_cache_folder()?.join("kempelen")),
    }
}

/// On Windows the local data of the user; elsewhere the folder of the XDG specification.
#[cfg(feature = "cli")]
fn user_cache_folder() -> Option<PathBuf> {
    Some(choose_base_strategy().ok()?.cache_dir())
}

/// A library keeps nothing that it was not asked to keep.
#[cfg(not(feature = "cli"))]
fn user_cache_folder() -> Option<PathBuf> {
    None
}

/// The value of the variable `KEMPELEN_STATE`, else the folder `kempelen` in that of the system for state, such as
/// `~/.local/state`, or for data where it has none for state. `None` if no home is known.
#[cfg(feature = "cli")]
pub fn state_folder() -> Option<PathBuf> {
    let wanted = env::var_os("KEMPELEN_STATE").filter(|value| !value.is_empty());
    let system = || {
        let folders = choose_base_strategy().ok()?;
        Some(folders.state_dir().unwrap_or_else(|| folders.data_dir()).join("kempelen"))
    };
    wanted.map(PathBuf::from).or_else(system)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_variable_comes_before_the_folder_of_the_user() {
        let user = || Some(PathBuf::from("/user/cache"));
        let folder = |named: Option<&str>| cache_folder(named.map(OsStr::new), user);
        assert_eq!(folder(None), Some(PathBuf::from("/user/cache/kempelen")));
        assert_eq!(folder(Some("tables")), Some(PathBuf::from("tables")));
        assert_eq!(folder(Some("")), None);
        assert_eq!(cache_folder(None, || None), None);
    }
}
