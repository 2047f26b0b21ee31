//! Limits below the cost of depth 1, and the scores of finished games.

use crate::client::{any, count};
use crate::prelude::*;

const RUY_LOPEZ: &str = "position startpos moves e2e4 e7e5 g1f3 b8c6 f1b5";
const MATE_IN_ONE: &str = "position fen 6k1/5ppp/8/8/8/8/5PPP/R5K1 w - - 0 1";

/// The last line about the best move.
fn last_info(thought: &[String]) -> &str {
    let is_other = |line: &str| line.contains(" multipv ") && !line.contains(" multipv 1 ");
    let line = |line: &&String| line.starts_with("info depth") && !is_other(line);
    thought.iter().rfind(line).unwrap()
}

#[test]
fn the_first_line_is_searched_whatever_the_limit() {
    let mut engine = Engine::after(RUY_LOPEZ);
    let whole = engine.ask("go depth 1", "bestmove");
    let needed = number(last_info(&whole), "nodes");
    assert!((20..400).contains(&needed), "{whole:?}");
    for go in ["go nodes 1", "go nodes 0", "go movetime 0", "go wtime 0 btime 0"] {
        let thought = engine.ask(&format!("ucinewgame\n{go}"), "bestmove");
        assert!(number(last_info(&thought), "nodes") >= needed, "{go}: {thought:?}");
        assert!(!last(&thought).starts_with("bestmove e8e7"), "{go}: {thought:?}");
    }
    let thought = engine.ask("ucinewgame\ngo infinite\nstop", "bestmove");
    assert!(number(last_info(&thought), "nodes") >= needed, "{thought:?}");
    engine.tell("ucinewgame");
    let more = needed + 7;
    assert_eq!(number(last_info(&engine.ask(&format!("go nodes {more}"), "bestmove")), "nodes"), more);
    // The nodes of all threads count.
    engine.tell("setoption name Threads value 2");
    let thought = engine.ask("go nodes 20000", "bestmove");
    assert!(number(last_info(&thought), "nodes") >= 20_000, "{thought:?}");
}

#[test]
fn a_mate_in_one_is_found_with_every_setting() {
    let mut engine = Engine::after(MATE_IN_ONE);
    for setting in
        ["Clear Hash", "MultiPV value 4", "MultiPV value 1", "UCI_LimitStrength value true", "UCI_Elo value 800"]
    {
        let thought = engine.ask(&format!("setoption name {setting}\nucinewgame\ngo nodes 1"), "bestmove");
        assert!(last_info(&thought).contains(" score mate 1 "), "{setting}: {thought:?}");
        assert_eq!(last(&thought), "bestmove a1a8", "{setting}");
    }
    let thought = engine.ask("go nodes 1 searchmoves g1f1 a1a7 a1a6", "bestmove");
    assert!(number(last_info(&thought), "nodes") >= 3, "{thought:?}");
}

#[test]
fn draughts_moves_are_searched_too() {
    let mut engine = Engine::greeted("hub\ninit", "ready");
    engine.tell("pos start moves=\"11-15 23-18\"");
    for limit in ["nodes=1", "move-time=0"] {
        let thought = engine.ask(&format!("level {limit}\ngo think"), "done");
        assert!(count(&thought, "info depth=1 ") > 0, "{thought:?}");
        assert!(!any(&thought, " nodes=1 "), "{thought:?}");
    }
}

/// Captures between so many queens have no end.
#[test]
fn an_endless_quiescence_is_stopped() {
    let mut engine = Engine::after("position fen qqqqqqqk/qqqqqqqq/8/8/8/8/QQQQQQQQ/QQQQQQQK w - - 0 1");
    let thought = engine.ask("go movetime 1", "bestmove");
    assert!(number(last_info(&thought), "nodes") < 20_000, "{thought:?}");
}

#[test]
fn finished_games_have_exact_scores() {
    let mut engine = Engine::after("setoption name UCI_ShowWDL value true\nsetoption name Contempt value 50");
    for [fen, score] in cases("uci", "finished") {
        let thought = engine.ask(&format!("position fen {fen}\ngo depth 6"), "bestmove");
        let scores: Vec<_> = thought.iter().filter(|line| line.contains(" score ")).collect();
        assert!(!scores.is_empty(), "{fen}");
        for line in scores {
            assert!(line.contains(&format!(" score {score} ")), "{fen}: {line}");
        }
    }
    let knights = "g1f3 g8f6 f3g1 f6g8";
    let repeated = engine.ask(&format!("position startpos moves {knights} {knights}\ngo depth 3"), "bestmove");
    let last = repeated.iter().rfind(|line| line.contains(" score "));
    assert!(last.unwrap().contains(" cp 0 wdl 0 1000 0 "), "{repeated:?}");
}

/// A search without a limit of depth ends eight plies behind the end of the game, for the loser, too.
#[test]
fn a_known_end_is_searched_eight_plies_deeper() {
    let mut engine = Engine::start();
    for (position, plies) in [(MATE_IN_ONE, 1), ("position fen 7k/8/6K1/8/8/8/8/R6R b - - 0 1", 2)] {
        let thought = engine.ask(&format!("{position}\ngo movetime 60000"), "bestmove");
        assert_eq!(number(last_info(&thought), "depth"), plies + 9, "{thought:?}");
    }
}

/// `mate 4` is four moves, not plies: the search is content with the mate in four that it finds, and
/// not where it is asked for a mate in three.
#[test]
fn a_mate_is_asked_for_in_moves() {
    let mut engine = Engine::start();
    let depth_of = |engine: &mut Engine, moves: u32| {
        engine.tell("ucinewgame\nposition fen 7k/8/8/4K3/8/8/8/6R1 w - - 0 1");
        let thought = engine.ask(&format!("go mate {moves}"), "bestmove");
        assert!(last_info(&thought).contains(" score mate 4 "), "{thought:?}");
        number(last_info(&thought), "depth")
    };
    let [four, three] = [4, 3].map(|moves| depth_of(&mut engine, moves));
    assert!(four < 13 && three > 13, "{four} {three}");
}

/// Threads that have no processor to run on do not take the leader's time.
#[test]
fn additional_threads_do_not_slow_down_the_main_thread() {
    let mut engine = Engine::after("setoption name Threads value 64");
    engine.ask("isready", "readyok");
    let thought = engine.ask(&format!("{RUY_LOPEZ}\ngo movetime 100"), "bestmove");
    assert!(number(last_info(&thought), "depth") >= 4, "{thought:?}");
}

/// Whatever memory there is, every question is answered, and the process ends well.
#[cfg(target_os = "linux")]
#[test]
fn low_memory_is_reported_and_the_search_continues() {
    let conversation = |kibibytes: u32| {
        let mut shell = Command::new("sh");
        shell.args(["-c", &format!("ulimit -v {kibibytes}; exec \"$0\""), ENGINE]);
        let lines = "uci\nsetoption name Threads value 8\nsetoption name Hash value 64\nisready\ngo nodes 20000\n";
        output_for(&mut shell, lines.as_bytes())
    };
    let mut played = 0;
    for kibibytes in (100_000..=300_000).step_by(20_000) {
        let output = conversation(kibibytes);
        let text = output.out();
        // There may be too little memory even for the first table or the first thread; which of the two is missed depends on when
        // the system gives memory to the other threads of the program.
        let refusals =
            ["info string cannot allocate 16 MiB for the hash table: ", "info string cannot start thread 1: "];
        if refusals.iter().any(|refusal| text.starts_with(refusal)) {
            assert_eq!(text.lines().count(), 1, "{kibibytes} KiB: {text}");
            output.exits_with(1);
            continue;
        }
        output.exits_with(0);
        assert!(text.contains("readyok") && text.contains("bestmove "), "{kibibytes} KiB: {text}");
        played += 1;
    }
    assert!(played >= 5, "{played}");
}
