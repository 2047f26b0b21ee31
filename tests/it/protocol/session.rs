//! Games, positions and searches.

use crate::client::{Engine, last};

#[test]
fn a_game_of_chess_over_uci() {
    let mut engine = Engine::start();
    engine.ask("hello", "info string found 'hello'");
    engine.tell("xboard");
    let introduction = engine.ask("uci", "uciok");
    assert!(introduction[0].starts_with("id name Kempelen"), "{introduction:?}");
    for option in ["Hash", "MultiPV", "OwnBook", "UCI_Chess960"] {
        let declared = format!("option name {option} type");
        assert!(introduction.iter().any(|line| line.starts_with(&declared)));
    }
    engine.ask("isready", "readyok");
    engine.tell("ucinewgame");
    engine.tell("position startpos moves e2e4 e7e5");
    let thought = engine.ask("go depth 5", "bestmove");
    let line = &thought[thought.len() - 2];
    assert!(line.contains(" depth 5 ") && line.contains(" score cp "), "{line}");
    let best = last(&thought).split(' ').nth(1).unwrap().to_owned();
    assert!(line.contains(&format!(" pv {best}")), "{line}");
    engine.end();
}

#[test]
fn mate_and_stalemate_have_no_best_move() {
    let mut engine = Engine::start();
    engine.tell("position fen 7k/5Q2/6K1/8/8/8/8/8 b - - 0 1");
    let stalemate = engine.ask("go depth 3", "bestmove");
    assert_eq!(last(&stalemate), "bestmove (none)");
    assert!(stalemate[0].contains("score cp 0"), "{stalemate:?}");
    engine.tell("position fen 7k/6Q1/6K1/8/8/8/8/8 b - -");
    let mate = engine.ask("go depth 3", "bestmove");
    assert!(mate[0].contains("score mate 0"), "{mate:?}");
    engine.tell("position fen 7k/8/5K2/6Q1/8/8/8/8 w - -");
    let win = engine.ask("go depth 4", "bestmove");
    assert!(win[win.len() - 2].contains("score mate 1"), "{win:?}");
    engine.end();
}

#[test]
fn infinite_and_ponder_delay_bestmove() {
    let mut engine = Engine::start();
    engine.tell("position fen 7k/8/5K2/6Q1/8/8/8/8 w - -");
    for (go, release) in [
        ("go infinite", "stop"),
        ("go ponder wtime 1000 btime 1000", "ponderhit"),
        ("go ponder wtime 1000 btime 1000", "stop"),
    ] {
        engine.tell(go);
        engine.tell("isready");
        let heard = engine.hear("readyok");
        assert!(!heard.iter().any(|line| line.starts_with("bestmove")), "{heard:?}");
        engine.ask(release, "bestmove");
    }
    engine.end();
}

#[test]
fn a_person_sees_the_board_and_its_evaluation() {
    let mut engine = Engine::start();
    engine.tell("position startpos moves e2e4");
    let board = engine.ask("d", "key: ");
    assert_eq!(board[1], " a8 | r | n | b | q | k | b | n | r |");
    assert_eq!(board[9], " a4 |   |   |   |   | P |   |   |   |");
    let position = "position: rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1";
    assert_eq!(board[17], position);
    let value = engine.ask("eval", "static evaluation: ");
    assert!(last(&value).ends_with(" pawns for the side to move"), "{value:?}");
    engine.end();
}

#[test]
fn searchmoves_and_several_lines() {
    let mut engine = Engine::start();
    let thought = engine.ask("go depth 3 searchmoves a2a3 h2h3", "bestmove");
    assert!(["bestmove a2a3", "bestmove h2h3"].iter().any(|best| last(&thought).starts_with(best)));
    engine.tell("setoption name MultiPV value 3");
    let thought = engine.ask("go depth 4", "bestmove");
    for rank in 1..=3 {
        let line = " depth 4 ";
        let rank = format!(" multipv {rank} ");
        assert!(thought.iter().any(|it| it.contains(line) && it.contains(&rank)), "{thought:?}");
    }
    engine.end();
}

#[test]
fn uci_showwdl_shows_wdl() {
    let mut engine = Engine::start();
    let thought = engine.ask("go depth 3", "bestmove");
    assert!(!thought.iter().any(|line| line.contains(" wdl ")));
    engine.tell("setoption name UCI_ShowWDL value true");
    let thought = engine.ask("go depth 3", "bestmove");
    let line = thought.iter().rfind(|line| line.contains(" wdl ")).unwrap();
    let chances = line.split(" wdl ").nth(1).unwrap().split(' ').take(3);
    let sum: u32 = chances.map(|number| number.parse::<u32>().unwrap()).sum();
    assert_eq!(sum, 1000, "{line}");
    engine.end();
}

#[test]
fn several_threads_search_together() {
    let mut engine = Engine::start();
    engine.tell("setoption name Threads value 3");
    for _ in 0..3 {
        let thought = engine.ask("go depth 8", "bestmove");
        assert!(last(&thought).starts_with("bestmove "));
    }
    engine.tell("go infinite");
    let thought = engine.ask("stop", "bestmove");
    assert!(last(&thought).starts_with("bestmove "));
    engine.tell("setoption name Threads value 1");
    engine.tell("ucinewgame");
    let exact = engine.ask("go nodes 5000", "bestmove");
    assert!(exact[exact.len() - 2].contains(" nodes 5000 "), "{exact:?}");
    engine.end();
}

#[test]
fn a_changed_line_of_a_book_is_another_move() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("book.txt");
    let mut engine = Engine::start();
    engine.tell("setoption name OwnBook value true");
    for mv in ["b2b3", "g2g4"] {
        std::fs::write(&path, format!("Mine: {mv}\n")).unwrap();
        engine.tell(&format!("setoption name Book File value {}", path.display()));
        let answer = engine.ask("go wtime 60000 btime 60000", "bestmove");
        assert_eq!(last(&answer), format!("bestmove {mv}"));
    }
    std::fs::write(&path, "Mine: e2e5\n").unwrap();
    let file = format!("setoption name Book File value {}", path.display());
    let answer = engine.ask(&file, "info string");
    assert!(last(&answer).contains("line 1: move 1"), "{answer:?}");
    let answer = engine.ask("go wtime 60000 btime 60000", "bestmove");
    assert_eq!(last(&answer), "bestmove g2g4");
    engine.end();
}

#[test]
fn chess960_castling_is_written_as_asked() {
    let mut engine = Engine::start();
    for castling in ["e1h1", "e1g1"] {
        let castled = format!("position fen 4k3/8/8/8/8/8/8/4K2R w K - moves {castling}");
        engine.tell(&castled);
        let counts = engine.ask("go perft 1", "nodes");
        assert!(counts.contains(&"e8d8: 1".to_owned()), "{counts:?}");
        assert!(!counts.contains(&"e8f8: 1".to_owned()), "{counts:?}");
    }
    engine.tell("setoption name UCI_Chess960 value true");
    engine.tell("position fen 4k3/8/8/8/8/8/8/4K2R w H -");
    assert!(engine.ask("go perft 1", "nodes").contains(&"e1h1: 1".to_owned()));
    engine.end();
}
