//! The UGI server: any argument of a command is accepted, or answered with one message; every query has a response.
#![no_main]

use kempelen::protocol::output::ProtocolOutput;
use kempelen::protocol::server::{CommandStatus, ProtocolServer};
use kempelen::protocol::ugi::UgiServer;
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
    let mut ugi = UgiServer::new(ProtocolOutput::new(sink.clone())).unwrap();
    let (mut commands, mut queries) = (0, 0);
    for line in text.lines() {
        // Of the options only one is fuzzed: others would open files.
        for command in [
            "position",
            "position fen",
            "setoption name Game value",
            "query",
        ] {
            assert_eq!(
                ugi.answer_line(&format!("{command} {line}")),
                CommandStatus::Handled
            );
            commands += 1;
        }
        queries += 1;
    }
    let told = sink.0.lock().unwrap();
    let told: Vec<&str> = std::str::from_utf8(&told).unwrap().lines().collect();
    let responses = told.iter().filter(|line| line.starts_with("response "));
    assert_eq!(responses.count(), queries);
    assert!(told.len() <= commands + queries);
    let known = |line: &&str| line.starts_with("response ") || line.starts_with("info string ");
    assert!(told.iter().all(known));
});
