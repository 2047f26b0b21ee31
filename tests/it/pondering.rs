//! What becomes of the time when a guess of the opponent's move was right.

use crate::prelude::*;

/// The whole time for the move, and one that is longer than it.
const MOVE_TIME: Duration = Duration::from_millis(300);
const PONDERING: Duration = Duration::from_millis(400);

/// A hit neither ends the search nor counts the time before it.
#[test]
fn the_clock_starts_with_ponderhit() {
    for (lines, ask, answer, hit, decided) in [
        (
            &["position startpos moves e2e4 e7e5", "go ponder movetime 300"][..],
            "isready",
            "readyok",
            "ponderhit",
            "bestmove ",
        ),
        (&["hub", "pos start", "level move-time=0.31", "go ponder"], "ping", "pong", "ponder-hit", "done move="),
    ] {
        let mut engine = Engine::start();
        lines.iter().for_each(|line| engine.tell(line));
        sleep(PONDERING);
        let early = engine.ask(ask, answer);
        assert!(!early.iter().any(|line| line.starts_with(decided)), "{early:?}");
        let asked = Instant::now();
        engine.ask(hit, decided);
        // The hit comes a little later than it was sent; never earlier.
        assert!(asked.elapsed() >= MOVE_TIME, "{hit}: {:?}", asked.elapsed());
    }
}
