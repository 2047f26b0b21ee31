//! What the options do, as far as a client can see it.

use crate::client::{any, best, count, report};
use crate::prelude::*;

#[test]
fn every_option_that_clients_look_for_is_declared() {
    let mut engine = Engine::start();
    let introduction = engine.ask("uci", "uciok");
    for [declaration] in cases("uci", "declared") {
        let line = format!("option name {declaration}");
        assert!(introduction.iter().any(|option| option.starts_with(&line)), "{declaration}: {introduction:?}");
    }
    let page = include_str!("../../docs/uci.md");
    for entry in OPTIONS.iter().filter(|entry| entry.is_for(game_info("chess").unwrap(), ProtocolKind::Uci)) {
        let name = format!("`{}`", entry.name);
        assert!(page.contains(&name), "{name} in the page");
    }
}

#[test]
fn contempt_sets_the_score_of_draws() {
    // White can only take the last pawn, or lose.
    let mut engine = Engine::after("position fen 4k3/8/8/8/8/8/3p4/4K3 w - - 0 1");
    for (contempt, analysing, expected) in [(50, false, "cp -50 "), (-100, false, "cp 100 "), (50, true, "cp 0 ")] {
        engine.tell(&format!("setoption name Contempt value {contempt}"));
        engine.tell(&format!("setoption name UCI_AnalyseMode value {analysing}\nucinewgame"));
        let thought = engine.ask("go depth 4", "bestmove e1d2");
        assert!(report(&thought).contains(expected), "{contempt} {analysing}: {thought:?}");
    }
}

/// White must take, and the tables of four pieces know that the rest is drawn.
#[test]
fn contempt_sets_the_score_of_draws_that_endgame_tables_know() {
    let mut engine = Engine::greeted("ugi", "ugiok");
    engine.tell("setoption name Game value english");
    for contempt in [50, -100] {
        engine.tell(&format!(
            "setoption name Contempt value {contempt}\nuginewgame\nposition fen W:WK27,K24:BK2,K23,K26"
        ));
        let thought = engine.ask("go depth 5", "bestmove 27x18x23");
        let line = thought.iter().find(|line| line.contains(" depth 5 ")).unwrap();
        assert!(line.contains(&format!(" score cp {} ", -contempt)), "{thought:?}");
    }
}

#[test]
fn a_weak_player_keeps_to_its_nodes_and_to_every_other_limit() {
    let mut engine = Engine::after("setoption name UCI_LimitStrength value true");
    for elo in [800, 1900, 2400] {
        engine.tell(&format!("setoption name UCI_Elo value {elo}\nucinewgame"));
        assert_eq!(number(report(&engine.ask("go movetime 60000", "bestmove")), "nodes"), 40_000, "{elo}");
        let thought = engine.ask("go depth 2", "bestmove");
        assert!(!any(&thought, " depth 3 "), "{thought:?}");
        assert_eq!(number(report(&engine.ask("go nodes 50", "bestmove")), "nodes"), 50);
        for (go, release) in [("go infinite", "stop"), ("go ponder wtime 9 btime 9", "ponderhit")] {
            let heard = engine.ask(&format!("{go}\nisready"), "readyok");
            assert!(count(&heard, "bestmove") == 0, "{heard:?}");
            engine.ask(release, "bestmove");
        }
    }
    for wrong in ["79", "99999", "strong"] {
        engine.answers(&format!("setoption name UCI_Elo value {wrong}"), "info string", "UCI_Elo");
    }
}

#[test]
fn the_lower_the_rating_the_more_moves_are_random() {
    let mut engine = Engine::after("setoption name UCI_LimitStrength value true");
    let mut different_moves = |elo: u32| {
        engine.tell(&format!("setoption name UCI_Elo value {elo}"));
        (0..20).map(|_| engine.best("ucinewgame\ngo nodes 2000")).collect::<std::collections::BTreeSet<_>>().len()
    };
    assert_eq!(different_moves(2400), 1);
    assert!(different_moves(800) > 1);
}

#[test]
fn a_weak_player_shows_no_more_lines_than_asked_for() {
    let mut engine = Engine::after("setoption name UCI_LimitStrength value true");
    let thought = engine.ask("setoption name UCI_Elo value 800\ngo depth 1", "bestmove");
    assert!(!any(&thought, " multipv "), "{thought:?}");
    let best = best(&thought);
    assert!(report(&thought).contains(&format!(" pv {best}")), "{thought:?}");
}

#[test]
fn a_book_stays_closed_while_positions_are_studied() {
    let folder = Folder::with(&[("book.txt", "Mine: g2g4\n")]);
    let mut engine = Engine::after("setoption name OwnBook value true");
    engine.tell(&format!("setoption name Book File value {}", folder.text_path("book.txt")));
    engine.plays("go movetime 50", "g2g4");
    assert_ne!(engine.best("setoption name UCI_AnalyseMode value true\ngo movetime 50"), "g2g4");
    engine.plays("setoption name UCI_AnalyseMode value false\ngo movetime 50", "g2g4");
}

/// The engine says how many threads search if the processors are too few for all: once, whenever the number is set
/// to another one.
#[test]
fn threads_without_a_processor_are_reported() {
    let processors = kempelen::system::processors();
    let mut engine = Engine::greeted("uci", "uciok");
    for (threads, is_reported) in [
        (1, false),
        (processors, false),
        (processors + 1, true),
        (processors + 1, false),
        (processors, false),
        (processors + 2, true),
        (1, false),
    ] {
        let lines = engine.heard_before(&format!("setoption name Threads value {threads}\nisready"), "readyok");
        let report = format!("info string found {processors} processors: {processors} threads search, not {threads}");
        assert_eq!(lines, if is_reported { vec![report] } else { Vec::new() }, "{threads}");
    }
}

#[test]
fn the_version_names_target_and_features() {
    let text = |argument: &str| run(argument).text();
    let first = concat!("Kempelen ", env!("CARGO_PKG_VERSION"));
    assert_eq!(text("-V").trim(), first);
    let long = text("--version");
    let mut lines = long.lines();
    assert_eq!(lines.next(), Some(first));
    for row in ["commit: ", "target: ", "built for: ", "processor has: ", "networks by: ", "features: "] {
        let line = lines.next().unwrap_or_default();
        assert!(line.starts_with(row) && line.len() > row.len(), "{long}");
    }
}

#[test]
fn the_old_hash_table_stays_if_there_is_no_memory_for_a_new_one() {
    let mut engine = Engine::after("setoption name Hash value 1048576");
    let thought = engine.ask("go depth 3", "bestmove");
    assert!(thought[0].contains("cannot allocate"), "{thought:?}");
}
