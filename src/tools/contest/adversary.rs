//! An engine that runs as a process of its own.

use super::control::Control;
use super::process::Process;
use super::settings::{self, Setting};
use crate::protocol::client::{Allowance, Client, Declared, Heard, Task, Thinking};
use crate::tools::interrupt::Interrupt;
use anyhow::anyhow;
use std::io;
use std::path::PathBuf;
use std::process::Command;
use std::sync::Arc;
use std::time::{Duration, Instant};
use thiserror::Error;

/// How to run an engine, and how it shall play.
#[derive(Clone)]
pub struct Profile {
    /// What it is called in tables and records.
    pub name: String,
    /// How the user has described it, but for its name.
    pub words: Vec<String>,
    /// The program.
    pub command: PathBuf,
    /// Its arguments.
    pub arguments: Vec<String>,
    /// The folder to run it in; `None`: the present one.
    pub folder: Option<PathBuf>,
    /// The game that it shall play.
    pub game: String,
    /// How to talk to it.
    pub client: Arc<dyn Client>,
    /// Its options.
    pub options: Vec<Setting>,
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
    /// It cannot take part, whatever it plays: it refuses its options or ignores its limits.
    #[error("{0}")]
    Unfit(String),
    /// Nobody wants to wait for it.
    #[error("interrupted")]
    Interrupted,
}

impl Profile {
    /// What to tell the user of a failure.
    pub fn error(&self, failure: Failure) -> anyhow::Error {
        match failure {
            Failure::Interrupted => failure.into(),
            failure => anyhow!("engine '{}' {failure}", self.name),
        }
    }
}

/// Whether an error is none: nobody wants to wait for an engine.
pub fn is_interruption(error: &anyhow::Error) -> bool {
    matches!(error.downcast_ref(), Some(Failure::Interrupted))
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
    process: Process,
    /// The options that it has.
    declared: Vec<Declared>,
    /// What limits the search that is going on, and since when.
    search: (Allowance, Instant),
}

/// How long an engine may take for everything but thinking.
const PATIENCE: Duration = Duration::from_secs(20);

/// Options that are kept: no engine has as many.
const MOST_OPTIONS: usize = 10_000;

impl Adversary {
    /// Starts an engine, introduces it and sets its options.
    pub fn start(profile: &Profile, interrupt: &'static Interrupt) -> Result<Adversary, Failure> {
        let mut command = Command::new(&profile.command);
        command.args(&profile.arguments);
        if let Some(folder) = &profile.folder {
            command.current_dir(folder);
        }
        let client = Arc::clone(&profile.client);
        let mut engine = Adversary {
            process: Process::start(command, Arc::clone(&client), interrupt)?,
            client,
            declared: Vec::new(),
            search: (Allowance::default(), Instant::now()),
        };
        engine.introduce()?;
        let (client, game) = (&*profile.client, &profile.game);
        let options = settings::with_variant(client, game, &profile.options, &engine.declared);
        engine.set(&options.map_err(Failure::Unfit)?)?;
        Ok(engine)
    }

    fn introduce(&mut self) -> Result<(), Failure> {
        let question = self.client.greeting();
        self.process.say(question)?;
        let deadline = Instant::now() + PATIENCE;
        let mut declared = Vec::new();
        while Instant::now() < deadline {
            match self.process.next(a_while(deadline))? {
                Some((_, Heard::Introduced)) => {
                    self.declared = declared;
                    return Ok(());
                }
                Some((_, Heard::Option(option))) if declared.len() < MOST_OPTIONS => {
                    declared.push(option);
                }
                Some(_) => (),
                None => self.check_protocol(question)?,
            }
        }
        Err(silent(question))
    }

    /// Whether what it has said tells that it does not know the protocol.
    fn check_protocol(&self, question: &str) -> Result<(), Failure> {
        let notes = self.process.notes();
        let Some((remark, other)) = settings::misunderstood(&notes.remarks) else {
            return Ok(());
        };
        let guess = other.map(|name| format!("; it seems to speak {name}"));
        Err(Failure::Unfit(format!(
            "does not answer '{question}'{}; it said: {remark}",
            guess.unwrap_or_default()
        )))
    }

    /// Sets options; an engine that does not take them is unfit.
    pub fn set(&mut self, options: &[Setting]) -> Result<(), Failure> {
        settings::check(options, &self.declared).map_err(Failure::Unfit)?;
        self.process.notes().remarks.clear();
        for (name, value) in options {
            self.process.say(&self.client.set_option(name, value))?;
        }
        self.wait_until_ready()?;
        let notes = self.process.notes();
        let Some((remark, option)) = settings::refusal(&notes.remarks, options) else {
            return Ok(());
        };
        let refused = option.map_or("its options".to_owned(), |name| format!("option '{name}'"));
        Err(Failure::Unfit(format!(
            "refused {refused}; it said: {remark}"
        )))
    }

    /// The option of this name, if it said that it has one.
    pub fn declared(&self, name: &str) -> Option<&Declared> {
        settings::find(name, &self.declared)
    }

    fn wait_until_ready(&mut self) -> Result<(), Failure> {
        self.ask(self.client.are_you_ready(), |heard| *heard == Heard::Ready)
    }

    /// Another game begins.
    pub fn new_game(&mut self) -> Result<(), Failure> {
        self.process.say(self.client.new_game())?;
        self.wait_until_ready()
    }

    /// Begins to think; says since when.
    pub fn go(&mut self, task: &Task) -> Result<Instant, Failure> {
        // A decision that it still tells until it answers belongs to an earlier search.
        self.ask(self.client.ping(), |heard| *heard == Heard::Ready)?;
        self.process.notes().thinking.clear();
        let lines = self.client.go(task).join("\n");
        self.search = (task.allowance, Instant::now());
        self.process.say(&lines)?;
        Ok(self.search.1)
    }

    /// Waits for the decision until `deadline`; `None` if it does not come.
    pub fn decision(&mut self, deadline: Instant) -> Result<Option<Decision>, Failure> {
        let (allowance, began) = self.search;
        let patient = patience(&allowance).map(|patience| began + patience);
        let deadline = patient.map_or(deadline, |patient| patient.min(deadline));
        while Instant::now() < deadline {
            match self.process.next(a_while(deadline))? {
                Some((at, Heard::Decided { best, ponder })) => {
                    let thought = self.client.thought(&self.process.notes().thinking);
                    return Ok(Some(Decision {
                        best,
                        ponder,
                        thought,
                        at,
                    }));
                }
                Some(_) => (),
                None => self.check_limits()?,
            }
        }
        self.stop_late()
    }

    /// Whether it searches on far beyond its limit: there is always somebody who counts otherwise.
    fn check_limits(&self) -> Result<(), Failure> {
        const TIME: Duration = Duration::from_secs(2);
        const TIMES: u64 = 10;
        const PLIES: u32 = 5;
        let (allowance, began) = &self.search;
        if began.elapsed() < TIME {
            return Ok(());
        }
        let notes = self.process.notes();
        let unfit = |name, limit, reached| {
            let text = format!("does not stop at {name}={limit}: it has come to {reached}");
            Err(Failure::Unfit(text))
        };
        let nodes = allowance.nodes.zip(self.client.nodes(&notes.thinking));
        if let Some((limit, nodes)) = nodes
            && nodes / TIMES > limit
        {
            return unfit("nodes", limit, nodes);
        }
        let depth = allowance.depth.zip(self.client.thought(&notes.thinking));
        if let Some((limit, thought)) = depth
            && thought.depth.saturating_sub(PLIES) > limit
        {
            return unfit("depth", limit.into(), thought.depth.into());
        }
        Ok(())
    }

    /// It has not decided in time. Unless it has a clock, it may only not know its limit.
    fn stop_late(&mut self) -> Result<Option<Decision>, Failure> {
        const TIME: Duration = Duration::from_secs(2);
        let (allowance, began) = self.search;
        if is_timed(&allowance) {
            return Ok(None);
        }
        let waited = began.elapsed().as_secs();
        self.process.say(self.client.stop())?;
        let deadline = Instant::now() + TIME;
        while let Some((_, heard)) = self.process.next(deadline)? {
            if matches!(heard, Heard::Decided { .. }) {
                let limit = match (allowance.nodes, allowance.depth) {
                    (Some(nodes), _) => format!("nodes={nodes}"),
                    (None, depth) => format!("depth={}", depth.unwrap_or_default()),
                };
                return Err(Failure::Unfit(format!(
                    "did not stop at {limit} within {waited} s, but when it was told to stop"
                )));
            }
        }
        Ok(None)
    }

    /// The opponent has played the move pondered on; says since when the clock runs.
    pub fn ponder_hit(&mut self) -> Result<Instant, Failure> {
        self.search.1 = Instant::now();
        self.process.say(self.client.ponder_hit())?;
        Ok(self.search.1)
    }

    /// Ends a search whose decision does not matter.
    pub fn abandon(&mut self) -> Result<(), Failure> {
        let question = self.client.stop();
        self.ask(question, |heard| matches!(heard, Heard::Decided { .. }))
    }

    /// Says something and waits for the answer.
    fn ask(&mut self, question: &str, answers: impl Fn(&Heard) -> bool) -> Result<(), Failure> {
        self.process.say(question)?;
        let deadline = Instant::now() + PATIENCE;
        while let Some((_, heard)) = self.process.next(deadline)? {
            if answers(&heard) {
                return Ok(());
            }
        }
        Err(silent(question))
    }
}

/// The end of a short while, or `deadline` if that comes before.
fn a_while(deadline: Instant) -> Instant {
    const WHILE: Duration = Duration::from_millis(200);
    deadline.min(Instant::now() + WHILE)
}

fn silent(question: &str) -> Failure {
    Failure::Silent {
        question: question.to_owned(),
        patience: PATIENCE,
    }
}

fn is_timed(allowance: &Allowance) -> bool {
    allowance.clocks.is_some() || allowance.move_time.is_some()
}

/// How long an engine without a clock may think, where its limit tells: as long as a slow one needs.
fn patience(allowance: &Allowance) -> Option<Duration> {
    const LEAST: Duration = Duration::from_secs(20);
    const MOST: Duration = Duration::from_secs(600);
    const POSITIONS_A_SECOND: u64 = 500;
    let nodes = allowance.nodes.filter(|_| !is_timed(allowance))?;
    Some(Duration::from_secs(nodes / POSITIONS_A_SECOND).clamp(LEAST, MOST))
}
