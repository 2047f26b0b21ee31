//! The program as a shell runs it.

use kempelen::system::cache_folder::CACHE_VARIABLE;
use std::process::{Child, Command, ExitStatus, Output};
use std::thread::sleep;
use std::time::{Duration, Instant};

/// No program of the tests takes this long to end.
const PATIENCE: Duration = Duration::from_secs(60);

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

/// Waits for the end of a program, which must not take long.
pub fn wait(child: &mut Child) -> ExitStatus {
    let began = Instant::now();
    loop {
        if let Some(status) = child.try_wait().unwrap() {
            return status;
        }
        if began.elapsed() > PATIENCE {
            child.kill().unwrap();
            panic!("the program does not end");
        }
        sleep(Duration::from_millis(5));
    }
}

/// The one line that says what is wrong.
pub fn complaint(output: &Output) -> String {
    assert!(!output.status.success(), "{output:?}");
    let told = String::from_utf8(output.stderr.clone()).unwrap();
    let told = told.trim_end();
    assert_eq!(told.lines().count(), 1, "{told}");
    told.to_owned()
}

/// Checks all cases at the same time: most of it is waiting for programs.
pub fn side_by_side<T: Send>(cases: impl IntoIterator<Item = T>, check: impl Fn(T) + Sync) {
    std::thread::scope(|scope| {
        for case in cases {
            scope.spawn(|| check(case));
        }
    });
}
