//! An engine as a process: lines in, lines out, and an end that leaves nothing behind.

use super::failure::Failure;
use crate::protocol::client::{Client, Heard};
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
pub struct Process {
    client: Arc<dyn Client>,
    child: Child,
    input: ChildStdin,
    heard: Receiver<(Instant, Heard)>,
    notes: Arc<Mutex<Notes>>,
    interrupt: &'static Interrupt,
}

/// What an engine has said that nobody waits for.
#[derive(Default)]
pub struct Notes {
    /// The latest line that told a score.
    pub thinking: String,
    /// The first remarks since they were last forgotten.
    pub remarks: Vec<String>,
}

/// How often a process that says nothing is looked at: whether it lives, and whether the user waits.
const TICK: Duration = Duration::from_millis(50);

/// Answers of an engine that nobody has waited for. An engine that goes on cannot write any more,
/// until somebody does.
const MOST_ANSWERS: usize = 256;

/// Remarks that are kept.
const MOST_REMARKS: usize = 64;

/// Characters of a remark that are kept.
const LONGEST_REMARK: usize = 200;

/// A line longer than this is cut: nothing that matters is so long.
const LONGEST_LINE: u64 = 1 << 16;

/// How long an engine that was told to quit may take.
const FAREWELL: Duration = Duration::from_millis(500);

impl Process {
    /// Starts a program.
    pub fn start(
        mut command: Command,
        client: Arc<dyn Client>,
        interrupt: &'static Interrupt,
    ) -> Result<Process, Failure> {
        command.stdin(Stdio::piped()).stdout(Stdio::piped());
        // Ctrl-C is meant for the match: engines that hear it too would seem to crash.
        system::set_apart(&mut command);
        let mut child = command
            .stderr(Stdio::null())
            .spawn()
            .map_err(Failure::Start)?;
        let (Some(input), Some(output)) = (child.stdin.take(), child.stdout.take()) else {
            return Err(Failure::Ended);
        };
        let (teller, heard) = sync_channel(MOST_ANSWERS);
        let notes = Arc::new(Mutex::new(Notes::default()));
        let listener = Listener {
            client: Arc::clone(&client),
            notes: Arc::clone(&notes),
            teller,
        };
        let process = Process {
            client,
            child,
            input,
            heard,
            notes,
            interrupt,
        };
        let thread = thread::Builder::new().name("engine".to_owned());
        let listen = move || listener.listen(BufReader::new(output));
        // Without its listener the process is ended, as it is dropped.
        thread.spawn(listen).map_err(Failure::Start)?;
        Ok(process)
    }

    /// Writes lines.
    pub fn say(&mut self, lines: &str) -> Result<(), Failure> {
        let said = self.input.write_all(format!("{lines}\n").as_bytes());
        said.and_then(|()| self.input.flush())
            .map_err(|_| Failure::Ended)
    }

    /// What it says next, and when; `None` if nothing came until `deadline`.
    pub fn next(&mut self, deadline: Instant) -> Result<Option<(Instant, Heard)>, Failure> {
        loop {
            if self.interrupt.at_once.load(Relaxed) {
                return Err(Failure::Interrupted);
            }
            let Some(left) = deadline.checked_duration_since(Instant::now()) else {
                return Ok(None);
            };
            match self.heard.recv_timeout(left.min(TICK)) {
                Ok(heard) => return Ok(Some(heard)),
                Err(RecvTimeoutError::Disconnected) => return Err(Failure::Ended),
                Err(RecvTimeoutError::Timeout) => (),
            }
            // Its output may be kept open by a process that it has started.
            if matches!(self.child.try_wait(), Ok(Some(_))) {
                let last = self.heard.recv_timeout(TICK);
                return last.map(Some).map_err(|_| Failure::Ended);
            }
        }
    }

    /// What it has said that nobody waits for.
    pub fn notes(&self) -> MutexGuard<'_, Notes> {
        self.notes.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Whether it has ended before `deadline`.
    fn ends_until(&mut self, deadline: Instant) -> bool {
        while Instant::now() < deadline && !self.interrupt.at_once.load(Relaxed) {
            match self.child.try_wait() {
                Ok(None) => thread::sleep(Duration::from_millis(2)),
                Ok(Some(_)) | Err(_) => return true,
            }
        }
        false
    }
}

/// Nobody is left behind: neither an engine that does not go nor whatever it has started.
impl Drop for Process {
    fn drop(&mut self) {
        let quit = self.client.quit();
        if !self.interrupt.at_once.load(Relaxed) && self.say(quit).is_ok() {
            self.ends_until(Instant::now() + FAREWELL);
        }
        system::kill_group(&mut self.child);
        let _ = self.child.wait();
    }
}

/// Hears an engine out, on a thread of its own.
struct Listener {
    client: Arc<dyn Client>,
    notes: Arc<Mutex<Notes>>,
    teller: SyncSender<(Instant, Heard)>,
}

impl Listener {
    /// Reads until the end of the output, or until nobody wants to know any more.
    fn listen(self, mut output: impl BufRead) {
        let mut bytes = Vec::new();
        loop {
            bytes.clear();
            let read = io::Read::take(&mut output, LONGEST_LINE).read_until(b'\n', &mut bytes);
            if !matches!(read, Ok(1..)) {
                return;
            }
            let line = String::from_utf8_lossy(&bytes);
            match self.client.hear(&line) {
                Heard::Nothing => (),
                Heard::Thinking => self.keep_thinking(&line),
                Heard::Remark(text) => self.keep_remark(&text),
                heard => {
                    if self.teller.send((Instant::now(), heard)).is_err() {
                        return;
                    }
                }
            }
        }
    }

    /// Keeps the line if it tells the exact score of the best line; what it says is read when it is
    /// needed.
    fn keep_thinking(&self, line: &str) {
        let second_best = line.contains(" multipv ") && !line.contains(" multipv 1 ");
        if line.contains(" score") && !line.contains("erbound") && !second_best {
            line.clone_into(&mut self.notes().thinking);
        }
    }

    fn keep_remark(&self, text: &str) {
        let mut notes = self.notes();
        if !text.is_empty() && notes.remarks.len() < MOST_REMARKS {
            let clean = |c: char| if c.is_control() { '?' } else { c };
            let text = text.chars().take(LONGEST_REMARK).map(clean);
            notes.remarks.push(text.collect());
        }
    }

    fn notes(&self) -> MutexGuard<'_, Notes> {
        self.notes.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
