//! The games: rules, text, picture and search knowledge of each. No game sees another.

pub mod chess;
pub mod draughts;
pub mod tictactoe;
