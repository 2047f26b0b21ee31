//! The Hub server: any argument of a command is accepted, or answered with one error.
#![no_main]

use kempelen::protocol::hub::HubServer;
use kempelen::protocol::hub::syntax::HubLine;
use kempelen_fuzz::Conversation;
use libfuzzer_sys::fuzz_target;

/// Of the parameters only one is fuzzed: others would open files.
const COMMANDS: [&str; 3] = ["pos", "level", "set-param name=numbering"];

fuzz_target!(|text: &str| {
    let told = Conversation::new(HubServer::new, &COMMANDS, text);
    assert!(told.answers.len() <= told.commands);
    for line in &told.answers {
        let line = HubLine::parse(line).unwrap().unwrap();
        assert!(line.command == "error" && line.value("message").is_some());
    }
});
