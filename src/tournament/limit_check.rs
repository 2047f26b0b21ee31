//! Whether a search keeps to its limits.

use crate::protocol::client::MoveLimits;
use std::fmt::{self, Display, Formatter};
use std::time::{Duration, Instant};

/// A search that an engine was told to make.
pub struct LimitCheck {
    limits: MoveLimits,
    /// Since when it goes on.
    pub started: Instant,
}

impl LimitCheck {
    /// A search that begins now.
    pub fn new(limits: MoveLimits) -> LimitCheck {
        LimitCheck {
            limits,
            started: Instant::now(),
        }
    }

    /// Whether time limits it.
    fn is_timed(&self) -> bool {
        self.limits.clocks.is_some() || self.limits.move_time.is_some()
    }

    /// The limit that it has left far behind, and what it has come to, as the engine tells. Somewhat
    /// more than the limit is no fault: engines count in different ways, and look now and then.
    pub fn exceeded(&self, depth: Option<u32>, nodes: Option<u64>) -> Option<String> {
        const TIME: Duration = Duration::from_secs(2);
        const TIMES: u64 = 10;
        const PLIES: u32 = 5;
        if self.started.elapsed() < TIME {
            return None;
        }
        if let Some((limit, nodes)) = self.limits.nodes.zip(nodes)
            && nodes / TIMES > limit
        {
            return Some(format!("nodes={limit}: it has come to {nodes}"));
        }
        let (limit, depth) = self.limits.depth.zip(depth)?;
        let far = depth.saturating_sub(PLIES) > limit;
        far.then(|| format!("depth={limit}: it has come to {depth}"))
    }

    /// Whether even a slow engine would have visited its nodes by now; `nodes` is what it reported.
    pub fn is_overdue(&self, nodes: Option<u64>) -> bool {
        let Some((limit, patience)) = self.limits.nodes.zip(self.node_timeout()) else {
            return false;
        };
        nodes.is_none_or(|nodes| nodes > limit) && self.started.elapsed() > patience
    }

    /// How long a slow engine needs for its nodes; `None` if time or nothing but depth limits it.
    pub fn node_timeout(&self) -> Option<Duration> {
        const LEAST: Duration = Duration::from_secs(20);
        const POSITIONS_A_SECOND: u64 = 500;
        let limit = self.limits.nodes.filter(|_| !self.is_timed())?;
        Some(Duration::from_secs(limit / POSITIONS_A_SECOND).max(LEAST))
    }
}

/// The limit, as it is written on the command line.
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

    /// A search that has gone on for so long.
    fn search(seconds: u64, depth: Option<u32>, nodes: Option<u64>) -> LimitCheck {
        let limits = MoveLimits {
            depth,
            nodes,
            ..MoveLimits::default()
        };
        let mut search = LimitCheck::new(limits);
        search.started = Instant::now()
            .checked_sub(Duration::from_secs(seconds))
            .unwrap();
        search
    }

    #[test]
    fn limits_are_passed_by_far_or_not_at_all() {
        let nodes = |seconds, nodes| search(seconds, None, Some(100)).exceeded(None, Some(nodes));
        assert_eq!(nodes(1, 1_000_000), None, "it may stop yet");
        assert_eq!(nodes(30, 500), None, "engines count in different ways");
        let passed = nodes(3, 5_000).unwrap();
        assert_eq!(passed, "nodes=100: it has come to 5000");
        let depth = |depth| search(30, Some(8), None).exceeded(Some(depth), Some(1 << 40));
        assert_eq!(depth(8), None, "a deep search is slow");
        assert_eq!(depth(10), None);
        assert_eq!(depth(14).unwrap(), "depth=8: it has come to 14");
    }

    #[test]
    fn slow_engines_have_time_if_they_tell_how_far_they_are() {
        let overdue = |seconds, limit, told| search(seconds, None, Some(limit)).is_overdue(told);
        assert!(overdue(21, 50, None));
        assert!(overdue(21, 50, Some(51)));
        assert!(!overdue(21, 50, Some(49)));
        assert!(!overdue(19, 50, None));
        assert!(!overdue(99, 50_000, None));
        assert!(overdue(101, 50_000, None));
        assert!(
            !search(500, Some(30), None).is_overdue(None),
            "depth says nothing of time"
        );
    }
}
