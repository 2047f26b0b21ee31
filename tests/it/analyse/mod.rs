//! The command `analyse` as scripts use it: lines in, lines out.

mod games;
mod positions;
mod resume;

use crate::prelude::*;
use crate::shell::run_for;

/// Runs `kempelen analyse` with so much on its standard input.
fn analyse(arguments: &str, input: &str) -> Ran {
    run_for(format!("analyse {arguments}"), input)
}

/// What depends on the positions alone.
fn timeless(mut object: Value) -> Value {
    let fields = object.as_object_mut().unwrap();
    fields.remove("time");
    fields.remove("nps");
    if let Some(suite) = fields.get_mut("suite").and_then(Value::as_object_mut) {
        suite.remove("seconds");
    }
    object
}

const POSITIONS: &str = "\
# mates, and a position that is over
6k1/5ppp/8/8/8/8/8/R5K1 w - - bm Ra8#; id \"back rank\";
rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1

this is no position
7k/5Q2/6K1/8/8/8/8/8 b - - 0 1
7k/8/5K1Q/8/8/8/8/8 b - - dm 1;
8/8/8/8/8/4k3/4p3/R3K3 w - - am Ra3+;
";

const GAMES: &str = "\
[White \"A\"]
[Black \"B\"]
[Result \"0-1\"]

1. f3 e5 (1... d5 2. e4) 2. g4 {why?} Qh4# 0-1

[White \"C\"]
[Black \"D\"]

1. e4 e5 2. Qh6 *
";

/// A folder with these positions, or games, in the file `in`.
fn with_input(text: &str) -> Folder {
    Folder::with(&[("in", text)])
}
