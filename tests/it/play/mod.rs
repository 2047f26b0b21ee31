//! `kempelen play`: by lines of text, and on the screen of a terminal.

mod bad_terminal;
mod documents_games;
mod options;
mod plain;
mod screen;
mod terminal;
