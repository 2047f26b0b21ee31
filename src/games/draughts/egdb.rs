//! Endgame tables (endgame databases) of the draughts family: the result of every position with few pieces.
//!
//! | file | concept |
//! |---|---|
//! | [`board`] | a position without colours and counters; its moves and values |
//! | [`game`] | a game as a value |
//! | [`index`] | index of the positions of a slice (all positions with the same numbers of men and kings) |
//! | [`solve`] | slices as position graphs for retrograde analysis |
//! | [`values`] | uncompressed values of slices during a build |
//! | [`huffman`], [`blocks`], [`pack`] | compression of the values and distances of a slice |
//! | [`file`](mod@file), [`build`] | the file format, and the builder |
//! | [`tables`] | probing; loading the tables of a folder |

pub mod blocks;
pub mod board;
pub mod build;
pub mod file;
pub mod game;
pub mod huffman;
pub mod index;
pub mod pack;
pub mod solve;
pub mod tables;
pub mod values;
