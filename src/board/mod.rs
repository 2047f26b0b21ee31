//! Boards as sets of squares: geometry without rules.

pub mod bitset;
pub mod ray;
pub mod square;

pub use bitset::Bitset;
pub use square::Square;
