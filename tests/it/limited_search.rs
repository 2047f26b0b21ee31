//! Searches that end at a depth or a number of nodes.

use crate::prelude::*;

pub fn to_depth(depth: i32) -> SearchLimits {
    SearchLimits { depth: Some(depth), ..SearchLimits::default() }
}

pub fn of_nodes(nodes: u64) -> SearchLimits {
    SearchLimits { nodes: Some(nodes), ..SearchLimits::default() }
}
