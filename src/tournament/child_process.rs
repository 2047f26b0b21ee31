//! An engine as a process: lines in, lines out, and an end that leaves nothing behind.

use super::engine_error::EngineError;
use crate::protocol::client::{EngineMessage, ProtocolClient};
use crate::system;
use crate::system::interrupt::Interrupt;
use std::io::{self, BufRead, BufReader, Write};
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::atomic::Ordering::Relaxed;
use std::sync::mpsc::{Receiver, RecvTimeoutError, SyncSender, sync_channel};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

/// A process and the thread that reads what it writes.
pub struct ChildProcess {
    client: Arc<dyn ProtocolClient>,
    child: Child,
    input: ChildStdin,
    answers: Receiver<(Instant, EngineMessage)>,
    log: Arc<Mutex<OutputLog>>,
    interrupt: &'static Interrupt,
}

/// What an engine has said that nobody waits for.
#[derive(Default)]
pub struct OutputLog {
    /// The latest line that told a score.
    pub last_info: String,
    /// The first remarks since they were last forgotten.
    pub messages: Vec<String>,
}

/// How often a process that says nothing is looked at: whether it lives, and whether the user waits.
const POLL_INTERVAL: Duration = Duration::from_millis(50);

/// Answers of an engine that nobody has waited for. An engine that goes on cannot write any more,
/// until somebody does.
const MAX_PENDING_ANSWERS: usize = 256;

/// Remarks that are kept.
const MAX_MESSAGES: usize = 64;

/// Characters of a remark that are kept.
const MAX_MESSAGE_CHARS: usize = 200;

/// A line longer than this is cut: nothing that matters is so long.
const MAX_LINE_BYTES: u64 = 1 << 16;

/// How long an engine that was told to quit may take.
const QUIT_TIMEOUT: Duration = Duration::from_millis(500);

impl ChildProcess {
    /// Starts a program.
    pub fn start(
        mut command: Command,
        client: Arc<dyn ProtocolClient>,
        interrupt: &'static Interrupt,
    ) -> Result<ChildProcess, EngineError> {
        command.stdin(Stdio::piped()).stdout(Stdio::piped());
        // Ctrl-C is meant for the match: engines that hear it too would seem to crash.
        system::set_apart(&mut command);
        let mut child = command
            .stderr(Stdio::null())
            .spawn()
            .map_err(EngineError::Start)?;
        let (Some(input), Some(output)) = (child.stdin.take(), child.stdout.take()) else {
            return Err(EngineError::Exited);
        };
        let (teller, heard) = sync_channel(MAX_PENDING_ANSWERS);
        let notes = Arc::new(Mutex::new(OutputLog::default()));
        let listener = OutputReader {
            client: Arc::clone(&client),
            log: Arc::clone(&notes),
            answers: teller,
        };
        let process = ChildProcess {
            client,
            child,
            input,
            answers: heard,
            log: notes,
            interrupt,
        };
        let thread = thread::Builder::new().name("engine".to_owned());
        let listen = move || listener.read(BufReader::new(output));
        // Without its listener the process is ended, as it is dropped.
        thread.spawn(listen).map_err(EngineError::Start)?;
        Ok(process)
    }

    /// Writes lines.
    pub fn send(&mut self, lines: &str) -> Result<(), EngineError> {
        let said = self.input.write_all(format!("{lines}\n").as_bytes());
        said.and_then(|()| self.input.flush())
            .map_err(|_| EngineError::Exited)
    }

    /// What it says next, and when; `None` if nothing came until `deadline`.
    pub fn next_answer(
        &mut self,
        deadline: Instant,
    ) -> Result<Option<(Instant, EngineMessage)>, EngineError> {
        loop {
            if self.interrupt.abort.load(Relaxed) {
                return Err(EngineError::Interrupted);
            }
            let Some(left) = deadline.checked_duration_since(Instant::now()) else {
                return Ok(None);
            };
            match self.answers.recv_timeout(left.min(POLL_INTERVAL)) {
                Ok(heard) => return Ok(Some(heard)),
                Err(RecvTimeoutError::Disconnected) => return Err(EngineError::Exited),
                Err(RecvTimeoutError::Timeout) => (),
            }
            // Its output may be kept open by a process that it has started.
            if matches!(self.child.try_wait(), Ok(Some(_))) {
                let last = self.answers.recv_timeout(POLL_INTERVAL);
                return last.map(Some).map_err(|_| EngineError::Exited);
            }
        }
    }

    /// What it has said that nobody waits for.
    pub fn notes(&self) -> MutexGuard<'_, OutputLog> {
        self.log.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Whether it has ended before `deadline`.
    fn exits_before(&mut self, deadline: Instant) -> bool {
        while Instant::now() < deadline && !self.interrupt.abort.load(Relaxed) {
            match self.child.try_wait() {
                Ok(None) => thread::sleep(Duration::from_millis(2)),
                Ok(Some(_)) | Err(_) => return true,
            }
        }
        false
    }
}

/// Nobody is left behind: neither an engine that does not go nor whatever it has started.
impl Drop for ChildProcess {
    fn drop(&mut self) {
        let quit = self.client.quit();
        if !self.interrupt.abort.load(Relaxed) && self.send(quit).is_ok() {
            self.exits_before(Instant::now() + QUIT_TIMEOUT);
        }
        system::kill_group(&mut self.child);
        let _ = self.child.wait();
    }
}

/// Hears an engine out, on a thread of its own.
struct OutputReader {
    client: Arc<dyn ProtocolClient>,
    log: Arc<Mutex<OutputLog>>,
    answers: SyncSender<(Instant, EngineMessage)>,
}

impl OutputReader {
    /// Reads until the end of the output, or until nobody wants to know any more.
    fn read(self, mut output: impl BufRead) {
        let mut bytes = Vec::new();
        loop {
            bytes.clear();
            let read = io::Read::take(&mut output, MAX_LINE_BYTES).read_until(b'\n', &mut bytes);
            if !matches!(read, Ok(1..)) {
                return;
            }
            let line = String::from_utf8_lossy(&bytes);
            match self.client.parse_line(&line) {
                EngineMessage::Ignored => (),
                EngineMessage::Info => self.keep_info(&line),
                EngineMessage::Text(text) => self.keep_message(&text),
                heard => {
                    if self.answers.send((Instant::now(), heard)).is_err() {
                        return;
                    }
                }
            }
        }
    }

    /// Keeps the line if it tells the exact score of the best line; what it says is read when it is
    /// needed.
    fn keep_info(&self, line: &str) {
        let second_best = line.contains(" multipv ") && !line.contains(" multipv 1 ");
        if line.contains(" score") && !line.contains("erbound") && !second_best {
            line.clone_into(&mut self.notes().last_info);
        }
    }

    fn keep_message(&self, text: &str) {
        let mut notes = self.notes();
        if !text.is_empty() && notes.messages.len() < MAX_MESSAGES {
            let clean = |c: char| if c.is_control() { '?' } else { c };
            let text = text.chars().take(MAX_MESSAGE_CHARS).map(clean);
            notes.messages.push(text.collect());
        }
    }

    fn notes(&self) -> MutexGuard<'_, OutputLog> {
        self.log.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
