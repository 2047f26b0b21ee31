//! Test data from outside the project. Tests that need it are ignored by default; `.ci/run` runs them,
//! and they fail if the data is missing.

use std::path::PathBuf;

/// A file or folder of `KEMPELEN_DATA`.
pub fn data(name: &str) -> PathBuf {
    folder("KEMPELEN_DATA").join(name)
}

/// The folder that a variable of the environment names.
pub fn folder(variable: &str) -> PathBuf {
    let folder = std::env::var_os(variable).map(PathBuf::from);
    folder.unwrap_or_else(|| panic!("{variable} is not set; see docs/architecture.md"))
}
