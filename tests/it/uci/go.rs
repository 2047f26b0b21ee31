//! The parts of `go`, as clients send them.

use kempelen::protocol::uci::syntax::{GoCommand, UciCommand, read};

fn go(text: &str) -> GoCommand {
    match read(&format!("go {text}")) {
        Ok(Some(UciCommand::Go(go))) => go,
        other => panic!("{text}: {other:?}"),
    }
}

/// What is wrong with a part of a line.
fn message(text: &str) -> String {
    go(text).problem.expect("a part that is wrong").to_string()
}

#[test]
fn clocks_and_other_limits_are_all_read() {
    let clocks = GoCommand { wtime: Some(1000), btime: Some(2000), ..GoCommand::default() };
    assert_eq!(go("wtime 1000 btime 2000"), clocks);
    assert_eq!(go("btime 2000 wtime 1000"), clocks);
    assert_eq!(go("ponder wtime 1000 btime 2000"), GoCommand { ponder: true, ..clocks.clone() });
    assert_eq!(go("infinite wtime 1000 btime 2000"), GoCommand { infinite: true, ..clocks.clone() });
    assert_eq!(go("movetime 7 wtime 1000 btime 2000"), GoCommand { movetime: Some(7), ..clocks.clone() });
    assert_eq!(
        go("wtime 1000 winc 3 movestogo 40 ponder binc 4 btime 2000 depth 9 nodes 10 mate 11"),
        GoCommand {
            ponder: true,
            winc: Some(3),
            binc: Some(4),
            movestogo: Some(40),
            depth: Some(9),
            nodes: Some(10),
            mate: Some(11),
            ..clocks
        }
    );
    assert_eq!(go("wtime 100"), GoCommand { wtime: Some(100), ..GoCommand::default() });
}

#[test]
fn blanks_and_case_do_not_count() {
    for text in ["", " ", "\t"] {
        assert_eq!(go(text), GoCommand::default());
    }
    let infinite = GoCommand { infinite: true, ..GoCommand::default() };
    for text in ["infinite", "infinite ", " infinite\t\t", "INFINITE", "Infinite \r"] {
        assert_eq!(go(text), infinite);
    }
    assert_eq!(go("Depth\t 5 "), GoCommand { depth: Some(5), ..GoCommand::default() });
}

#[test]
fn numbers_are_brought_into_range() {
    for number in ["255", "256", "300", "999", "1000", "99999999999999999999999"] {
        assert_eq!(go(&format!("depth {number}")).depth, Some(255));
        assert_eq!(go(&format!("mate {number}")).mate, Some(255));
        assert_eq!(go(&format!("movestogo {number}")).movestogo, Some(255));
    }
    assert_eq!(go("nodes 999999999999").nodes, Some(999_999_999_999));
    assert_eq!(go("nodes 1234567890123").nodes, Some(1_234_567_890_123));
    assert_eq!(go("nodes 99999999999999999999").nodes, Some(i64::MAX as u64));
    assert_eq!(go("movetime 1234567890123").movetime, Some(999_999_999_999));
    assert_eq!(go("wtime -25 btime +30"), GoCommand { wtime: Some(-25), btime: Some(30), ..GoCommand::default() });
    assert_eq!(go("wtime -99999999999999999999").wtime, Some(-999_999_999_999));
    assert_eq!(
        go("depth -1 nodes -1 movetime -1 winc -1 movestogo -1"),
        go("depth 0 nodes 0 movetime 0 winc 0 movestogo 0")
    );
    assert_eq!(go("depth 007").depth, Some(7));
}

#[test]
fn invalid_numbers() {
    let expected = "expected a whole number";
    assert_eq!(message("depth"), format!("go: found nothing after 'depth', {expected}"));
    assert_eq!(message("wtime btime 5"), format!("go: found 'btime' after 'wtime', {expected}"));
    assert_eq!(message("nodes 1k"), format!("go: found '1k' after 'nodes', {expected}"));
    assert_eq!(message("perft -"), format!("go: found '-' after 'perft', {expected}"));
}

#[test]
fn first_moves() {
    assert_eq!(go("searchmoves e2e4 D2D4 infinite"), GoCommand { infinite: true, ..go("searchmoves e2e4 d2d4") });
    assert_eq!(go("depth 3 searchmoves e2e4 d2d4").searchmoves, ["e2e4", "d2d4"]);
    assert_eq!(go("searchmoves 0000").searchmoves, ["0000"]);
    assert!(go("searchmoves").searchmoves.is_empty());
    assert!(message("searchmoves e2e4 d4 depth 3").starts_with("go: found 'd4' as move 2, expected a move"));
    assert!(message("searchmoves a7a8k").starts_with("go: found 'a7a8k' as move 1, expected a move"));
}

#[test]
fn unknown_words_are_skipped() {
    let go = go("fast depth 3 please nodes 5");
    assert_eq!((go.depth, go.nodes), (Some(3), Some(5)));
    assert_eq!(go.problem.unwrap().to_string(), "go: found 'fast', expected a part such as 'depth 8'");
}

#[test]
fn wrong_parts_are_skipped() {
    let mut go = go("depth x nodes 5 wtime movestogo 3 searchmoves e2e9 d2d4 winc 7 nodes many");
    assert_eq!(go.problem.take().unwrap().to_string(), "go: found 'x' after 'depth', expected a whole number");
    let expected = GoCommand {
        nodes: Some(5),
        movestogo: Some(3),
        winc: Some(7),
        searchmoves: vec!["d2d4".to_owned()],
        ..GoCommand::default()
    };
    assert_eq!(go, expected);
}

#[test]
fn the_depth_of_perft_is_limited() {
    assert_eq!(go("perft 20").perft, Some(20));
    for number in ["21", "255", "99999999999999999999999"] {
        assert_eq!(go(&format!("perft {number}")).perft, None);
        let message = message(&format!("perft {number}"));
        assert!(message.ends_with("after 'perft', expected a depth of at most 20"), "{message}");
    }
}

#[test]
fn fractions_are_left_out() {
    assert_eq!(go("movetime 300.9 depth 7.0"), go("movetime 300 depth 7"));
    assert_eq!(go("wtime -0.5 btime 1e3"), go("wtime 0 btime 1000"));
}

#[test]
fn the_last_of_repeated_parts_counts() {
    assert_eq!(go("depth 3 nodes 1 depth 5"), go("depth 5 nodes 1"));
}
