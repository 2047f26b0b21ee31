//! Sessions over UCI with the binary: searches, and the process with its input and its output. `tests/data/transcripts/uci.md` has what
//! does not depend on the search.

use crate::client::{best, count, report};
use crate::prelude::*;

#[test]
fn a_game_of_chess_over_uci() {
    let mut engine = Engine::start();
    engine.ask("hello", "info string found 'hello'");
    let introduction = engine.ask("xboard\nuci", "uciok");
    assert!(introduction[0].starts_with("id name Kempelen"), "{introduction:?}");
    for option in ["Hash", "MultiPV", "OwnBook", "UCI_Chess960"] {
        let declared = format!("option name {option} type");
        assert!(introduction.iter().any(|line| line.starts_with(&declared)));
    }
    engine.ask("isready", "readyok");
    let thought = engine.ask("ucinewgame\nposition startpos moves e2e4 e7e5\ngo depth 5", "bestmove");
    let line = report(&thought);
    assert!(line.contains(" depth 5 ") && line.contains(" score cp "), "{line}");
    let best = best(&thought).to_owned();
    assert!(line.contains(&format!(" pv {best}")), "{line}");
}

#[test]
fn mate_and_stalemate_have_no_best_move() {
    let mut engine = Engine::after("position fen 7k/5Q2/6K1/8/8/8/8/8 b - - 0 1");
    let stalemate = engine.ask("go depth 3", "bestmove");
    assert_eq!(last(&stalemate), "bestmove (none)");
    assert!(stalemate[0].contains("score cp 0"), "{stalemate:?}");
    let mate = engine.ask("position fen 7k/6Q1/6K1/8/8/8/8/8 b - -\ngo depth 3", "bestmove");
    assert!(mate[0].contains("score mate 0"), "{mate:?}");
    engine.reports("position fen 7k/8/5K2/6Q1/8/8/8/8 w - -\ngo depth 4", "score mate 1");
}

#[test]
fn infinite_and_ponder_delay_bestmove() {
    let mut engine = Engine::after("position fen 7k/8/5K2/6Q1/8/8/8/8 w - -");
    let ponder = "go ponder wtime 1000 btime 1000";
    for (go, release) in [("go infinite", "stop"), (ponder, "ponderhit"), (ponder, "stop")] {
        engine.tell(&format!("{go}\nisready"));
        let heard = engine.hear("readyok");
        assert!(count(&heard, "bestmove") == 0, "{heard:?}");
        engine.ask(release, "bestmove");
    }
}

#[test]
fn searchmoves_and_several_lines() {
    let mut engine = Engine::start();
    let thought = engine.ask("go depth 3 searchmoves a2a3 h2h3", "bestmove");
    assert!(["bestmove a2a3", "bestmove h2h3"].iter().any(|best| last(&thought).starts_with(best)));
    let thought = engine.ask("setoption name MultiPV value 3\ngo depth 4", "bestmove");
    for rank in 1..=3 {
        let line = " depth 4 ";
        let rank = format!(" multipv {rank} ");
        assert!(thought.iter().any(|it| it.contains(line) && it.contains(&rank)), "{thought:?}");
    }
}

#[test]
fn uci_showwdl_shows_wdl() {
    let mut engine = Engine::start();
    assert!(!engine.ask("go depth 3", "bestmove").iter().any(|line| line.contains(" wdl ")));
    let thought = engine.ask("setoption name UCI_ShowWDL value true\ngo depth 3", "bestmove");
    let line = thought.iter().rfind(|line| line.contains(" wdl ")).unwrap();
    let chances = line.split(" wdl ").nth(1).unwrap().split(' ').take(3);
    let sum: u32 = chances.map(|number| number.parse::<u32>().unwrap()).sum();
    assert_eq!(sum, 1000, "{line}");
}

#[test]
fn several_threads_search_together() {
    let mut engine = Engine::after("setoption name Threads value 3");
    for _ in 0..3 {
        assert!(last(&engine.ask("go depth 8", "bestmove")).starts_with("bestmove "));
    }
    assert!(last(&engine.ask("go infinite\nstop", "bestmove")).starts_with("bestmove "));
    engine.reports("setoption name Threads value 1\nucinewgame\ngo nodes 5000", " nodes 5000 ");
}

#[test]
fn bytes_of_any_kind_change_nothing() {
    let mut engine = Engine::after("position startpos moves e2e4");
    engine.tell_bytes(&[0xff, 0xfe, b'\n', b'\r', b'\n', 0, b'\n']);
    engine.tell(&"x".repeat(1_000_000));
    let replies = engine.ask("go perft 1", "nodes");
    assert_eq!(last(&replies), "nodes searched: 20");
    assert!(replies.iter().any(|line| line.starts_with("e7e5")));
}

#[test]
fn perft_reacts_to_commands() {
    for next in ["stop", "position startpos", "setoption name Hash value 1", "quit", ""] {
        let mut engine = Engine::after("go perft 12");
        engine.ask("isready", "readyok");
        let asked = Instant::now();
        let heard = match next {
            "quit" | "" => {
                engine.tell(next);
                engine.end()
            }
            _ => engine.ask(next, "info string perft: stopped"),
        };
        assert!(asked.elapsed() < Duration::from_secs(8), "{next}");
        assert!(count(&heard, "nodes searched") == 0, "{heard:?}");
        if !["quit", ""].contains(&next) {
            assert_eq!(engine.ask("go perft 0", "nodes searched").last().unwrap(), "nodes searched: 1");
            assert_eq!(last(&engine.ask("go perft 3", "nodes searched")), "nodes searched: 8902");
        }
    }
}

#[test]
fn what_is_understood_of_a_search_counts() {
    Engine::start().reports("go depth x nodes 5000 wtime", " nodes 5000 ");
}

#[test]
fn the_end_of_input_ends_a_search() {
    let mut engine = Engine::start();
    engine.ask("go infinite", "info");
}

/// A client that was killed may leave the input open to others.
#[cfg(unix)]
#[test]
fn closed_output_ends_the_process() {
    for said in ["", "uci\nisready\n", "go infinite\n", "go perft 12\n"] {
        let mut process = program().stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().unwrap();
        let mut input = process.stdin.take().unwrap();
        input.write_all(said.as_bytes()).unwrap();
        sleep(Duration::from_millis(100));
        drop(process.stdout.take());
        let status = wait(&mut process);
        assert!(status.success(), "{said:?}: {status}");
        drop(input);
    }
}

#[cfg(target_os = "linux")]
#[test]
fn output_that_cannot_be_written_is_an_error() {
    let mut command = program();
    let full = fs::File::options().write(true).open("/dev/full").unwrap();
    let output = wait_with_output(command.arg("uci").stdout(full).stderr(Stdio::piped()).spawn().unwrap());
    output.exits_with(2);
    assert_eq!(output.err(), "kempelen: cannot write to standard output: the disk is full\n");
}
