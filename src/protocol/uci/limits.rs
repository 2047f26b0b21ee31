//! The limits of a search, which `go` sets.

use super::syntax::GoCommand;
use crate::game::Side;
use crate::protocol::server::FALLBACK_TIME;
use crate::search::{ClockState, SearchLimits, TimeLimit};
use std::time::Duration;

/// The limits of a search by `side` that keeps `overhead` in reserve.
pub(super) fn limits(go: &GoCommand, side: Side, overhead: Duration) -> SearchLimits {
    SearchLimits {
        depth: go.depth.map(i32::from),
        nodes: go.nodes,
        mate_within: go.mate.map(|moves| 2 * u32::from(moves)),
        time: time(go, side, overhead),
    }
}

fn time(go: &GoCommand, side: Side, overhead: Duration) -> TimeLimit {
    let (ours, theirs, increment) = match side {
        Side::First => (go.wtime, go.btime, go.winc),
        Side::Second => (go.btime, go.wtime, go.binc),
    };
    let remaining = ours.or(theirs).map(|milliseconds| Duration::from_millis(milliseconds.max(0) as u64));
    if let Some(time) = go.movetime.map(Duration::from_millis) {
        return TimeLimit::Exact(remaining.map_or(time, |remaining| time.min(remaining.saturating_sub(overhead))));
    }
    let limited = go.depth.is_some() || go.nodes.is_some() || go.mate.is_some();
    match remaining {
        _ if go.infinite => TimeLimit::Infinite,
        Some(remaining) => TimeLimit::Clock {
            state: ClockState {
                remaining,
                increment: Duration::from_millis(increment.unwrap_or(0)),
                moves_to_go: go.movestogo.map(u32::from).filter(|&moves| moves > 0),
            },
            overhead,
        },
        None if go.problem.is_some() && !limited => TimeLimit::Exact(FALLBACK_TIME),
        None => TimeLimit::Infinite,
    }
}

#[cfg(test)]
mod tests {
    use super::super::syntax::{UciCommand, read};
    use super::*;

    const OVERHEAD: Duration = Duration::from_millis(20);

    fn of(text: &str, side: Side) -> SearchLimits {
        match read(&format!("go {text}")) {
            Ok(Some(UciCommand::Go(go))) => limits(&go, side, OVERHEAD),
            other => panic!("{text}: {other:?}"),
        }
    }

    fn clock(remaining: u64, increment: u64, moves_to_go: Option<u32>) -> TimeLimit {
        TimeLimit::Clock {
            state: ClockState {
                remaining: Duration::from_millis(remaining),
                increment: Duration::from_millis(increment),
                moves_to_go,
            },
            overhead: OVERHEAD,
        }
    }

    /// Arguments of `go`, and the time limits of White and Black.
    #[test]
    fn each_side_has_its_own_clock() {
        let all = "wtime 60000 btime 50000 winc 600 binc 500";
        let exact = |time| [TimeLimit::Exact(Duration::from_millis(time)); 2];
        for (text, expected) in [
            (all, [clock(60_000, 600, None), clock(50_000, 500, None)]),
            (
                "binc 500 winc 600 btime 50000 wtime 60000 movestogo 1",
                [clock(60_000, 600, Some(1)), clock(50_000, 500, Some(1))],
            ),
            ("wtime 9000 btime 8000 winc 7", [clock(9_000, 7, None), clock(8_000, 0, None)]),
            ("wtime 9000 btime 8000 binc 6", [clock(9_000, 0, None), clock(8_000, 6, None)]),
            ("wtime 9 btime 8 movestogo 40", [clock(9, 0, Some(40)), clock(8, 0, Some(40))]),
            ("wtime 9 btime 8 movestogo 0", [clock(9, 0, None), clock(8, 0, None)]),
            ("wtime -9 btime -8", [clock(0, 0, None); 2]),
            ("wtime 100", [clock(100, 0, None); 2]),
            ("btime 100 winc 3", [clock(100, 3, None), clock(100, 0, None)]),
            ("movetime 70 wtime 60000 btime 50000", exact(70)),
            ("movetime 70 wtime 90 btime 90", exact(70)),
            ("movetime 7000 wtime 300 btime 300", exact(280)),
            ("movetime 7000 wtime 19 btime -5", exact(0)),
            ("infinite wtime 60000 btime 50000", [TimeLimit::Infinite; 2]),
            ("ponder wtime 60000 btime 50000", [clock(60_000, 0, None), clock(50_000, 0, None)]),
            ("", [TimeLimit::Infinite; 2]),
            ("depth 9", [TimeLimit::Infinite; 2]),
        ] {
            assert_eq!(Side::each(|side| of(text, side).time), expected, "{text}");
        }
    }

    #[test]
    fn other_limits_are_combined_with_the_time() {
        let both = of("depth 7 nodes 500 mate 3 wtime 60000", Side::First);
        assert_eq!((both.depth, both.nodes), (Some(7), Some(500)));
        // Moves of the mating side, in plies.
        assert_eq!(both.mate_within, Some(6));
        assert_eq!(both.time, clock(60_000, 0, None));
    }

    #[test]
    fn a_search_with_wrong_limits_ends() {
        let fallback = TimeLimit::Exact(FALLBACK_TIME);
        for (text, expected) in [
            ("depth x", fallback),
            ("deep 8", fallback),
            ("wtime many", fallback),
            ("ponder movetime", fallback),
            ("depth x nodes 5", TimeLimit::Infinite),
            ("depth 5 fast", TimeLimit::Infinite),
            ("infinite fast", TimeLimit::Infinite),
            ("wtime x btime 800", clock(800, 0, None)),
        ] {
            assert_eq!(of(text, Side::First).time, expected, "{text}");
        }
    }
}
