//! `kempelen solve` with tables that are not in the program. `tests/data/transcripts/solve.md` has all else.

use crate::prelude::*;

#[test]
#[ignore = "needs KEMPELEN_DATA"]
fn syzygy_tables_come_first() {
    let tables = data("syzygy").display().to_string();
    let text = run(format!("solve --fen '8/8/8/8/8/5k2/8/5K1R w - - 0 1' --tables '{tables}'")).text();
    let lines: Vec<&str> = text.lines().collect();
    assert_eq!(
        lines[1..3],
        ["value      the first side wins", "distance   25 plies to the next capture or pawn move (DTZ)"]
    );
    assert!(lines[3].starts_with("best       h1h4 (25), f1e1 (29), "), "{text}");
}
