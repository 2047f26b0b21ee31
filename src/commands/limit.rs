//! How long to think about a position, as the command line says it.

use crate::search::{SearchLimits, TimeLimit};
use clap::Args;
use std::time::Duration;

/// What ends the thinking; whichever comes first.
#[derive(Args, Clone, Debug)]
pub struct Limit {
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

impl Limit {
    /// The limits; `default` is the time if nothing is said.
    pub fn limits(&self, default: Duration) -> SearchLimits {
        let bounded = self.depth.is_some() || self.nodes.is_some() || self.mate.is_some();
        let time = match (self.movetime, bounded) {
            (Some(movetime), _) => TimeLimit::Exact(Duration::from_millis(movetime)),
            (None, true) => TimeLimit::Infinite,
            (None, false) => TimeLimit::Exact(default),
        };
        SearchLimits {
            depth: self.depth,
            nodes: self.nodes,
            mate_within: self.mate.map(|moves| 2 * moves),
            time,
        }
    }

    /// A table size that is no bottleneck and takes no time to clear, in MiB.
    pub fn table_mebibytes(&self) -> usize {
        match (self.depth, self.nodes) {
            (Some(..=2), _) | (_, Some(..=500)) => 0,
            (Some(..=6), _) | (_, Some(..=20_000)) => 1,
            (Some(..=12), _) | (_, Some(..=500_000)) => 8,
            _ => 64,
        }
    }
}
