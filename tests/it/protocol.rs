//! Whole conversations with the binary: what clients send, and what they must hear.

use crate::client::{Engine, last};
use std::io::Write;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

#[test]
fn a_game_of_chess_over_uci() {
    let mut engine = Engine::start();
    engine.ask("hello", "info string found 'hello'");
    engine.tell("xboard");
    let introduction = engine.ask("uci", "uciok");
    assert!(
        introduction[0].starts_with("id name Kempelen"),
        "{introduction:?}"
    );
    for option in ["Hash", "MultiPV", "OwnBook", "UCI_Chess960"] {
        let declared = format!("option name {option} type");
        assert!(introduction.iter().any(|line| line.starts_with(&declared)));
    }
    engine.ask("isready", "readyok");
    engine.tell("ucinewgame");
    engine.tell("position startpos moves e2e4 e7e5");
    let thought = engine.ask("go depth 5", "bestmove");
    let line = &thought[thought.len() - 2];
    assert!(
        line.contains(" depth 5 ") && line.contains(" score cp "),
        "{line}"
    );
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
fn infinite_and_ponder_hold_the_move_back() {
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
        assert!(
            !heard.iter().any(|line| line.starts_with("bestmove")),
            "{heard:?}"
        );
        engine.ask(release, "bestmove");
    }
    engine.end();
}

#[test]
fn bad_input_is_named_and_changes_nothing() {
    let mut engine = Engine::start();
    engine.tell("position startpos moves e2e4");
    for (bad, word) in [
        ("setoption name Hash value 0", "from 1 to"),
        ("setoption name Hash value many", "whole number"),
        ("setoption name Nothing value 1", "Nothing"),
        (
            "setoption name Book File value /no/such/file",
            "/no/such/file",
        ),
        (
            "setoption name Eval File value /no/such/file",
            "/no/such/file",
        ),
    ] {
        let answer = engine.ask(bad, "info string");
        assert!(last(&answer).contains(word), "{bad}: {answer:?}");
    }
    engine.tell_bytes(&[0xff, 0xfe, b'\n', b'\r', b'\n', 0, b'\n']);
    engine.tell(&"x".repeat(1_000_000));
    let replies = engine.ask("go perft 1", "nodes");
    assert_eq!(last(&replies), "nodes searched: 20");
    assert!(replies.iter().any(|line| line.starts_with("e7e5")));
    engine.end();
}

/// Nobody gets a move of another position than the one that was meant.
#[test]
fn a_refused_position_has_no_move() {
    let mut engine = Engine::start();
    for (bad, reason) in [
        ("position fen 8/8/8/8/8/8/8/8 w - - 0 1", "king"),
        ("position fen rubbish", "rubbish"),
        ("position startpos moves e2e4 e2e4", "move 2"),
        ("position startpos moves e2e4 e7e9", "move 2"),
        ("position fen", "nothing after 'fen'"),
        ("position start", "'start' after 'position'"),
        ("position", "nothing after 'position'"),
    ] {
        engine.tell("position startpos moves e2e4");
        let answer = engine.ask(bad, "info string position: ");
        assert!(last(&answer).contains(reason), "{bad}: {answer:?}");
        // A new game brings the former position back as little.
        engine.tell("ucinewgame");
        for (go, release) in [
            ("go depth 3", ""),
            ("go movetime 10", ""),
            ("go infinite", "stop"),
            ("go ponder wtime 9 btime 9", "ponderhit"),
            ("go ponder wtime 9 btime 9", "stop"),
            ("go infinite", "position startpos"),
        ] {
            engine.tell(go);
            let mut heard = engine.ask("isready", "readyok");
            if !release.is_empty() {
                let early = heard.iter().any(|line| line.starts_with("bestmove"));
                assert!(!early, "{bad}, {go}: {heard:?}");
                heard.extend(engine.ask(release, "bestmove"));
            }
            let told = "info string there is no position to think about: position: ";
            assert!(
                heard[0].starts_with(told) && heard[0].contains(reason),
                "{heard:?}"
            );
            assert!(heard.contains(&"bestmove (none)".to_owned()), "{heard:?}");
            assert!(
                !heard.iter().any(|line| line.contains(" score ")),
                "{heard:?}"
            );
        }
        engine.tell(bad);
        for line in ["go perft 2", "d", "eval"] {
            engine.tell(line);
            let heard = engine.ask("isready", "readyok");
            let told = heard[heard.len() - 2].starts_with("info string there is no position");
            assert!(told, "{line}: {heard:?}");
        }
        engine.tell("position startpos moves e2e4");
        let thought = engine.ask("go depth 3", "bestmove");
        assert_ne!(last(&thought), "bestmove (none)");
    }
    engine.tell("position fen rubbish");
    engine.tell("go infinite");
    let heard = engine.end();
    assert_eq!(last(&heard), "bestmove (none)");
}

#[test]
fn a_search_that_is_not_understood_ends_with_a_move() {
    let mut engine = Engine::start();
    for (go, found) in [
        ("go depth x", "'x' after 'depth'"),
        ("go depth", "nothing after 'depth'"),
        ("go nodes many", "'many' after 'nodes'"),
        ("go wtime soon btime later", "'soon' after 'wtime'"),
        ("go deep 8", "'deep'"),
        ("go searchmoves e2e9", "'e2e9' as move 1"),
        ("go perft 21", "'21' after 'perft'"),
    ] {
        let thought = engine.ask(go, "bestmove");
        let told = format!("info string go: found {found}, expected ");
        assert!(thought[0].starts_with(&told), "{go}: {thought:?}");
        assert_ne!(last(&thought), "bestmove (none)", "{go}");
        assert!(thought.iter().any(|line| line.contains(" score ")), "{go}");
    }
    // What was understood counts.
    let thought = engine.ask("go depth x nodes 5000 wtime", "bestmove");
    assert!(
        thought[thought.len() - 2].contains(" nodes 5000 "),
        "{thought:?}"
    );
    engine.end();
}

#[test]
fn a_count_hears_what_comes_meanwhile() {
    for next in [
        "stop",
        "position startpos",
        "setoption name Hash value 1",
        "quit",
        "",
    ] {
        let mut engine = Engine::start();
        engine.tell("go perft 12");
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
        assert!(
            !heard.iter().any(|line| line.starts_with("nodes searched")),
            "{heard:?}"
        );
        if !["quit", ""].contains(&next) {
            assert_eq!(
                engine.ask("go perft 0", "nodes searched").last().unwrap(),
                "nodes searched: 1"
            );
            let counted = engine.ask("go perft 3", "nodes searched");
            assert_eq!(last(&counted), "nodes searched: 8902");
            engine.end();
        }
    }
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
    assert!(
        last(&value).ends_with(" pawns for the side to move"),
        "{value:?}"
    );
    engine.end();
}

#[test]
fn searchmoves_and_several_lines() {
    let mut engine = Engine::start();
    let thought = engine.ask("go depth 3 searchmoves a2a3 h2h3", "bestmove");
    assert!(
        ["bestmove a2a3", "bestmove h2h3"]
            .iter()
            .any(|best| last(&thought).starts_with(best))
    );
    engine.tell("setoption name MultiPV value 3");
    let thought = engine.ask("go depth 4", "bestmove");
    for rank in 1..=3 {
        let line = " depth 4 ";
        let rank = format!(" multipv {rank} ");
        assert!(
            thought
                .iter()
                .any(|it| it.contains(line) && it.contains(&rank)),
            "{thought:?}"
        );
    }
    engine.end();
}

#[test]
fn chances_are_shown_if_wanted() {
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
        engine.tell(&format!(
            "setoption name Book File value {}",
            path.display()
        ));
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
    assert!(
        engine
            .ask("go perft 1", "nodes")
            .contains(&"e1h1: 1".to_owned())
    );
    engine.end();
}

#[test]
fn the_end_of_input_ends_a_search() {
    let mut engine = Engine::start();
    engine.ask("go infinite", "info");
    engine.end();
}

#[test]
fn a_misspelt_command_is_told_off() {
    let run = |word: &str| {
        let mut command = Command::new(env!("CARGO_BIN_EXE_kempelen"));
        command.arg(word).output().unwrap()
    };
    let output = run("analyze");
    assert_eq!(output.status.code(), Some(2));
    assert!(String::from_utf8_lossy(&output.stderr).contains("analyse"));
    let output = run("uci");
    assert!(output.status.success());
    assert!(String::from_utf8_lossy(&output.stdout).contains("uciok"));
}

/// A shell divides a line that is not quoted.
#[test]
fn the_words_of_one_line_may_be_arguments() {
    let mut command = Command::new(env!("CARGO_BIN_EXE_kempelen"));
    let output = command.args(["go", "depth", "3"]).output().unwrap();
    let told = String::from_utf8(output.stdout).unwrap();
    assert!(
        told.contains("info depth 3 ") && !told.contains("info depth 4 "),
        "{told}"
    );
    assert_eq!(told.matches("bestmove ").count(), 1, "{told}");
}

/// A client that was killed may leave the input open to others.
#[cfg(unix)]
#[test]
fn a_process_whose_output_nobody_reads_ends() {
    for said in ["", "uci\nisready\n", "go infinite\n", "go perft 12\n"] {
        let mut process = Command::new(env!("CARGO_BIN_EXE_kempelen"))
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .unwrap();
        let mut input = process.stdin.take().unwrap();
        input.write_all(said.as_bytes()).unwrap();
        std::thread::sleep(Duration::from_millis(100));
        drop(process.stdout.take());
        let closed = Instant::now();
        let status = loop {
            match process.try_wait().unwrap() {
                Some(status) => break status,
                None => std::thread::sleep(Duration::from_millis(5)),
            }
            if closed.elapsed() > Duration::from_secs(10) {
                process.kill().unwrap();
                panic!("{said:?}: the process goes on");
            }
        };
        assert!(status.success(), "{said:?}: {status}");
        drop(input);
    }
}

#[cfg(target_os = "linux")]
#[test]
fn output_that_cannot_be_written_is_an_error() {
    let mut command = Command::new(env!("CARGO_BIN_EXE_kempelen"));
    let full = std::fs::File::options()
        .write(true)
        .open("/dev/full")
        .unwrap();
    let output = command.arg("uci").stdout(full).output().unwrap();
    assert_eq!(output.status.code(), Some(2));
    let told = String::from_utf8(output.stderr).unwrap();
    assert_eq!(
        told,
        "kempelen: cannot write to standard output: the disk is full\n"
    );
}

#[test]
fn arguments_stop_a_search_that_has_no_end() {
    let mut command = Command::new(env!("CARGO_BIN_EXE_kempelen"));
    let output = command.args(["go infinite", "stop"]).output().unwrap();
    assert!(String::from_utf8_lossy(&output.stdout).contains("bestmove "));
}

#[test]
fn the_protocol_begins_with_its_first_line() {
    let mut engine = Engine::start();
    let answer = engine.ask("what", "info string");
    assert!(
        last(&answer).contains("expected uci, hub, help or quit"),
        "{answer:?}"
    );
    let answer = engine.ask("help", "Analysis");
    assert!(
        answer.iter().any(|line| line.starts_with("go depth ")),
        "{answer:?}"
    );
    engine.ask("hub", "wait");
    engine.end();
}
