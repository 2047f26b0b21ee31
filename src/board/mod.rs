//! Boards as sets of squares: geometry without rules.

pub mod bitset;

pub use bitset::Bitset;
