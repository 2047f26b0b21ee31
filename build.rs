//! Passes the target, its instruction sets and the enabled features to the program as environment variables, and writes a list
//! of the files that a page in a browser loads.

use std::fs;
use std::path::Path;
use std::process::Command;

fn main() {
    println!("cargo:rerun-if-changed=build.rs");
    let variable = |name| std::env::var(name).unwrap_or_default();
    let instructions = variable("CARGO_CFG_TARGET_FEATURE");
    if variable("CARGO_CFG_TARGET_ARCH") == "x86_64" && !instructions.split(',').any(|name| name == "popcnt") {
        println!("cargo:warning=built without POPCNT, so slower; see \"Install\" in README.md");
    }
    const FEATURE: &str = "CARGO_FEATURE_";
    let names = std::env::vars().filter_map(|(name, _)| name.strip_prefix(FEATURE).map(str::to_lowercase));
    let features: Vec<String> = names.filter(|name| name != "default").collect();
    for (name, value) in [
        ("TARGET", variable("TARGET")),
        ("INSTRUCTIONS", instructions.replace(',', ", ")),
        ("FEATURES", features.join(", ")),
        ("COMMIT", commit().unwrap_or_default()),
    ] {
        println!("cargo:rustc-env=KEMPELEN_{name}={value}");
    }
    let list = Path::new(&variable("OUT_DIR")).join("data_files.rs");
    fs::write(list, data_files()).expect("OUT_DIR can be written");
}

/// The commit that is built: that of the package, or in a release that of the repository of this folder.
fn commit() -> Option<String> {
    const PACKAGE: &str = ".cargo_vcs_info.json";
    if let Ok(info) = fs::read_to_string(PACKAGE) {
        println!("cargo:rerun-if-changed={PACKAGE}");
        let (_, hash) = info.split_once("\"sha1\": \"")?;
        return Some(hash.split_once('"')?.0.chars().take(12).collect());
    }
    // Other builds would compile again after every commit.
    if std::env::var("PROFILE").ok()? != "release" {
        return None;
    }
    let git = |arguments: &[&str]| {
        let output = Command::new("git").args(arguments).output().ok().filter(|output| output.status.success())?;
        Some(String::from_utf8(output.stdout).ok()?.trim().to_owned())
    };
    let folder = fs::canonicalize(".").ok()?;
    let root = fs::canonicalize(git(&["rev-parse", "--show-toplevel"])?).ok()?;
    let log = git(&["rev-parse", "--git-path", "logs/HEAD"]).filter(|log| Path::new(log).exists())?;
    println!("cargo:rerun-if-changed={log}");
    git(&["rev-parse", "--short=12", "HEAD"]).filter(|_| root == folder)
}

/// The path, length and checksum of every network, endgame table and book, as an array in Rust. The page does not load the names of
/// openings.
fn data_files() -> String {
    let mut lines = Vec::new();
    for folder in ["book", "endgames", "eval"] {
        println!("cargo:rerun-if-changed={folder}");
        for entry in fs::read_dir(folder).expect("the folder is there") {
            let path = entry.expect("the folder can be read").path();
            let extension = path.extension().unwrap_or_default().to_string_lossy();
            let name = path.file_name().unwrap_or_default().to_string_lossy();
            if ["txt", "wdl", "dtc", "nnue"].contains(&&*extension) && !name.ends_with("-names.txt") {
                let bytes = fs::read(&path).expect("the file can be read");
                lines.push(format!(
                    "({:?}, {}, {}),\n",
                    format!("{folder}/{name}"),
                    bytes.len(),
                    crc32fast::hash(&bytes)
                ));
            }
        }
    }
    lines.sort();
    format!("[{}]", lines.concat())
}
