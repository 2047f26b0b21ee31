//! Proof search: whether a side can force a win, without searching the game out.

mod forced_win;
mod frame;
mod numbers;
mod search;
mod table;

pub use forced_win::{ForcedWin, ProofAttempt, ProofLimit, ProofResult, UnknownProof, prove};

#[cfg(test)]
mod tests;
