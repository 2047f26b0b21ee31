//! What fuzz targets share.

use kempelen::protocol::output::ProtocolOutput;
use kempelen::protocol::server::{CommandStatus, ProtocolServer};
use std::io::{self, Write};
use std::sync::{Arc, Mutex};

/// What a protocol server was told, and what it said.
pub struct Conversation {
    /// The number of commands. All of them were carried out or refused: none ended the server.
    pub commands: usize,
    /// The lines of the server.
    pub answers: Vec<String>,
}

impl Conversation {
    /// Gives every one of `commands` every line of `text` as its argument.
    pub fn new<S: ProtocolServer>(
        server: fn(ProtocolOutput) -> Result<S, String>,
        commands: &[&str],
        text: &str,
    ) -> Conversation {
        let sink = Sink::default();
        let mut server = server(ProtocolOutput::new(sink.clone())).unwrap();
        let lines = text.lines();
        let all = lines.flat_map(|line| commands.iter().map(move |it| format!("{it} {line}")));
        let mut count = 0;
        for command in all {
            assert_eq!(server.answer_line(&command), CommandStatus::Handled);
            count += 1;
        }
        let written = sink.0.lock().unwrap();
        let written = std::str::from_utf8(&written).unwrap();
        Conversation { commands: count, answers: written.lines().map(str::to_owned).collect() }
    }
}

/// Bytes in memory that outlive the server that writes them.
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
