//! The program as a shell runs it.

use kempelen::system::cache_folder::CACHE_VARIABLE;
use std::process::{Command, Output};

pub const ENGINE: &str = env!("CARGO_BIN_EXE_kempelen");

/// Keeps no endgame tables between runs: tests do not touch the folders of the user, and do not depend on them.
pub fn program() -> Command {
    let mut command = Command::new(ENGINE);
    command.env(CACHE_VARIABLE, "");
    command
}

pub fn kempelen(arguments: &[&str]) -> Command {
    let mut command = program();
    command.args(arguments);
    command
}

pub fn run(arguments: &[&str]) -> Output {
    kempelen(arguments).output().unwrap()
}

/// What a run that ended well has written.
pub fn stdout(output: &Output) -> String {
    assert!(output.status.success(), "{output:?}");
    String::from_utf8(output.stdout.clone()).unwrap()
}

/// The one line that says what is wrong.
pub fn complaint(output: &Output) -> String {
    assert!(!output.status.success(), "{output:?}");
    let told = String::from_utf8(output.stderr.clone()).unwrap();
    let told = told.trim_end();
    assert_eq!(told.lines().count(), 1, "{told}");
    told.to_owned()
}
