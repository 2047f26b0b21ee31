//! An engine that runs as a process of its own.

use super::control::Control;
use crate::protocol::client::{Client, Declared, Heard, Task, Thinking};
use crate::system;
use std::io::{self, BufRead, BufReader, Write};
use std::path::PathBuf;
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;
use std::time::{Duration, Instant};
use thiserror::Error;

/// How to run an engine, and how it shall play.
#[derive(Clone)]
pub struct Profile {
    /// What it is called in tables and records.
    pub name: String,
    /// The program.
    pub command: PathBuf,
    /// Its arguments.
    pub arguments: Vec<String>,
    /// The folder to run it in; `None`: the present one.
    pub folder: Option<PathBuf>,
    /// How to talk to it.
    pub client: Arc<dyn Client>,
    /// Its options.
    pub options: Vec<(String, String)>,
    /// How long it may think.
    pub control: Control,
}

/// Why an engine is of no more use.
#[derive(Debug, Error)]
pub enum Failure {
    /// It does not run.
    #[error("cannot be started: {0}")]
    Start(io::Error),
    /// It has ended, or has closed its output.
    #[error("has ended")]
    Ended,
    /// It did not answer.
    #[error("did not answer '{question}' within {} s", patience.as_secs_f64())]
    Silent {
        /// What it was told.
        question: String,
        /// How long it had.
        patience: Duration,
    },
}

/// What an engine has decided.
#[derive(Clone, Debug)]
pub struct Decision {
    /// The move; `None` if it says that there is none.
    pub best: Option<String>,
    /// The reply that it expects.
    pub ponder: Option<String>,
    /// What it thinks of the position, if it told.
    pub thought: Option<Thinking>,
    /// When the decision came.
    pub at: Instant,
}

/// An engine that runs.
pub struct Adversary {
    client: Arc<dyn Client>,
    child: Child,
    input: ChildStdin,
    heard: Receiver<(Instant, Heard)>,
    /// The latest line that told what it thinks.
    thinking: Arc<Mutex<String>>,
    /// Its options.
    options: Vec<Declared>,
}

/// How long an engine may take for everything but thinking.
const PATIENCE: Duration = Duration::from_secs(20);

impl Adversary {
    /// Starts an engine, introduces it and sets its options.
    pub fn start(profile: &Profile) -> Result<Adversary, Failure> {
        let mut command = Command::new(&profile.command);
        command.args(&profile.arguments);
        if let Some(folder) = &profile.folder {
            command.current_dir(folder);
        }
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
        let (teller, heard) = channel();
        let client = Arc::clone(&profile.client);
        let thinking = Arc::new(Mutex::new(String::new()));
        let listener = Listener {
            client: Arc::clone(&client),
            thinking: Arc::clone(&thinking),
            teller,
        };
        thread::spawn(move || listener.listen(BufReader::new(output)));
        let mut engine = Adversary {
            client,
            child,
            input,
            heard,
            thinking,
            options: Vec::new(),
        };
        engine.introduce(&profile.options)?;
        Ok(engine)
    }

    fn introduce(&mut self, options: &[(String, String)]) -> Result<(), Failure> {
        let mut declared = Vec::new();
        self.ask(self.client.greeting(), |heard| {
            if let Heard::Option(option) = heard {
                declared.push(option.clone());
            }
            *heard == Heard::Introduced
        })?;
        self.options = declared;
        self.set(options)
    }

    /// Sets options.
    pub fn set(&mut self, options: &[(String, String)]) -> Result<(), Failure> {
        for (name, value) in options {
            self.say(&self.client.set_option(name, value))?;
        }
        self.wait_until_ready()
    }

    /// The option of this name, if it said that it has one.
    pub fn declared(&self, name: &str) -> Option<&Declared> {
        let same = |option: &&Declared| option.name.eq_ignore_ascii_case(name);
        self.options.iter().find(same)
    }

    fn wait_until_ready(&mut self) -> Result<(), Failure> {
        let question = self.client.are_you_ready();
        self.ask(question, |heard| *heard == Heard::Ready)
    }

    /// Another game begins.
    pub fn new_game(&mut self) -> Result<(), Failure> {
        self.say(self.client.new_game())?;
        self.wait_until_ready()
    }

    /// Begins to think; says since when.
    pub fn go(&mut self, task: &Task) -> Result<Instant, Failure> {
        self.thinking().clear();
        let lines = self.client.go(task).join("\n");
        let began = Instant::now();
        self.say(&lines)?;
        Ok(began)
    }

    /// Waits for the decision until `deadline`; `None` if it does not come.
    pub fn decision(&mut self, deadline: Option<Instant>) -> Result<Option<Decision>, Failure> {
        loop {
            let Some((at, heard)) = self.next(deadline)? else {
                return Ok(None);
            };
            if let Heard::Decided { best, ponder } = heard {
                let thought = self.client.thought(&self.thinking());
                return Ok(Some(Decision {
                    best,
                    ponder,
                    thought,
                    at,
                }));
            }
        }
    }

    /// The opponent has played the move pondered on; says since when the clock runs.
    pub fn ponder_hit(&mut self) -> Result<Instant, Failure> {
        let began = Instant::now();
        self.say(self.client.ponder_hit())?;
        Ok(began)
    }

    /// Ends a search whose decision does not matter.
    pub fn abandon(&mut self) -> Result<(), Failure> {
        let question = self.client.stop();
        self.ask(question, |heard| matches!(heard, Heard::Decided { .. }))
    }

    fn thinking(&self) -> std::sync::MutexGuard<'_, String> {
        self.thinking.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Says something and waits for the answer.
    fn ask(
        &mut self,
        question: &str,
        mut answers: impl FnMut(&Heard) -> bool,
    ) -> Result<(), Failure> {
        self.say(question)?;
        let deadline = Instant::now() + PATIENCE;
        while let Some((_, heard)) = self.next(Some(deadline))? {
            if answers(&heard) {
                return Ok(());
            }
        }
        Err(Failure::Silent {
            question: question.to_owned(),
            patience: PATIENCE,
        })
    }

    fn say(&mut self, lines: &str) -> Result<(), Failure> {
        let said = self.input.write_all(format!("{lines}\n").as_bytes());
        said.and_then(|()| self.input.flush())
            .map_err(|_| Failure::Ended)
    }

    fn next(&mut self, deadline: Option<Instant>) -> Result<Option<(Instant, Heard)>, Failure> {
        let heard = match deadline {
            Some(deadline) => {
                let left = deadline.saturating_duration_since(Instant::now());
                self.heard.recv_timeout(left)
            }
            None => self.heard.recv().map_err(RecvTimeoutError::from),
        };
        match heard {
            Ok(heard) => Ok(Some(heard)),
            Err(RecvTimeoutError::Timeout) => Ok(None),
            Err(RecvTimeoutError::Disconnected) => Err(Failure::Ended),
        }
    }
}

/// Nobody is left behind: an engine that does not go is ended.
impl Drop for Adversary {
    fn drop(&mut self) {
        let quit = self.client.quit();
        let asked = self.say(quit).is_ok();
        let deadline = Instant::now() + Duration::from_millis(500);
        while asked && Instant::now() < deadline {
            match self.child.try_wait() {
                Ok(None) => thread::sleep(Duration::from_millis(2)),
                Ok(Some(_)) | Err(_) => return,
            }
        }
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// Hears an engine out, on a thread of its own.
struct Listener {
    client: Arc<dyn Client>,
    thinking: Arc<Mutex<String>>,
    teller: Sender<(Instant, Heard)>,
}

impl Listener {
    /// A line longer than this is cut: nothing that matters is so long.
    const LONGEST: u64 = 1 << 16;

    fn listen(self, mut output: impl BufRead) {
        let mut bytes = Vec::new();
        loop {
            bytes.clear();
            let read = io::Read::take(&mut output, Self::LONGEST).read_until(b'\n', &mut bytes);
            if !matches!(read, Ok(1..)) {
                return;
            }
            let line = String::from_utf8_lossy(&bytes);
            match self.client.hear(&line) {
                Heard::Nothing => (),
                Heard::Thinking => self.keep(&line),
                heard => {
                    if self.teller.send((Instant::now(), heard)).is_err() {
                        return;
                    }
                }
            }
        }
    }

    /// Keeps the line if it tells a score; what it says is read when it is needed.
    fn keep(&self, line: &str) {
        if line.contains(" score") && !line.contains("bound ") {
            let mut thinking = self.thinking.lock().unwrap_or_else(PoisonError::into_inner);
            line.clone_into(&mut thinking);
        }
    }
}
