//! Sessions over Hub with the binary.

mod search;
mod session;
mod wrong_lines;

pub use crate::client::count;
use crate::client::report;
use crate::prelude::*;

/// A position with one legal move, [`ONLY`].
const FORCED: &str = "pos start moves=\"11-15 22-18\"";

const ONLY: &str = "15x22x18";

fn start() -> Engine {
    Engine::greeted("hub\ninit", "ready")
}

fn parse(line: &str) -> HubLine {
    HubLine::parse(line).unwrap().unwrap()
}

/// What the engine says before it answers a ping.
fn remarks(engine: &mut Engine) -> Vec<String> {
    engine.heard_before("ping", "pong")
}

/// A bad line is answered with one line, an error.
fn complaint(engine: &mut Engine, bad: &[u8]) {
    engine.tell_bytes(bad);
    engine.tell("");
    let heard = remarks(engine);
    let shown = String::from_utf8_lossy(&bad[..bad.len().min(60)]).into_owned();
    assert_eq!(heard.len(), 1, "{shown:?}: {heard:?}");
    let error = parse(&heard[0]);
    assert_eq!(error.command, "error", "{shown:?}: {heard:?}");
    let message = error.value("message").unwrap();
    assert!(message.len() < 300 && !message.contains(char::is_control));
}

/// The move of a short search.
fn decision(engine: &mut Engine) -> String {
    engine.tell("level nodes=20");
    parse(last(&engine.ask("go think", "done"))).value("move").unwrap().to_owned()
}

/// What is told last of a search that ends by itself.
fn thought(engine: &mut Engine, level: &str) -> HubLine {
    let thought = engine.ask(&format!("{level}\ngo think"), "done");
    assert!(last(&thought).starts_with("done move="), "{thought:?}");
    parse(report(&thought))
}
