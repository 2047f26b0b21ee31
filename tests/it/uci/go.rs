//! The parts of `go`, as clients send them.

use crate::prelude::*;
use kempelen::protocol::uci::syntax::{GoCommand, read};

fn go(text: &str) -> GoCommand {
    match read(&format!("go {text}")) {
        Ok(Some(UciCommand::Go(go))) => go,
        other => panic!("{text}: {other:?}"),
    }
}

#[test]
fn clocks_and_other_limits_are_all_read() {
    let clocks = GoCommand { wtime: Some(1000), btime: Some(2000), ..GoCommand::default() };
    assert_eq!(go("ponder wtime 1000 btime 2000"), GoCommand { ponder: true, ..clocks.clone() });
    assert_eq!(go("infinite wtime 1000 btime 2000"), GoCommand { infinite: true, ..clocks.clone() });
    assert_eq!(go("movetime 7 wtime 1000 btime 2000"), GoCommand { movetime: Some(7), ..clocks.clone() });
    let all = GoCommand {
        ponder: true,
        winc: Some(3),
        binc: Some(4),
        movestogo: Some(40),
        depth: Some(9),
        nodes: Some(10),
        mate: Some(11),
        ..clocks.clone()
    };
    assert_eq!(go("wtime 1000 winc 3 movestogo 40 ponder binc 4 btime 2000 depth 9 nodes 10 mate 11"), all);
    assert_eq!(go("wtime 1000 btime 2000"), clocks);
    assert_eq!(go("wtime 100"), GoCommand { wtime: Some(100), ..GoCommand::default() });
    let far = GoCommand { wtime: Some(-999_999_999_999), movetime: Some(999_999_999_999), ..GoCommand::default() };
    let far = GoCommand { nodes: Some(1_234_567_890_123), ..far };
    assert_eq!(go("wtime -999999999999 movetime 999999999999 nodes 1234567890123"), far);
    assert_eq!(go("wtime -25 btime +30"), GoCommand { wtime: Some(-25), btime: Some(30), ..GoCommand::default() });
    assert_eq!(go(""), GoCommand::default());
    assert_eq!(go("perft 20"), GoCommand { perft: Some(20), ..GoCommand::default() });
    assert_eq!(go("infinite"), GoCommand { infinite: true, ..GoCommand::default() });
    assert_eq!(go("depth 3 searchmoves e2e4 d2d4").searchmoves, ["e2e4", "d2d4"]);
    assert_eq!(go("searchmoves 0000").searchmoves, ["0000"]);
    let with_null =
        GoCommand { searchmoves: ["0000", "e2e4", "d2d4"].map(str::to_owned).into(), ..GoCommand::default() };
    assert_eq!(go("searchmoves e2e4 0000 d2d4 0000"), with_null);
    assert!(go("searchmoves").searchmoves.is_empty());
}

/// Blanks, case, the order of parts, numbers out of range and repeated parts.
#[test]
fn other_words_for_the_same_search() {
    for [text, same] in cases("uci", "equal_searches") {
        assert_eq!(go(text), go(same), "{text}");
    }
    for number in ["255", "256", "300", "999", "1000", "99999999999999999999999"] {
        let limits = go(&format!("depth {number} mate {number} movestogo {number}"));
        assert_eq!([limits.depth, limits.mate, limits.movestogo], [Some(255); 3]);
    }
    assert_eq!(go("nodes 99999999999999999999").nodes, Some(i64::MAX as u64));
}

/// What was not understood is told, and left out.
#[test]
fn wrong_parts_are_skipped() {
    for [text, found, left] in cases("uci", "wrong_parts") {
        let mut command = go(text);
        let problem = command.problem.take().expect(text).to_string();
        assert_eq!(problem, format!("go: found {found}"), "{text}");
        assert_eq!(command, go(left), "{text}");
    }
}
