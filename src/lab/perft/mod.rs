//! Perft on several threads, and suites of published counts.

pub mod count;
pub mod run;
pub mod suite;
