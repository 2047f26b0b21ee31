//! The command-line arguments that limit a search.

use crate::search::{SearchLimits, TimeLimit};
use clap::Args;
use std::time::Duration;

/// The limits of a search; the first one that is reached ends it.
#[derive(Args, Clone, Debug)]
pub struct LimitArgs {
    /// Search to this depth, in plies
    #[arg(long)]
    depth: Option<i32>,
    /// Search this many nodes
    #[arg(long)]
    nodes: Option<u64>,
    /// Search for this many milliseconds
    #[arg(long, value_name = "MS")]
    movetime: Option<u64>,
    /// Search until a win or loss within this many moves is proved
    #[arg(long, value_name = "MOVES")]
    mate: Option<u32>,
}

impl LimitArgs {
    /// The limits; `default` is the time if none is given.
    pub fn limits(&self, default: Duration) -> SearchLimits {
        let bounded = self.depth.is_some() || self.nodes.is_some() || self.mate.is_some();
        let time = match (self.movetime, bounded) {
            (Some(movetime), _) => TimeLimit::Exact(Duration::from_millis(movetime)),
            (None, true) => TimeLimit::Infinite,
            (None, false) => TimeLimit::Exact(default),
        };
        SearchLimits { depth: self.depth, nodes: self.nodes, mate_within: self.mate.map(|moves| 2 * moves), time }
    }

    /// A table size in MiB that suits the limits: large enough, and fast to clear.
    pub fn table_mebibytes(&self) -> usize {
        match (self.depth, self.nodes) {
            (Some(..=2), _) | (_, Some(..=500)) => 0,
            (Some(..=6), _) | (_, Some(..=20_000)) => 1,
            (Some(..=12), _) | (_, Some(..=500_000)) => 8,
            _ => 64,
        }
    }
}
