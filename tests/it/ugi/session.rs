//! The introduction, the choice of the game, searches.

use super::{response, search, start};
use crate::client::{any, count};
use crate::prelude::*;

#[test]
fn the_introduction_declares_the_options_of_all_games() {
    let mut engine = Engine::start();
    let heard = engine.ask("ugi", "ugiok");
    assert!(heard[0].starts_with("id name Kempelen "), "{heard:?}");
    assert!(heard[1].starts_with("id author "), "{heard:?}");
    assert_eq!(heard[2], "option name Game type string default chess");
    assert!(heard.contains(&"option name OwnBook type check default false".to_owned()), "{heard:?}");
    let page = include_str!("../../../docs/ugi.md");
    let declared = heard.iter().filter_map(|line| line.strip_prefix("option name "));
    let names: Vec<_> = declared.filter_map(|line| line.split(" type ").next()).collect();
    for option in OPTIONS {
        let is_for = |game: &_| option.is_for(game, ProtocolKind::Ugi);
        assert_eq!(names.contains(&option.name), games().any(is_for), "{}", option.name);
    }
    for name in names {
        assert!(page.contains(&format!("`{name}`")), "{name} in the page");
    }
    // The draft has no list of words as a type.
    let kinds = ["check", "spin", "string", "button"];
    for line in heard.iter().filter(|line| line.starts_with("option ")) {
        assert!(kinds.contains(&line.split(" type ").nth(1).unwrap().split(' ').next().unwrap()), "{line}");
    }
}

#[test]
fn the_game_is_chosen_by_option_and_by_position() {
    let mut engine = Engine::greeted("UGI", "ugiok");
    engine.converse(&[
        ("position startpos moves e2e4\nquery p1turn", "response false"),
        ("setoption name game value TicTacToe\nposition startpos moves a1\nquery p1turn", "response false"),
        ("position fen english W:W32:B1\nquery p1turn", "response false"),
        ("position fen W:W32:BK1 moves 32-28\nquery p1turn", "response true"),
        ("position startpos moves a1\nquery p1turn", "response false"),
        ("position fen tictactoe xxx/oo./... o\nquery result", "response p1win"),
    ]);
    // A position that is refused does not change the game.
    engine.answers("position fen chess 8/8/8 w", "", "info string position: ");
    engine.converse(&[("position startpos moves b2\nisready", "readyok")]);
}

/// The best move from the start, in the game of the option: a move of a man from the second row.
fn is_start_of_breakthrough(engine: &mut Engine) -> bool {
    engine.tell("position startpos");
    let (_, best) = search(engine, "go depth 1");
    best.len() == 4 && best.as_bytes()[3] == b'3'
}

#[test]
fn no_position_changes_what_the_start_is() {
    let mut engine = start();
    engine.tell("setoption name Game value breakthrough");
    for (position, is_legal) in [
        ("tictactoe x../.../... o", true),
        ("chess 8/8/8 w", false),
        ("english W:W32:B1 moves 1-32", false),
        ("breakthrough pppppppp/pppppppp/8/8/8/8/PPPPPPPP/PPPPPPPP b", true),
    ] {
        for new_game in [&["uginewgame", "uginewgame"][..], &["uginewgame"], &[]] {
            engine.tell(&format!("position fen {position}"));
            assert_eq!(engine.settle().is_empty(), is_legal, "{position}");
            new_game.iter().for_each(|line| engine.tell(line));
            assert!(is_start_of_breakthrough(&mut engine), "{position}");
        }
    }
    engine.tell("position fen tictactoe x../.../... o");
    // A game that does not exist changes nothing.
    engine.tell("setoption name Game value go");
    assert_eq!(engine.settle().len(), 1);
    engine.converse(&[("query p1turn", "response false")]);
    // The same game, and a position without its name.
    engine.tell("setoption name Game value breakthrough");
    assert!(is_start_of_breakthrough(&mut engine));
    let other = "position fen english W:W32:B1\nposition fen W:W32:BK1 moves 32-28\nquery p1turn";
    engine.converse(&[(other, "response true")]);
    engine.answers("uginewgame\nposition fen W:W32:B1", "", "info string position: ");
    // The game of the position before becomes that of the option.
    engine.tell("position fen tictactoe x../.../... o\nsetoption name Game value tictactoe");
    engine.converse(&[("position startpos moves b2\nquery p1turn", "response false")]);
}

#[test]
fn a_new_game_has_no_position_of_the_game_before() {
    let mut engine = start();
    engine.tell("position startpos moves b2\nposition fen english W:W32:B1\nuginewgame");
    for (query, expected) in [("p1turn", "false"), ("gameover", "true"), ("result", "none")] {
        let heard = engine.ask(&format!("query {query}"), "response ");
        assert!(heard[0].contains("expected 'position' after 'uginewgame'"));
        assert_eq!(heard[1], format!("response {expected}"));
    }
    assert_eq!(search(&mut engine, "go depth 1").1, "(none)");
}

/// Options hold for all games; files are kept for the game of the option.
#[test]
fn options_outlast_an_opening_of_another_game() {
    let folder = Folder::with(&[("book.txt", "Edge: a1\n")]);
    fs::copy("eval/pongor.toml", folder.path("weights.toml")).unwrap();
    let mut engine = start();
    engine.tell(&format!("setoption name Book File value {}", folder.text_path("book.txt")));
    engine.tell("position fen english W:W32:B1\nsetoption name OwnBook value true\nuginewgame");
    engine.tell("position startpos");
    assert_eq!(search(&mut engine, "go movetime 20000").1, "a1");
    // The file of the opening's game is kept for that game, also over a new one.
    let static_evaluation = |engine: &mut Engine| {
        let heard = engine.ask("position fen english W:W21,22,24,28,K32:B1,2,6,9,K12\ngo depth 1", "bestmove ");
        let score = heard.iter().find_map(|line| line.split(" score ").nth(1));
        score.and_then(|rest| rest.split(" nodes ").next()).unwrap().to_owned()
    };
    let before = static_evaluation(&mut engine);
    engine.tell(&format!("setoption name Eval File value {}", folder.text_path("weights.toml")));
    let by_file = static_evaluation(&mut engine);
    engine.tell("uginewgame");
    let after = static_evaluation(&mut engine);
    assert_ne!(before, by_file);
    assert_eq!(after, by_file);
    engine.tell("setoption name MultiPV value 2\nposition startpos moves a1");
    let heard = engine.ask("go depth 2", "bestmove ");
    assert!(any(&heard, " multipv 2 "), "{heard:?}");
}

#[test]
fn results_are_those_of_the_first_and_the_second_player() {
    let mut engine = start();
    for [position, turn, over, result] in cases("ugi", "results") {
        engine.tell(&format!("position fen {position}"));
        for (query, expected) in ["p1turn", "gameover", "result"].into_iter().zip([turn, over, result]) {
            assert_eq!(response(&mut engine, query), expected, "{position}");
        }
        if !position.contains(' ') {
            engine.tell("setoption name Game value tictactoe");
        }
    }
}

#[test]
fn every_way_to_search_ends() {
    let mut engine = start();
    for [go] in cases("ugi", "searches") {
        engine.tell("position fen tictactoe x../.o./..x o");
        let (info, best) = search(&mut engine, go);
        for word in ["nodes", "time", "nps"] {
            assert!(info.contains(&format!(" {word} ")), "{go}: {info}");
        }
        assert!(!info.contains("score"), "{go}: {info}");
        assert_ne!(best, "(none)", "{go}");
    }
    engine.ask("go infinite", "info depth ");
    assert_eq!(count(&engine.settle(), "best"), 0);
    engine.ask("stop", "bestmove ");
    engine.tell("stop");
    assert_eq!(engine.settle(), [""; 0]);
    engine.tell("go infinite\nquit");
    assert!(last(&engine.end()).starts_with("bestmove "));
}

/// Plies, where UCI has moves.
#[test]
fn mates_are_counted_in_plies() {
    let mut engine = start();
    for [position, expected] in cases("ugi", "mates") {
        let heard = engine.ask(&format!("position fen {position}\ngo depth 5"), "bestmove ");
        let score = heard.iter().rev().find(|line| line.contains(" score "));
        assert!(score.unwrap().contains(&format!("score {expected}")), "{position}: {heard:?}");
    }
}

/// Every info has its fields, and none that the draft lacks.
#[test]
fn reports_have_the_fields_of_the_draft() {
    let mut engine = start();
    let heard = engine.ask("setoption name MultiPV value 2\nposition startpos\ngo depth 4", "bestmove ");
    let fields = ["depth", "seldepth", "multipv", "score", "nodes", "nps", "hashfull", "time", "pv"];
    for line in &heard[..heard.len() - 2] {
        let words: Vec<_> = line.split(' ').collect();
        for field in fields {
            assert!(words.contains(&field), "{field} in {line}");
        }
        assert!(!words.contains(&"tbhits"), "{line}");
    }
    assert!(any(&heard, " multipv 2 "), "{heard:?}");
}

/// A move of the book comes without a search, and with the totals all the same.
#[test]
fn the_book_is_used_on_request() {
    let mut engine = start();
    engine.tell("setoption name Game value chess\nsetoption name OwnBook value true\nposition startpos");
    let (info, best) = search(&mut engine, "go movetime 20000");
    // Nothing is searched.
    assert!(info.starts_with("info nodes 0 time "), "{info}");
    assert_eq!(best.len(), 4);
}

#[test]
fn a_book_that_does_not_exist_is_told_once() {
    let mut engine = start();
    engine.tell("setoption name Game value tictactoe\nsetoption name OwnBook value true");
    let lines = engine.ask("isready", "readyok");
    let expected = "OwnBook = true without an opening book of 'tictactoe', expected a Book File";
    assert!(lines[0].contains(expected), "{lines:?}");
    assert_eq!(engine.ask("isready", "readyok"), ["readyok"]);
}
