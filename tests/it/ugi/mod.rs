//! Sessions over UGI.

mod any;
mod games;
mod session;

use crate::client::Engine;

/// An engine that is ready to play tic-tac-toe.
fn start() -> Engine {
    Engine::greeted("ugi\nsetoption name Game value tictactoe\nisready", "readyok")
}

/// The answer to a query.
fn response(engine: &mut Engine, query: &str) -> String {
    let heard = engine.ask(&format!("query {query}"), "response ");
    assert_eq!(heard.len(), 1, "{query}: {heard:?}");
    second_word(&heard[0])
}

/// What a search says last, and its best move.
fn search(engine: &mut Engine, go: &str) -> (String, String) {
    let heard = engine.ask(go, "bestmove ");
    let [.., info, best] = &heard[..] else { panic!("{go}: {heard:?}") };
    (info.clone(), second_word(best))
}

/// The second of exactly two words.
fn second_word(line: &str) -> String {
    let words: Vec<_> = line.split(' ').collect();
    assert_eq!(words.len(), 2, "{line}");
    words[1].to_owned()
}
