//! The style of the sources: small files, names that are used once, `if` for conditions.

use crate::prelude::*;

/// The greatest number of lines of a file.
const MAX_LINES: usize = 400;

/// The source files below a folder, with their text.
pub fn sources(folder: &Path) -> Vec<(PathBuf, String)> {
    let entries = fs::read_dir(folder).unwrap();
    let paths = entries.map(|entry| entry.unwrap().path());
    paths
        .flat_map(|path| {
            if path.is_dir() {
                sources(&path)
            } else if path.extension().is_some_and(|it| it == "rs") {
                let text = fs::read_to_string(&path).unwrap();
                vec![(path, text)]
            } else {
                Vec::new()
            }
        })
        .collect()
}

fn all_sources() -> Vec<(PathBuf, String)> {
    let folders = ["src", "tests", "benches", "fuzz/fuzz_targets", "fuzz/src"];
    folders.iter().flat_map(|it| sources(Path::new(it))).collect()
}

/// The name of the public type that a line declares, outside of any other item.
fn public_type(line: &str) -> Option<&str> {
    let mut words = line.strip_prefix("pub ")?.split([' ', '<', '(', ';', ':', '{']);
    let is_type = matches!(words.next()?, "struct" | "enum" | "trait" | "type");
    words.next().filter(|_| is_type)
}

/// Whether a line is an arm of a `match` on a condition.
fn matches_condition(line: &str) -> bool {
    let line = line.trim_start();
    ["true => ", "false => ", "() if "].iter().any(|arm| line.starts_with(arm))
}

#[test]
fn files_are_small() {
    let sources = all_sources();
    let long = sources.iter().filter(|(_, text)| text.lines().count() > MAX_LINES);
    let long: Vec<_> = long.map(|(path, _)| path).collect();
    assert!(long.is_empty(), "more than {MAX_LINES} lines: {long:?}");
}

#[test]
fn every_public_type_has_a_name_of_its_own() {
    let sources = sources(Path::new("src"));
    let mut places: BTreeMap<&str, Vec<&Path>> = BTreeMap::new();
    for (path, text) in &sources {
        for name in text.lines().filter_map(public_type) {
            places.entry(name).or_default().push(path);
        }
    }
    assert!(places.len() > 100, "found {} types", places.len());
    places.retain(|_, paths| paths.len() > 1);
    assert!(places.is_empty(), "{places:#?}");
}

/// The lines of which this is true, each with its place.
fn found(sources: &[(PathBuf, String)], is_wrong: fn(&str) -> bool) -> String {
    let wrong = sources.iter().flat_map(|(path, text)| {
        let lines = (1..).zip(text.lines()).filter(|(_, line)| is_wrong(line));
        lines.map(move |(number, line)| format!("{}:{number}: {line}\n", path.display()))
    });
    wrong.collect()
}

#[test]
fn conditions_are_written_with_if() {
    assert_eq!(found(&all_sources(), matches_condition), "");
}

/// Whether a line of a test waits for another program, which may never answer.
fn waits_for_ever(line: &str) -> bool {
    let waits = [".output()", ".status()", ".wait()", ".wait_with_output()", ".recv()"];
    waits.iter().any(|wait| line.contains(wait))
}

#[test]
fn every_wait_for_a_program_has_a_limit() {
    // The functions with limits, and this file.
    let excepted = ["tests/it/shell.rs", "tests/it/style.rs"].map(Path::new);
    let mut tests = sources(Path::new("tests"));
    tests.retain(|(path, _)| !excepted.contains(&&**path));
    assert_eq!(found(&tests, waits_for_ever), "", "use those of shell.rs");
}

#[test]
fn planted_lines_are_found() {
    assert_eq!(public_type("pub struct Search<K: Knowledge> {"), Some("Search"));
    assert_eq!(public_type("pub type Depth = i32;"), Some("Depth"));
    assert_eq!(public_type("    pub struct Inner;"), None);
    assert_eq!(public_type("pub fn search() {"), None);
    assert!(matches_condition("        true => 1,") && matches_condition("() if x => 2,"));
    assert!(!matches_condition("Some(true) => 1,"));
    assert!(waits_for_ever("let output = command.output().unwrap();"));
    assert!(!waits_for_ever("let output = output(&mut command);"));
}
