//! The theory of the heap games against plain search, and their texts.

mod legal_moves;
mod oracle;
mod single;
mod symmetry;
mod take_from_heaps;
mod texts;
mod values;
mod winning_moves;
