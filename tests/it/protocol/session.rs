//! Games, positions and searches.

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
fn a_person_sees_the_board_and_its_evaluation() {
    let mut engine = Engine::after("position startpos moves e2e4");
    let board = engine.ask("d", "key: ");
    assert_eq!(board[1], " a8 | r | n | b | q | k | b | n | r |");
    assert_eq!(board[9], " a4 |   |   |   |   | P |   |   |   |");
    assert_eq!(board[17], "position: rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1");
    let value = engine.ask("eval", "static evaluation: ");
    assert!(last(&value).ends_with(" pawns for the side to move"), "{value:?}");
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
fn a_changed_line_of_a_book_is_another_move() {
    let folder = Folder::new();
    let mut engine = Engine::after("setoption name OwnBook value true");
    let set = format!("setoption name Book File value {}", folder.text_path("book.txt"));
    for mv in ["b2b3", "g2g4"] {
        folder.write("book.txt", format!("Mine: {mv}\n"));
        engine.plays(&format!("{set}\ngo wtime 60000 btime 60000"), mv);
    }
    folder.write("book.txt", "Mine: e2e5\n");
    engine.answers(&set, "info string", "line 1: move 1");
    engine.plays("go wtime 60000 btime 60000", "g2g4");
}

#[test]
fn chess960_castling_is_written_as_asked() {
    let mut engine = Engine::start();
    for castling in ["e1h1", "e1g1"] {
        engine.tell(&format!("position fen 4k3/8/8/8/8/8/8/4K2R w K - moves {castling}"));
        let counts = engine.ask("go perft 1", "nodes");
        assert!(counts.contains(&"e8d8: 1".to_owned()), "{counts:?}");
        assert!(!counts.contains(&"e8f8: 1".to_owned()), "{counts:?}");
    }
    engine.tell("setoption name UCI_Chess960 value true\nposition fen 4k3/8/8/8/8/8/8/4K2R w H -");
    assert!(engine.ask("go perft 1", "nodes").contains(&"e1h1: 1".to_owned()));
}
