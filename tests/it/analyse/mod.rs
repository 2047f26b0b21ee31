//! The command `analyse` as scripts use it: lines in, lines out.

#[cfg(unix)]
mod engines;
mod games;
mod positions;
mod puzzles;
mod reasons;
mod resume;
mod summary;

use crate::prelude::*;

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

const POSITIONS: &str = include_str!("../../data/positions.epd");

const GAMES: &str = include_str!("../../data/games.pgn");

/// A folder with these positions, or games, in the file `in`.
fn with_input(text: &str) -> Folder {
    Folder::with(&[("in", text)])
}
