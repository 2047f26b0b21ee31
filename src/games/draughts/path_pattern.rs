//! The captures that a written move can mean.

use super::paths::StopFault;
use super::{DraughtsMove, DraughtsPosition, DraughtsVariant};
use crate::board::Bitset;
use std::ops::ControlFlow;

/// The end of a path that fits to a pattern.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct PathEnd {
    /// The move, which need not be legal.
    pub(super) mv: DraughtsMove,
    /// Why the piece may not stop there, apart from captures that go before this one.
    pub(super) fault: Option<StopFault>,
}

/// What a written capture says about the squares after its start.
#[derive(Clone, Copy)]
pub(super) struct PathPattern<'a> {
    /// The bits of squares between the start and the target, in order.
    pub(super) between: &'a [u8],
    /// The bit of the target square.
    pub(super) to: u8,
    /// Whether `between` has a square for every jump but the last one; otherwise for some of them.
    pub(super) each: bool,
    /// Whether any square on which the piece may land behind a captured one stands for that on which it lands.
    pub(super) behind: bool,
}

impl<'a> PathPattern<'a> {
    /// The ways to read written squares, the strictest first.
    pub(super) fn readings(between: &'a [u8], to: u8) -> [PathPattern<'a>; 4] {
        let ways = [(true, false), (true, true), (false, false), (false, true)];
        ways.map(|(each, behind)| PathPattern { between, to, each, behind })
    }
}

impl<V: DraughtsVariant> DraughtsPosition<V> {
    /// The ends of all paths from the square `from` that fit to a pattern and capture pieces of `within`. They need not
    /// be legal moves.
    pub(super) fn ends_of(&self, from: u8, pattern: PathPattern, within: Bitset) -> Vec<PathEnd> {
        let PathPattern { between, to, each, behind } = pattern;
        let mut ends = Vec::new();
        // The number of a path says how many squares of the pattern come before its last jump.
        self.visit_paths(from, self.kings.has(from), within, true, &mut |path| {
            let (matched, at) = (path.number as usize, path.mv.to);
            let is_named = |&named: &u8| named == at || behind && path.landings.has(named);
            let named = between.get(matched).is_some_and(is_named);
            if matched == between.len() && at == to {
                let end = PathEnd { mv: path.mv, fault: (path.fault)() };
                if !ends.contains(&end) {
                    ends.push(end);
                }
            }
            ControlFlow::Continue((named || !each).then_some(path.number + u32::from(named)))
        });
        ends
    }
}
