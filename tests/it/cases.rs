//! Tables of cases in files of `tests/data`, a row each: what is given, and what is expected.

use crate::prelude::*;
use serde::de::DeserializeOwned;

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

/// The program refuses the command lines of a table in `refused.toml`: arguments of `command`, and a part of the message.
#[track_caller]
pub fn are_refused(command: &str, table: &str) {
    for [arguments, expected] in cases("refused", table) {
        run(format!("{command} {arguments}")).fails_with(expected);
    }
}

/// As [`are_refused`], but the message may have more lines.
#[track_caller]
pub fn are_misused(command: &str, table: &str) {
    for [arguments, expected] in cases("refused", table) {
        run(format!("{command} {arguments}")).exits_with(2).remarks(expected);
    }
}
