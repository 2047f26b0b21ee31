//! Tables of cases in files of `tests/data`, a row each: what is given, and what is expected.

use crate::prelude::*;
use serde::de::DeserializeOwned;
use std::env::var_os;

/// The value `name` of the file `tests/data/FILE.toml`.
pub fn from_data<T: DeserializeOwned>(file: &str, name: &str) -> T {
    let text = fs::read_to_string(format!("tests/data/{file}.toml")).unwrap();
    let mut values: toml::Table = text.parse().unwrap_or_else(|error| panic!("{file}: {error}"));
    let value = values.remove(name).unwrap_or_else(|| panic!("no {name} in {file}"));
    value.try_into().unwrap_or_else(|error| panic!("{file}: {name}: {error}"))
}

/// The rows of a table of texts. The texts are never freed, so that tests can pass them on as literals.
pub fn cases<const N: usize>(file: &str, name: &str) -> Vec<[&'static str; N]> {
    let rows: Vec<Vec<String>> = from_data(file, name);
    assert!(!rows.is_empty(), "{file}: {name} is empty");
    let texts = |row: Vec<String>| row.into_iter().map(|text| &*text.leak()).collect::<Vec<_>>();
    let fields = |row: Vec<_>| row.try_into().unwrap_or_else(|row| panic!("{file}: {name}: {row:?} has not {N} texts"));
    rows.into_iter().map(texts).map(fields).collect()
}

/// Compares a file with what should be in it, or writes it if `KEMPELEN_WRITE` is set.
#[track_caller]
pub fn golden(file: &str, found: &str) {
    if var_os("KEMPELEN_WRITE").is_some() {
        fs::write(file, found).unwrap();
    }
    let expected = fs::read_to_string(file).unwrap();
    let differs = (1..).zip(expected.lines().zip(found.lines())).find(|(_, (expected, found))| expected != found);
    assert!(expected == found, "{file}: line, expected and found {differs:?}");
}

/// A line of a million characters: `start`, and as much of `part`.
pub fn long_line(start: &str, part: &str) -> String {
    start.to_owned() + &part.repeat(1_000_000 / part.len())
}

/// Checks the long lines of the table `long_lines`, each in a few seconds.
pub fn long_lines(file: &str, check: impl Fn(String)) {
    for [start, part] in cases(file, "long_lines") {
        let begun = Instant::now();
        check(long_line(start, part));
        assert!(begun.elapsed() < Duration::from_secs(10), "{start:?} and many {part:?}");
    }
}
