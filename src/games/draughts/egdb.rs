//! Endgame tables of the draughts family: what every position with few pieces is worth.
//!
//! | file | concept |
//! |---|---|
//! | [`board`] | a position without colours and counters |
//! | [`index`] | positions of a slice (so many men and kings), numbered without gaps |
//! | [`solve`] | slices as sets for backward analysis |
//! | [`values`] | values by captures; of whole slices, while tables are built |
//! | [`huffman`], [`blocks`], [`pack`], [`distance`] | the values and distances of a slice in few bits |
//! | [`file`](mod@file), [`build`] | files: their format, and how they are made |
//! | [`tables`], [`folder`] | tables as they are asked, and whole folders of them |

pub mod blocks;
pub mod board;
pub mod build;
pub mod distance;
pub mod file;
pub mod folder;
pub mod huffman;
pub mod index;
pub mod pack;
pub mod solve;
pub mod tables;
pub mod values;
