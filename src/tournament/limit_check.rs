//! Finds engines that ignore the node or depth limit of a search.

use crate::protocol::client::MoveLimits;
use std::fmt::{self, Display, Formatter};
use std::time::{Duration, Instant};

/// The limits of a running search, and when it was started.
pub struct LimitCheck {
    limits: MoveLimits,
    /// When the search was started.
    pub started: Instant,
}

impl LimitCheck {
    /// A search that starts now.
    pub fn new(limits: MoveLimits) -> LimitCheck {
        LimitCheck { limits, started: Instant::now() }
    }

    /// Describes the limit that the reported `depth` or `nodes` exceed by far; `None` if they exceed none.
    ///
    /// Small excesses are accepted: engines count in different ways, and check their limits only now and then.
    pub fn exceeded(&self, depth: Option<u32>, nodes: Option<u64>) -> Option<String> {
        const GRACE: Duration = Duration::from_secs(2);
        const NODE_FACTOR: u64 = 10;
        const EXTRA_PLIES: u32 = 5;
        if self.started.elapsed() < GRACE {
            return None;
        }
        if let Some((limit, nodes)) = self.limits.nodes.zip(nodes)
            && nodes / NODE_FACTOR > limit
        {
            return Some(format!("nodes={limit}: it has reported {nodes}"));
        }
        let (limit, depth) = self.limits.depth.zip(depth)?;
        (depth.saturating_sub(EXTRA_PLIES) > limit).then(|| format!("depth={limit}: it has reported {depth}"))
    }

    /// Whether even a slow engine would have reached its node limit by now. `nodes` is the reported number.
    pub fn is_overdue(&self, nodes: Option<u64>) -> bool {
        let Some((limit, timeout)) = self.limits.nodes.zip(self.node_timeout()) else { return false };
        nodes.is_none_or(|nodes| nodes > limit) && self.started.elapsed() > timeout
    }

    /// How long a slow engine may need for its node limit; `None` with a time limit or without a node limit.
    pub fn node_timeout(&self) -> Option<Duration> {
        const MIN: Duration = Duration::from_secs(20);
        const NODES_PER_SECOND: u64 = 500;
        let is_timed = self.limits.clocks.is_some() || self.limits.move_time.is_some();
        let limit = self.limits.nodes.filter(|_| !is_timed)?;
        Some(Duration::from_secs(limit / NODES_PER_SECOND).max(MIN))
    }
}

/// The limit as it is written on the command line.
impl Display for LimitCheck {
    fn fmt(&self, formatter: &mut Formatter) -> fmt::Result {
        match (self.limits.nodes, self.limits.depth) {
            (Some(nodes), _) => write!(formatter, "nodes={nodes}"),
            (None, Some(depth)) => write!(formatter, "depth={depth}"),
            (None, None) => formatter.write_str("its limit"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A search that was started `seconds` ago.
    fn search(seconds: u64, depth: Option<u32>, nodes: Option<u64>) -> LimitCheck {
        let mut search = LimitCheck::new(MoveLimits { depth, nodes, ..MoveLimits::default() });
        search.started = Instant::now().checked_sub(Duration::from_secs(seconds)).unwrap();
        search
    }

    #[test]
    fn only_a_large_excess_counts() {
        let nodes = |seconds, nodes| search(seconds, None, Some(100)).exceeded(None, Some(nodes));
        assert_eq!(nodes(1, 1_000_000), None, "too early to tell");
        assert_eq!(nodes(30, 500), None, "a small excess");
        let exceeded = nodes(3, 5_000).unwrap();
        assert_eq!(exceeded, "nodes=100: it has reported 5000");
        let depth = |depth| search(30, Some(8), None).exceeded(Some(depth), Some(1 << 40));
        assert_eq!(depth(8), None, "a deep search is slow");
        assert_eq!(depth(10), None);
        assert_eq!(depth(14).unwrap(), "depth=8: it has reported 14");
    }

    #[test]
    fn slow_engines_get_more_time() {
        let overdue = |seconds, limit, nodes| search(seconds, None, Some(limit)).is_overdue(nodes);
        assert!(overdue(21, 50, None));
        assert!(overdue(21, 50, Some(51)));
        assert!(!overdue(21, 50, Some(49)));
        assert!(!overdue(19, 50, None));
        assert!(!overdue(99, 50_000, None));
        assert!(overdue(101, 50_000, None));
        assert!(!search(500, Some(30), None).is_overdue(None), "a depth limit implies no time");
    }
}
