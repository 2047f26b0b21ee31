//! `kempelen play`: by lines of text, and on the screen of a terminal.

#[cfg(unix)]
mod bad_terminal;
#[cfg(unix)]
mod cursor;
#[cfg(unix)]
mod documents_games;
mod plain;
mod puzzles;
#[cfg(unix)]
pub mod screen;
#[cfg(unix)]
mod terminal;
