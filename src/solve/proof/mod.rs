//! Proof search: whether a side can force a win, without searching the game out.

mod forced_win;
mod frame;
mod numbers;
mod search;
mod table;
mod text;
mod value;

pub use forced_win::{ForcedWin, ProofAttempt, ProofLimit, ProofResult, UnknownProof, prove};
pub use text::{no_win_found, proof_json, proof_text};
pub use value::{ProvedPosition, ProvedValue};

#[cfg(test)]
mod tests;
