//! The whole output of commands. `tests/data/outputs.txt` holds them, and `tests/data/defaults.txt` the default values of
//! all arguments. After a change on purpose, run these tests with `KEMPELEN_WRITE=1`, which writes both files, and read
//! the difference.

use crate::command_line::{leaves, words};
use crate::prelude::*;
use clap::CommandFactory;
use kempelen::commands::Cli;
use std::env::var_os;

/// What differs from run to run.
const TIMES: [&str; 4] = [" nps", " a second", "mean-depth", "seconds  "];

/// Compares a file with what should be in it, or writes it.
fn check(file: &str, found: &str) {
    if var_os("KEMPELEN_WRITE").is_some() {
        fs::write(file, found).unwrap();
    }
    let expected = fs::read_to_string(file).unwrap();
    let differs = (1..).zip(expected.lines().zip(found.lines())).find(|(_, (expected, found))| expected != found);
    assert!(expected == found, "{file}: line, expected and found {differs:?}");
}

#[test]
#[cfg(all(unix, not(feature = "tunable")))]
fn commands_write_what_they_wrote() {
    const FILE: &str = "tests/data/outputs.txt";
    let mut found = String::new();
    for line in fs::read_to_string(FILE).unwrap().lines().filter_map(|line| line.strip_prefix("$ ")) {
        let (command, input) = line.split_once(" < ").unwrap_or((line, ""));
        let words = words(command);
        let arguments: Vec<_> = words.iter().skip(1).map(String::as_str).collect();
        let state = tempfile::tempdir().unwrap();
        let command = &mut kempelen(&arguments);
        let output = output_for(command.env("KEMPELEN_STATE", state.path()), input.replace("; ", "\n").as_bytes());
        let text = [&output.stdout, &output.stderr].map(|text| String::from_utf8(text.clone()).unwrap()).concat();
        let same = text.lines().filter(|line| !TIMES.iter().any(|time| line.contains(time)));
        let text: String = same.map(|line| format!("{line}\n")).collect();
        found += &format!("$ {line}\n{}\n", text.replace(env!("CARGO_PKG_VERSION"), "VERSION"));
    }
    check(FILE, &found);
}

#[test]
fn arguments_have_these_default_values() {
    let mut found = String::new();
    for (called, command) in leaves(&Cli::command(), "kempelen") {
        for argument in command.get_arguments().filter(|it| !it.get_default_values().is_empty()) {
            let values = argument.get_default_values().iter().map(|value| value.to_string_lossy().into_owned());
            found += &format!("{called} {}: {}\n", argument.get_id(), values.collect::<Vec<_>>().join(" "));
        }
    }
    check("tests/data/defaults.txt", &found);
}
