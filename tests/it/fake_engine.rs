//! Engines as shell scripts, for matches: good ones and bad ones.

use crate::prelude::*;
use std::ops::Deref;
use std::os::unix::fs::PermissionsExt;

/// A UCI engine that moves its knights back and forth, so that a game between two of them is a draw. The names with
/// `$` in front are replaced by the commands of a [`Script`]. These find the move to play in `$move`, and the number
/// of words of the `position` command in `$#`.
const ENGINE: &str = include_str!("../data/fake_engine.sh");

/// The shell commands that an engine runs.
#[derive(Clone, Copy)]
pub struct Script<'a> {
    /// At the start.
    pub start: &'a str,
    /// At `uci`, before `uciok`.
    pub uci: &'a str,
    /// At `setoption`.
    pub setoption: &'a str,
    /// At `go` and at the end of pondering.
    pub go: &'a str,
}

/// An engine without faults.
pub const GOOD: Script = Script {
    start: ":",
    uci: "echo option name Hash type spin default 16 min 1 max 64",
    setoption: ":",
    go: "echo bestmove $move",
};

/// A folder of engines.
pub struct FakeEngines(Folder);

impl Deref for FakeEngines {
    type Target = Folder;

    fn deref(&self) -> &Folder {
        &self.0
    }
}

impl FakeEngines {
    pub fn new() -> FakeEngines {
        FakeEngines(Folder::new())
    }

    /// Makes an engine, which is started by `cmd=./NAME` in the folder.
    pub fn add(&self, name: &str, script: Script) {
        let text = ENGINE
            .replace("$setoption", script.setoption)
            .replace("$start", script.start)
            .replace("$uci", script.uci)
            .replace("$go", script.go);
        self.add_program(name, &text);
    }

    /// Makes a file that can be run.
    pub fn add_program(&self, name: &str, text: &str) {
        self.write(name, text);
        fs::set_permissions(self.path(name), fs::Permissions::from_mode(0o755)).unwrap();
    }

    /// The commands about games that an engine has received.
    pub fn log(&self, name: &str) -> String {
        self.read(&format!("{name}.log"))
    }
}
