//! Answers, exactly as clients want them.

use crate::prelude::*;
use kempelen::protocol::uci::syntax::{InfoLine, UciScore, best_move_line, info_string, option_line};

fn line() -> InfoLine {
    InfoLine {
        depth: 12,
        seldepth: 20,
        multipv: None,
        score: UciScore::Cp(-31),
        bound: Bound::Exact,
        wdl: None,
        nodes: 4000,
        time: 20,
        hashfull: 5,
        tbhits: Some(6),
        pv: vec!["e2e4".to_owned(), "e7e8q".to_owned()],
    }
}

fn shown(line: InfoLine) -> String {
    line.to_string()
}

#[test]
fn a_line_has_all_that_clients_need() {
    let rest = "nodes 4000 nps 200000 hashfull 5 tbhits 6 time 20 pv e2e4 e7e8q";
    assert_eq!(shown(line()), format!("info depth 12 seldepth 20 score cp -31 {rest}"));
    let full = InfoLine { multipv: Some(2), bound: Bound::Lower, wdl: Some([1, 990, 9]), ..line() };
    assert_eq!(shown(full), format!("info depth 12 seldepth 20 multipv 2 score cp -31 lowerbound wdl 1 990 9 {rest}"));
    let empty = InfoLine { pv: Vec::new(), nodes: 0, time: 0, hashfull: 0, tbhits: Some(0), ..line() };
    assert_eq!(shown(empty), "info depth 12 seldepth 20 score cp -31 nodes 0 nps 0 hashfull 0 tbhits 0 time 0");
}

#[test]
fn mates_near_and_far_with_their_bounds() {
    for (bound, text) in
        [(Bound::Exact, "nodes"), (Bound::Lower, "lowerbound nodes"), (Bound::Upper, "upperbound nodes")]
    {
        for mate in [0, 1, -1, 127, 128, -128, -129, 300, i32::MIN, i32::MAX] {
            let line = shown(InfoLine { score: UciScore::Mate(mate), bound, ..line() });
            assert!(line.contains(&format!(" score mate {mate} {text} ")), "{line}");
        }
    }
}

#[test]
fn speed_is_always_a_number() {
    let nps = |nodes, time| {
        let line = InfoLine { nodes, time, ..line() };
        line.nps()
    };
    assert_eq!(nps(20, 0), 20_000);
    assert_eq!(nps(u64::MAX, 1000), u64::MAX);
    assert_eq!(nps(u64::MAX, 1), u64::MAX);
}

#[test]
fn a_text_is_one_line() {
    assert_eq!(info_string("two\r\nlines"), "info string two  lines");
}

#[test]
fn best_moves() {
    assert_eq!(best_move_line(Some("e1h1"), None), "bestmove e1h1");
    assert_eq!(best_move_line(Some("a7a8n"), Some("b8c6")), "bestmove a7a8n ponder b8c6");
    assert_eq!(best_move_line(None, None), "bestmove (none)");
    assert_eq!(best_move_line(None, Some("e2e4")), "bestmove (none)");
}

#[test]
fn options_of_every_kind() {
    for (name, kind, text) in [
        ("Ponder", OptionKind::Check { default: false }, "check default false"),
        ("Move Overhead", OptionKind::Spin { default: 20, min: 0, max: 5000 }, "spin default 20 min 0 max 5000"),
        ("SyzygyPath", OptionKind::Text { default: "" }, "string default <empty>"),
        ("Book File", OptionKind::Text { default: "a b.bin" }, "string default a b.bin"),
        ("Clear Hash", OptionKind::Button, "button"),
    ] {
        assert_eq!(option_line(name, kind), format!("option name {name} type {text}"));
    }
}
