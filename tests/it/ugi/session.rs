//! The introduction, searches, and commands during them. `tests/data/transcripts/ugi.md` has what does not depend on the search.

use super::{search, start};
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
    // A search without an end asks for more than the move of the book.
    engine.ask("go infinite", "info depth 2");
    engine.ask("stop", "bestmove");
}

/// Only `isready`, `stop` and `quit` are allowed during a search. Any other command that needs the engine ends the search, so
/// `bestmove` comes before its answer.
#[test]
fn commands_during_a_search_are_named() {
    let mut engine = start();
    for [line, ends_search] in cases("ugi", "interruptions") {
        engine.ask("position startpos\ngo infinite", "info depth 1 ");
        engine.tell(line);
        let word = line.split(' ').next().unwrap();
        let remark =
            format!("info string found '{word}' during a search, expected isready, stop or quit before bestmove");
        engine.hear(&remark);
        let ends_search = ends_search == "true";
        if ends_search {
            engine.hear("bestmove ");
        }
        let heard = engine.settle();
        let second = count(&heard, "bestmove ");
        assert!(second <= usize::from(word == "go"), "{line}: {heard:?}");
        if !ends_search {
            engine.ask("stop", "bestmove ");
        } else if word == "go" && second == 0 {
            engine.hear("bestmove ");
        }
    }
}
