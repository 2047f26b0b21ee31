//! Results and distances of the tables, and play with them.

use super::{Thinker, endgames, position, tables};
use crate::prelude::*;
use kempelen::protocol::{ProtocolOutput, ProtocolSession};

#[test]
#[ignore = "needs KEMPELEN_DATA"]
fn results_and_distances_are_the_true_ones() {
    let (tables, endgames) = (tables(), endgames());
    for (position, wdl, dtz) in endgames {
        assert_eq!(tables.wdl(&position).map(i32::from), Some(wdl), "{position}");
        assert_eq!(tables.dtz(&position).unwrap().ignore_rounding().0, dtz, "{position}");
    }
    assert_eq!(tables.take_error(), None);
}

#[test]
#[ignore = "needs KEMPELEN_DATA"]
fn chosen_moves_keep_the_result() {
    let (tables, endgames) = (tables(), endgames());
    let mut thinker = Thinker::new(Arc::clone(&tables));
    for (position, wdl, _) in endgames {
        if position.outcome().is_some() {
            continue;
        }
        let thought = thinker.think(&position, &[], 300);
        let child = position.play(thought.pv[0]);
        let after = if child.is_dead_position() { 0 } else { tables.wdl(&child).map(i32::from).unwrap() };
        assert_eq!(after, -wdl, "{position}: {:?}", thought.pv);
        let right_score = match wdl {
            2 => thought.score.is_win(),
            -2 => thought.score.is_loss(),
            _ => thought.score == Score::DRAW,
        };
        assert!(right_score, "{position}: {:?}", thought.score);
        assert!(thinker.search.tb_hits > 0);
    }
}

#[test]
#[ignore = "needs KEMPELEN_DATA"]
fn won_endings_are_won_against_the_best_defence() {
    let tables = tables();
    for (fen, nodes) in [
        ("8/8/8/3k4/8/8/8/K2NB3 w - - 0 1", 1),
        ("8/8/8/3k4/8/8/8/K2NB3 w - - 0 1", 2000),
        ("8/8/4k3/4r3/8/8/3Q4/K7 w - - 0 1", 1),
        ("8/8/4k3/4r3/8/8/3Q4/K7 w - - 0 1", 1000),
        ("8/8/8/3k4/8/8/7R/K7 w - - 0 1", 1),
        ("8/8/8/3k4/8/8/7R/K7 w - - 0 1", 5000),
        ("4k3/8/4K3/4P3/8/8/8/8 w - - 0 1", 1),
        ("8/8/8/8/4p3/4k3/8/4K3 b - - 0 1", 1000),
        ("8/3k4/8/8/1B6/8/8/K2B4 w - - 0 1", 1),
    ] {
        let position = position(fen);
        assert_eq!(tables.wdl(&position).map(i32::from), Some(2), "{fen}");
        let (winner, plies) = Thinker::new(Arc::clone(&tables)).game(&position, nodes, None);
        println!("{fen}, {nodes} nodes a move: {plies} plies");
        assert_eq!(winner, Some(position.side()), "{fen} after {plies} plies");
    }
}

/// The tables count from a capture or a pawn move on.
#[test]
#[ignore = "needs KEMPELEN_DATA"]
fn tables_are_probed_only_when_the_halfmove_clock_is_zero() {
    let mut search = Thinker::new(tables()).search;
    search.probe_limit = 4;
    for (fen, null, expected) in [
        ("8/8/8/3k4/8/8/7R/K7 w - - 0 1", false, true),
        ("8/8/8/3k4/8/8/7R/K7 w - - 1 1", false, false),
        ("8/8/8/3k4/8/8/7R/K7 w - - 99 90", false, false),
        ("8/8/8/3k4/8/8/7R/K7 w - - 0 1", true, false),
    ] {
        search.stack[0].null_move = null;
        let found = Chess::probe_tablebase(&mut search, &position(fen), 1, 1);
        let won = found.is_some_and(|(score, _)| score.is_win());
        assert_eq!((found.is_some(), won), (expected, expected), "{fen} {null}");
    }
}

/// Queen, rook, two bishops, bishop and knight mate the best defence without tables of their own.
#[test]
#[ignore = "needs KEMPELEN_DATA"]
fn basic_mates_are_found_without_tables() {
    let tables = tables();
    for (fen, nodes) in [
        ("8/8/8/3k4/8/8/1Q6/K7 w - - 0 1", 1000),
        ("8/8/8/3k4/8/8/1R6/K7 w - - 0 1", 3000),
        ("4kB2/8/K7/8/8/7B/8/8 w - - 0 1", 3000),
        ("8/8/3k4/8/8/8/8/KBB5 w - - 0 1", 3000),
        ("8/8/3k4/8/8/8/8/KBN5 w - - 0 1", 10_000),
    ] {
        let mut white = Thinker::new(Arc::default());
        let (winner, plies) = white.game(&position(fen), nodes, Some(&tables));
        assert_eq!(winner, Some(Side::First), "{fen}, {plies} plies");
    }
}

/// Bishop and knight need 59 plies here; the count leaves 20.
#[test]
#[ignore = "needs KEMPELEN_DATA"]
fn the_fifty_move_rule_curses_a_win() {
    let tables = tables();
    let position = position("8/8/8/3k4/8/8/8/K2NB3 w - - 80 90");
    let mut thinker = Thinker::new(Arc::clone(&tables));
    assert_eq!(thinker.think(&position, &[], 2000).score, Score::DRAW);
    thinker.probing.move_count_rule = false;
    let distance = tables.dtz(&position).unwrap().ignore_rounding().0;
    let score = thinker.think(&position, &[], 10).score;
    assert_eq!(score.tablebase_distance(), Some(distance), "{score:?}");
}

#[test]
#[ignore = "needs KEMPELEN_DATA"]
fn all_lines_asked_for_are_shown_and_only_moves_asked_for() {
    let tables = tables();
    let position = position("8/8/4k3/4r3/8/8/3Q4/K7 w - - 0 1");
    let mut thinker = Thinker::new(tables);
    let mut lines = Vec::new();
    let mut collect = |info: &SearchInfo, _: &[ChessMove]| lines.push((info.multi_pv, info.score));
    let moves = position.moves();
    thinker.consider(&position, &[], moves.clone(), 20_000, 99, &mut collect);
    let last = &lines[lines.len() - moves.len()..];
    assert!(last.iter().map(|line| line.0).eq(1..=moves.len()), "{last:?}");
    assert!(last.is_sorted_by_key(|&(_, score)| -score), "{last:?}");
    let losing = position.parse_move("d2d5").unwrap();
    assert_eq!(thinker.consider(&position, &[], vec![losing], 1000, 1, &mut Silent).pv[0], losing);
}

/// White wins the exchange and with it the game; the tables know it, and the search a mate.
#[test]
#[ignore = "needs KEMPELEN_DATA"]
fn the_search_finds_its_way_into_the_tables() {
    let tables = tables();
    let position = position("8/8/8/8/2k5/5n2/8/K1QR4 b - - 0 1");
    assert!(position.occupied().count() > tables.max_pieces());
    let mut thinker = Thinker::new(tables);
    let thought = thinker.think(&position, &[], 30_000);
    assert!(thinker.search.tb_hits > 0);
    assert!(thought.score.is_loss(), "{:?}", thought.score);
    thinker.probing.max_pieces = 0;
    thinker.think(&position, &[], 3000);
    assert_eq!(thinker.search.tb_hits, 0);
}

#[test]
#[ignore = "needs KEMPELEN_DATA"]
fn a_referee_foresees_results_where_the_count_begins() {
    let path = data("syzygy");
    let chess = find_game("chess").unwrap();
    let tables = chess.open_tables(&chess.start(), path.to_str().unwrap()).unwrap();
    for (fen, expected) in [
        ("8/8/8/8/8/3k4/8/R3K3 w - - 0 1", Some(Outcome::Win)),
        ("8/8/8/8/8/3k4/8/R3K3 b - - 0 1", Some(Outcome::Loss)),
        ("8/8/8/8/8/3k4/8/R3K3 w - - 1 1", None),
        ("8/8/8/8/8/3k4/8/R3K3 w Q - 0 1", None),
        ("8/8/8/3k4/8/8/8/B3K3 w - - 0 1", Some(Outcome::Draw)),
        ("8/pp6/8/3k4/8/8/1P6/R3K3 w - - 0 1", None),
    ] {
        assert_eq!(tables.table_result(&chess.start().parse_position(fen).unwrap()), expected, "{fen}");
    }
}

#[test]
#[ignore = "needs KEMPELEN_DATA"]
fn a_table_win_over_uci() {
    let paper = Paper::default();
    let path = data("syzygy");
    let lines = [
        "setoption name SyzygyPath value <empty>",
        &format!("setoption name SyzygyPath value {}", path.display()),
        "setoption name SyzygyProbeDepth value 2",
        "position fen 8/8/8/3k4/8/8/8/K2NB3 w - - 0 1",
        "setoption name Threads value 2",
        "go nodes 3000",
        "setoption name SyzygyPath value /nowhere",
        "setoption name Syzygy50MoveRule value false",
        "setoption name SyzygyProbeLimit value 3",
        "go nodes 3000",
    ];
    ProtocolSession::new(ProtocolOutput::new(paper.clone())).run_lines(&lines.map(str::to_owned)).unwrap();
    let text = paper.text();
    let messages: Vec<_> = text.lines().filter(|line| line.starts_with("info string")).collect();
    assert_eq!(messages[0], "info string no endgame tables");
    assert!(messages[1].starts_with("info string found 35 endgame tables"), "{messages:?}");
    assert!(messages[2].starts_with("info string cannot read the folder '/nowhere'"), "{messages:?}");
    let [first, second] = text.split("bestmove").collect::<Vec<_>>()[..2] else { panic!("{text}") };
    assert!(first.contains(" score cp 199") && !first.contains(" tbhits 0 "), "{first}");
    assert!(second.contains(" tbhits 0 "), "{second}");
}
