//! Answers, exactly as clients want them.

use crate::prelude::*;
use kempelen::protocol::uci::syntax::{InfoFields, UciScore, best_move_line, info_line, info_string, option_line};
use kempelen::search::ShownScore;

fn info() -> SearchInfo {
    SearchInfo {
        depth: 12,
        seldepth: 20,
        multi_pv: 2,
        wdl: Some([1, 990, 9]),
        nodes: 4000,
        tb_hits: 6,
        elapsed: Duration::from_millis(20),
        hashfull: 5,
        ..SearchInfo::known(Score::DRAW, ShownScore::Estimate(0))
    }
}

const FEW: InfoFields = InfoFields { multipv: false, wdl: false, tbhits: true };

fn shown(info: SearchInfo, score: UciScore) -> String {
    info_line(&info, score, &["e2e4", "e7e8q"].map(str::to_owned), FEW)
}

#[test]
fn a_line_has_all_that_clients_need() {
    let rest = "nodes 4000 nps 200000 hashfull 5 tbhits 6 time 20 pv e2e4 e7e8q";
    let score = UciScore::Cp(-31);
    assert_eq!(shown(info(), score), format!("info depth 12 seldepth 20 score cp -31 {rest}"));
    let all = InfoFields { multipv: true, wdl: true, tbhits: false };
    let full = info_line(&SearchInfo { bound: Bound::Lower, ..info() }, score, &["a1".to_owned()], all);
    let rest = "nodes 4000 nps 200000 hashfull 5 time 20 pv a1";
    assert_eq!(full, format!("info depth 12 seldepth 20 multipv 2 score cp -31 lowerbound wdl 1 990 9 {rest}"));
    let empty = SearchInfo { nodes: 0, elapsed: Duration::ZERO, hashfull: 0, tb_hits: 0, ..info() };
    let empty = info_line(&empty, score, &[], FEW);
    assert_eq!(empty, "info depth 12 seldepth 20 score cp -31 nodes 0 nps 0 hashfull 0 tbhits 0 time 0");
}

#[test]
fn mates_near_and_far_with_their_bounds() {
    for (bound, text) in
        [(Bound::Exact, "nodes"), (Bound::Lower, "lowerbound nodes"), (Bound::Upper, "upperbound nodes")]
    {
        for mate in [0, 1, -1, 127, 128, -128, -129, 300, i32::MIN, i32::MAX] {
            let line = shown(SearchInfo { bound, ..info() }, UciScore::Mate(mate));
            assert!(line.contains(&format!(" score mate {mate} {text} ")), "{line}");
        }
    }
}

#[test]
fn speed_is_always_a_number() {
    for (nodes, milliseconds, nps) in [(20, 0, 20_000), (u64::MAX, 1000, u64::MAX), (u64::MAX, 1, u64::MAX)] {
        let line = shown(SearchInfo { nodes, elapsed: Duration::from_millis(milliseconds), ..info() }, UciScore::Cp(0));
        assert!(line.contains(&format!(" nps {nps} ")), "{line}");
    }
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
