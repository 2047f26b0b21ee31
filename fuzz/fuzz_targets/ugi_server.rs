//! The UGI server: any argument of a command is accepted, or answered with one message; every query has a response.
#![no_main]

use kempelen::protocol::ugi::UgiServer;
use kempelen_fuzz::Conversation;
use libfuzzer_sys::fuzz_target;

/// Of the options only one is fuzzed: others would open files.
const COMMANDS: [&str; 4] = ["position", "position fen", "setoption name Game value", "query"];

fuzz_target!(|text: &str| {
    let told = Conversation::new(UgiServer::new, &COMMANDS, text);
    let queries = told.commands / COMMANDS.len();
    let responses = told.answers.iter().filter(|line| line.starts_with("response "));
    assert_eq!(responses.count(), queries);
    assert!(told.answers.len() <= told.commands + queries);
    let known = |line: &String| line.starts_with("response ") || line.starts_with("info string ");
    assert!(told.answers.iter().all(known));
});
