//! The Hub server: any argument of a command is accepted, or answered with one error.
#![no_main]

use kempelen::protocol::hub::HubServer;
use kempelen::protocol::hub::syntax::HubLine;
use kempelen::protocol::output::ProtocolOutput;
use kempelen::protocol::server::{CommandStatus, ProtocolServer};
use libfuzzer_sys::fuzz_target;
use std::io::{self, Write};
use std::sync::{Arc, Mutex};

#[derive(Clone, Default)]
struct Sink(Arc<Mutex<Vec<u8>>>);

impl Write for Sink {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.lock().unwrap().write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

fuzz_target!(|text: &str| {
    let sink = Sink::default();
    let mut hub = HubServer::new(ProtocolOutput::new(sink.clone())).unwrap();
    let mut lines = 0;
    for line in text.lines() {
        // Of the parameters only one is fuzzed: others would open files.
        for command in ["pos", "level", "set-param name=numbering"] {
            assert_eq!(
                hub.answer_line(&format!("{command} {line}")),
                CommandStatus::Handled
            );
            lines += 1;
        }
    }
    let told = sink.0.lock().unwrap();
    let told: Vec<&str> = std::str::from_utf8(&told).unwrap().lines().collect();
    assert!(told.len() <= lines);
    for line in told {
        let line = HubLine::parse(line).unwrap().unwrap();
        assert!(line.command == "error" && line.value("message").is_some());
    }
});
