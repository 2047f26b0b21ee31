//! Passes the target, its instruction sets and the enabled features to the program as environment variables, and writes a list
//! of the files that a page in a browser loads.

use std::fs;
use std::path::Path;

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
    ] {
        println!("cargo:rustc-env=KEMPELEN_{name}={value}");
    }
    let list = Path::new(&variable("OUT_DIR")).join("data_files.rs");
    fs::write(list, data_files()).expect("OUT_DIR can be written");
}

/// The path, length and checksum of every network, endgame table and book, as an array in Rust.
fn data_files() -> String {
    let mut lines = Vec::new();
    for folder in ["book", "endgames", "eval"] {
        println!("cargo:rerun-if-changed={folder}");
        for entry in fs::read_dir(folder).expect("the folder is there") {
            let path = entry.expect("the folder can be read").path();
            let extension = path.extension().unwrap_or_default().to_string_lossy();
            if ["txt", "wdl", "dtc", "nnue"].contains(&&*extension) {
                let bytes = fs::read(&path).expect("the file can be read");
                let name = path.file_name().unwrap_or_default().to_string_lossy();
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
