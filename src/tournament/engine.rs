//! An engine that runs as a process of its own.

use super::engine_options;
use super::engine_options::Setting;
use super::failure::Failure;
use super::process::Process;
use super::search::Search;
use super::time_control::Control;
use crate::protocol::client::{Allowance, Client, Declared, Heard, Task, Thinking};
use crate::system::interrupt::Interrupt;
use anyhow::anyhow;
use std::path::PathBuf;
use std::process::Command;
use std::sync::Arc;
use std::time::{Duration, Instant};

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

impl Profile {
    /// What to tell the user of a failure.
    pub fn error(&self, failure: Failure) -> anyhow::Error {
        match failure {
            Failure::Interrupted => failure.into(),
            failure => anyhow!("engine '{}' {failure}", self.name),
        }
    }
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
    /// The search that is going on.
    search: Search,
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
            search: Search::new(Allowance::default()),
        };
        engine.introduce()?;
        let (client, game) = (&*profile.client, &profile.game);
        let options =
            engine_options::with_variant(client, game, &profile.options, &engine.declared);
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
        let Some((remark, other)) = engine_options::misunderstood(&notes.remarks) else {
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
        engine_options::check(options, &self.declared).map_err(Failure::Unfit)?;
        self.process.notes().remarks.clear();
        for (name, value) in options {
            self.process.say(&self.client.set_option(name, value))?;
        }
        self.wait_until_ready()?;
        let notes = self.process.notes();
        let Some((remark, option)) = engine_options::refusal(&notes.remarks, options) else {
            return Ok(());
        };
        let refused = option.map_or("its options".to_owned(), |name| format!("option '{name}'"));
        Err(Failure::Unfit(format!(
            "refused {refused}; it said: {remark}"
        )))
    }

    /// The option of this name, if it said that it has one.
    pub fn declared(&self, name: &str) -> Option<&Declared> {
        engine_options::find(name, &self.declared)
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
        self.search = Search::new(task.allowance);
        self.process.say(&lines)?;
        Ok(self.search.began)
    }

    /// How long a slow engine may take for the nodes that it was told to visit.
    pub fn patience(&self) -> Duration {
        self.search.patience().unwrap_or_default()
    }

    /// Waits for the decision until `deadline`; `None` if it does not come.
    pub fn decision(&mut self, deadline: Instant) -> Result<Option<Decision>, Failure> {
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
                None if self.has_passed_limits()? => {
                    self.stop_late()?;
                    break;
                }
                None => (),
            }
        }
        Ok(None)
    }

    /// Whether it should have decided by now, but perhaps does not hear; an error if it tells so.
    fn has_passed_limits(&self) -> Result<bool, Failure> {
        let notes = self.process.notes();
        let depth = self.client.thought(&notes.thinking).map(|it| it.depth);
        let nodes = self.client.nodes(&notes.thinking);
        match self.search.passed(depth, nodes) {
            Some(passed) => Err(Failure::Unfit(format!("does not stop at {passed}"))),
            None => Ok(self.search.is_overdue(nodes)),
        }
    }

    /// An engine that has not decided in time, but does when it is told to, ignores its limit.
    fn stop_late(&mut self) -> Result<(), Failure> {
        const TIME: Duration = Duration::from_secs(2);
        let unfit = format!("does not stop at {}, but when told to", self.search);
        self.process.say(self.client.stop())?;
        let deadline = Instant::now() + TIME;
        while let Some((_, heard)) = self.process.next(deadline)? {
            if matches!(heard, Heard::Decided { .. }) {
                return Err(Failure::Unfit(unfit));
            }
        }
        Ok(())
    }

    /// The opponent has played the move pondered on; says since when the clock runs.
    pub fn ponder_hit(&mut self) -> Result<Instant, Failure> {
        self.search.began = Instant::now();
        self.process.say(self.client.ponder_hit())?;
        Ok(self.search.began)
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

/// 200 ms from now, or `deadline` if that is earlier.
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
