//! An engine's process: lines in, lines out, and no process left behind at the end; why an engine cannot continue.

use crate::protocol::client::{EngineMessage, ProtocolClient, QUIT};
use crate::system::error_words::explain;
use crate::system::interrupt;
use crate::system::process_group::ProcessGroup;
use parking_lot::{Mutex, MutexGuard};
use std::io::{self, BufRead, BufReader, Write};
use std::process::{Command, Stdio};
use std::sync::Arc;
use std::sync::mpsc::{Receiver, RecvTimeoutError, SyncSender, TrySendError, sync_channel};
use std::thread;
use std::time::{Duration, Instant};
use thiserror::Error;

/// A process, and the threads that write its input and read its output.
pub struct ChildProcess {
    group: ProcessGroup,
    input: SyncSender<String>,
    answers: Receiver<(Instant, EngineMessage)>,
    /// The last line of its standard error, when that has ended.
    last_error: Receiver<String>,
    log: Arc<Mutex<OutputLog>>,
}

/// Output that is no answer to a command.
#[derive(Default)]
pub struct OutputLog {
    /// The latest lines with exact scores, unparsed, by the rank of the variation: that of the best one is the first.
    pub infos: Vec<String>,
    /// The first move of the best variation, when it was reported first, and how.
    pub best_move: Option<(String, Instant, String)>,
    /// The messages since this list was cleared; if there are too many, the first ones and the latest.
    pub messages: Vec<String>,
}

/// How often to check whether a silent process still runs, and whether the user has interrupted it.
const POLL_INTERVAL: Duration = Duration::from_millis(50);

/// Texts that wait until the engine reads them: more than the options of any engine.
const MAX_UNREAD: usize = 4096;

/// Answers that are stored until somebody waits for them. An engine that writes more is blocked.
const MAX_PENDING_ANSWERS: usize = 256;

/// Variations that are kept.
const MAX_VARIATIONS: usize = 256;

/// Messages that are kept.
const MAX_MESSAGES: usize = 64;

/// Characters of a message that are kept.
const MAX_MESSAGE_CHARS: usize = 200;

/// Longer lines are cut: nothing useful is as long.
const MAX_LINE_BYTES: u64 = 1 << 16;

/// How long an engine may take to exit after `quit`.
const QUIT_TIMEOUT: Duration = Duration::from_millis(500);

impl ChildProcess {
    /// Starts a program in a process group of its own.
    pub fn start(mut command: Command, client: Arc<dyn ProtocolClient>) -> Result<ChildProcess, EngineError> {
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        let mut group = ProcessGroup::spawn(command).map_err(EngineError::Start)?;
        let (stdin, stdout, stderr) =
            (group.leader.stdin.take(), group.leader.stdout.take(), group.leader.stderr.take());
        let (Some(mut stdin), Some(stdout), Some(stderr)) = (stdin, stdout, stderr) else {
            return Err(EngineError::Exited(String::new()));
        };
        let (input, lines) = sync_channel::<String>(MAX_UNREAD);
        let (sender, answers) = sync_channel(MAX_PENDING_ANSWERS);
        let (error_sender, last_error) = sync_channel(1);
        let log = Arc::new(Mutex::new(OutputLog::default()));
        let reader_log = Arc::clone(&log);
        // If a thread cannot be started, dropping the process ends it.
        let process = ChildProcess { group, input, answers, last_error, log };
        spawn(move || {
            let _ = lines.iter().try_for_each(|line| stdin.write_all(line.as_bytes()).and_then(|()| stdin.flush()));
        })?;
        spawn(move || read_output(BufReader::new(stdout), &*client, &reader_log, &sender))?;
        spawn(move || {
            let _ = error_sender.send(last_line(BufReader::new(stderr)));
        })?;
        Ok(process)
    }

    /// Writes one or more lines to the engine, without waiting until it reads them.
    ///
    /// # Errors
    /// It has ended, or leaves too much unread.
    pub fn send(&mut self, lines: &str) -> Result<(), EngineError> {
        self.input.try_send(format!("{lines}\n")).map_err(|error| match error {
            TrySendError::Full(_) => EngineError::Disqualified("does not read its input".to_owned()),
            TrySendError::Disconnected(_) => self.exited(),
        })
    }

    /// The next answer and when it came; `None` if there is none until `deadline`.
    pub fn next_answer(&mut self, deadline: Instant) -> Result<Option<(Instant, EngineMessage)>, EngineError> {
        loop {
            if interrupt::must_abort() {
                return Err(EngineError::Interrupted);
            }
            let Some(left) = deadline.checked_duration_since(Instant::now()) else { return Ok(None) };
            match self.answers.recv_timeout(left.min(POLL_INTERVAL)) {
                Ok(answer) => return Ok(Some(answer)),
                Err(RecvTimeoutError::Disconnected) => return Err(self.exited()),
                Err(RecvTimeoutError::Timeout) => (),
            }
            // The end of the output does not tell it: a process that the engine has started may keep the pipe open.
            if matches!(self.group.leader.try_wait(), Ok(Some(_))) {
                return self.answers.recv_timeout(POLL_INTERVAL).map(Some).map_err(|_| self.exited());
            }
        }
    }

    /// The output that is no answer.
    pub fn log(&self) -> MutexGuard<'_, OutputLog> {
        self.log.lock()
    }

    /// The error that the process has ended. It quotes the last message if that begins with `error`, else the last line of standard
    /// error, else the last message.
    fn exited(&mut self) -> EngineError {
        // The thread that reads may be behind.
        let deadline = Instant::now() + QUIT_TIMEOUT;
        while self.answers.recv_timeout(deadline.saturating_duration_since(Instant::now())).is_ok() {}
        let message = self.log().messages.last().cloned().unwrap_or_default();
        if message.to_lowercase().starts_with("error") {
            return EngineError::Exited(message);
        }
        let last_error = self.last_error.recv_timeout(QUIT_TIMEOUT).ok().filter(|line| !line.is_empty());
        EngineError::Exited(last_error.unwrap_or(message))
    }
}

/// Asks the engine to quit, then kills it and everything that it has started.
impl Drop for ChildProcess {
    fn drop(&mut self) {
        if !interrupt::must_abort() && self.send(QUIT).is_ok() {
            let deadline = Instant::now() + QUIT_TIMEOUT;
            let is_late = || Instant::now() >= deadline || interrupt::must_abort();
            while !is_late() && matches!(self.group.leader.try_wait(), Ok(None)) {
                thread::sleep(Duration::from_millis(2));
            }
        }
        self.group.kill();
    }
}

impl OutputLog {
    fn add_info(&mut self, line: &str, rank: usize) {
        if !(1..=MAX_VARIATIONS).contains(&rank) {
            return;
        }
        let best_move = first_move(line).filter(|_| rank == 1);
        if best_move.is_some() && self.best_move.as_ref().map(|(best, ..)| &**best) != best_move {
            self.best_move = best_move.map(|mv| (mv.to_owned(), Instant::now(), line.to_owned()));
        }
        if self.infos.len() < rank {
            self.infos.resize(rank, String::new());
        }
        line.clone_into(&mut self.infos[rank - 1]);
    }

    fn add_message(&mut self, text: &str) {
        if !text.is_empty() {
            self.messages.truncate(MAX_MESSAGES - 1);
            self.messages.push(clean(text));
        }
    }
}

/// The beginning of a message, without control characters.
fn clean(text: &str) -> String {
    text.chars().take(MAX_MESSAGE_CHARS).map(|c| if c.is_control() { '?' } else { c }).collect()
}

fn spawn(work: impl FnOnce() + Send + 'static) -> Result<(), EngineError> {
    thread::Builder::new().name("engine".to_owned()).spawn(work).map(drop).map_err(EngineError::Start)
}

/// Reads the output of an engine until it ends or the receiver of the answers is gone.
fn read_output(
    mut output: impl BufRead,
    client: &dyn ProtocolClient,
    log: &Mutex<OutputLog>,
    answers: &SyncSender<(Instant, EngineMessage)>,
) {
    while let Some(line) = next_line(&mut output) {
        match client.parse_line(&line) {
            EngineMessage::Ignored => (),
            EngineMessage::Info => {
                if let Some(rank) = client.scored_rank(&line) {
                    log.lock().add_info(&line, rank);
                }
            }
            EngineMessage::Text(text) => log.lock().add_message(&text),
            answer => {
                if answers.send((Instant::now(), answer)).is_err() {
                    return;
                }
            }
        }
    }
}

/// The last line that is not empty.
fn last_line(mut output: impl BufRead) -> String {
    let mut last = String::new();
    while let Some(line) = next_line(&mut output) {
        if !line.trim().is_empty() {
            last = clean(line.trim());
        }
    }
    last
}

/// The next line; `None` at the end.
fn next_line(output: &mut impl BufRead) -> Option<String> {
    let mut bytes = Vec::new();
    io::Read::take(output, MAX_LINE_BYTES).read_until(b'\n', &mut bytes).ok().filter(|&length| length > 0)?;
    Some(String::from_utf8_lossy(&bytes).into_owned())
}

/// The first move of the variation in a report: all protocols call it `pv`.
fn first_move(line: &str) -> Option<&str> {
    let (_, rest) = line.split_once(" pv")?;
    rest.trim_start_matches([' ', '=', '"']).split([' ', '"']).next()
}

/// The words of an engine behind what happened to it; empty if there are none.
pub fn it_said(words: &str) -> String {
    if words.is_empty() { String::new() } else { format!("; it said: {words}") }
}

/// Why an engine process cannot be used any more. The texts continue a sentence that begins with the engine's name.
#[derive(Debug, Error)]
pub enum EngineError {
    /// The program cannot be started.
    #[error("cannot be started: {}", explain(.0))]
    Start(io::Error),
    /// The process has exited, or has closed its input or output; the text is what it has said at last, if anything.
    #[error("has ended{}", it_said(.0))]
    Exited(String),
    /// The engine did not answer a command.
    #[error("did not answer '{command}' within {} s", timeout.as_secs_f64())]
    Timeout {
        /// The command that was sent.
        command: String,
        /// How long the engine had to answer.
        timeout: Duration,
    },
    /// The engine refuses its options, does not play the game or ignores its limits, so its games do not count.
    #[error("{0}")]
    Disqualified(String),
    /// The user has asked to stop at once.
    #[error("interrupted")]
    Interrupted,
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The best move is that of the first variation, since it was first reported. Lines and messages beyond the limits are dropped.
    #[test]
    fn reports_are_kept_by_rank_and_messages_up_to_a_limit() {
        let mut log = OutputLog::default();
        for (line, rank) in [("2 pv a", 2), ("1 pv b", 1), ("1 pv b c", 1), ("2 pv d", 2), ("0", 0)] {
            log.add_info(line, rank);
            log.add_info("far", MAX_VARIATIONS + 1);
        }
        assert_eq!(log.infos, ["1 pv b c", "2 pv d"]);
        let (best, _, line) = log.best_move.as_ref().unwrap();
        assert_eq!([best, line], ["b", "1 pv b"]);
        log.add_info("1 pv e", 1);
        assert_eq!(log.best_move.as_ref().unwrap().0, "e");
        log.add_info("x", MAX_VARIATIONS);
        assert_eq!(log.infos.len(), MAX_VARIATIONS);
        log.add_message("");
        (0..=MAX_MESSAGES).for_each(|number| log.add_message(&format!("{number}\t{}", "é".repeat(MAX_MESSAGE_CHARS))));
        assert_eq!(log.messages.len(), MAX_MESSAGES);
        assert_eq!(log.messages[0], format!("0?{}", "é".repeat(MAX_MESSAGE_CHARS - 2)));
        assert!(log.messages[MAX_MESSAGES - 1].starts_with(&format!("{MAX_MESSAGES}?")));
    }
}
