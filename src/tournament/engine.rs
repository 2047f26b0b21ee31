//! An engine that runs as a process of its own.

use super::child_process::ChildProcess;
use super::engine_error::EngineError;
use super::engine_options;
use super::engine_options::OptionSetting;
use super::limit_check::LimitCheck;
use super::time_control::TimeControl;
use crate::protocol::client::{
    DeclaredOption, EngineInfo, EngineMessage, MoveLimits, MoveRequest, ProtocolClient,
};
use crate::system::interrupt::Interrupt;
use anyhow::anyhow;
use std::path::PathBuf;
use std::process::Command;
use std::sync::Arc;
use std::time::{Duration, Instant};

/// How to run an engine, and how it shall play.
#[derive(Clone)]
pub struct EngineConfig {
    /// What it is called in tables and records.
    pub name: String,
    /// How the user has described it, but for its name.
    pub description: Vec<String>,
    /// The program.
    pub program: PathBuf,
    /// Its arguments.
    pub arguments: Vec<String>,
    /// The folder to run it in; `None`: the present one.
    pub working_directory: Option<PathBuf>,
    /// The game that it shall play.
    pub game: String,
    /// How to talk to it.
    pub client: Arc<dyn ProtocolClient>,
    /// Its options.
    pub options: Vec<OptionSetting>,
    /// How long it may think.
    pub time_control: TimeControl,
}

impl EngineConfig {
    /// What to tell the user of a failure.
    pub fn error(&self, failure: EngineError) -> anyhow::Error {
        match failure {
            EngineError::Interrupted => failure.into(),
            failure => anyhow!("engine '{}' {failure}", self.name),
        }
    }
}

/// What an engine has decided.
#[derive(Clone, Debug)]
pub struct BestMove {
    /// The move; `None` if it says that there is none.
    pub mv: Option<String>,
    /// The reply that it expects.
    pub ponder: Option<String>,
    /// What it thinks of the position, if it told.
    pub info: Option<EngineInfo>,
    /// When the decision came.
    pub received: Instant,
}

/// An engine that runs.
pub struct EngineProcess {
    client: Arc<dyn ProtocolClient>,
    process: ChildProcess,
    /// The options that it has.
    declared: Vec<DeclaredOption>,
    /// The search that is going on.
    limit_check: LimitCheck,
}

/// How long an engine may take for everything but thinking.
const RESPONSE_TIMEOUT: Duration = Duration::from_secs(20);

/// Options that are kept: no engine has as many.
const MAX_OPTIONS: usize = 10_000;

impl EngineProcess {
    /// Starts an engine, introduces it and sets its options.
    pub fn start(
        profile: &EngineConfig,
        interrupt: &'static Interrupt,
    ) -> Result<EngineProcess, EngineError> {
        let mut command = Command::new(&profile.program);
        command.args(&profile.arguments);
        if let Some(folder) = &profile.working_directory {
            command.current_dir(folder);
        }
        let client = Arc::clone(&profile.client);
        let mut engine = EngineProcess {
            process: ChildProcess::start(command, Arc::clone(&client), interrupt)?,
            client,
            declared: Vec::new(),
            limit_check: LimitCheck::new(MoveLimits::default()),
        };
        engine.handshake()?;
        let (client, game) = (&*profile.client, &profile.game);
        let options =
            engine_options::with_variant(client, game, &profile.options, &engine.declared);
        engine.set_options(&options.map_err(EngineError::Disqualified)?)?;
        Ok(engine)
    }

    fn handshake(&mut self) -> Result<(), EngineError> {
        let question = self.client.handshake();
        self.process.send(question)?;
        let deadline = Instant::now() + RESPONSE_TIMEOUT;
        let mut declared = Vec::new();
        while Instant::now() < deadline {
            match self.process.next_answer(next_check(deadline))? {
                Some((_, EngineMessage::HandshakeDone)) => {
                    self.declared = declared;
                    return Ok(());
                }
                Some((_, EngineMessage::Option(option))) if declared.len() < MAX_OPTIONS => {
                    declared.push(option);
                }
                Some(_) => (),
                None => self.check_protocol(question)?,
            }
        }
        Err(timeout(question))
    }

    /// Whether what it has said tells that it does not know the protocol.
    fn check_protocol(&self, question: &str) -> Result<(), EngineError> {
        let notes = self.process.notes();
        let Some((remark, other)) = engine_options::other_protocol(&notes.messages) else {
            return Ok(());
        };
        let guess = other.map(|name| format!("; it seems to speak {name}"));
        Err(EngineError::Disqualified(format!(
            "does not answer '{question}'{}; it said: {remark}",
            guess.unwrap_or_default()
        )))
    }

    /// Sets options; an engine that does not take them is unfit.
    pub fn set_options(&mut self, options: &[OptionSetting]) -> Result<(), EngineError> {
        engine_options::check_options(options, &self.declared)
            .map_err(EngineError::Disqualified)?;
        self.process.notes().messages.clear();
        for (name, value) in options {
            self.process.send(&self.client.set_option(name, value))?;
        }
        self.wait_until_ready()?;
        let notes = self.process.notes();
        let Some((remark, option)) = engine_options::refusal(&notes.messages, options) else {
            return Ok(());
        };
        let refused = option.map_or("its options".to_owned(), |name| format!("option '{name}'"));
        Err(EngineError::Disqualified(format!(
            "refused {refused}; it said: {remark}"
        )))
    }

    /// The option of this name, if it said that it has one.
    pub fn declared(&self, name: &str) -> Option<&DeclaredOption> {
        engine_options::find(name, &self.declared)
    }

    fn wait_until_ready(&mut self) -> Result<(), EngineError> {
        self.send_and_wait(self.client.ready_query(), |heard| {
            *heard == EngineMessage::Ready
        })
    }

    /// Another game begins.
    pub fn new_game(&mut self) -> Result<(), EngineError> {
        self.process.send(self.client.new_game())?;
        self.wait_until_ready()
    }

    /// Begins to think; says since when.
    pub fn go(&mut self, task: &MoveRequest) -> Result<Instant, EngineError> {
        // A decision that it still tells until it answers belongs to an earlier search.
        self.send_and_wait(self.client.ping(), |heard| *heard == EngineMessage::Ready)?;
        self.process.notes().last_info.clear();
        let lines = self.client.go(task).join("\n");
        self.limit_check = LimitCheck::new(task.limits);
        self.process.send(&lines)?;
        Ok(self.limit_check.started)
    }

    /// How long a slow engine may take for the nodes that it was told to visit.
    pub fn node_timeout(&self) -> Duration {
        self.limit_check.node_timeout().unwrap_or_default()
    }

    /// Waits for the decision until `deadline`; `None` if it does not come.
    pub fn wait_for_move(&mut self, deadline: Instant) -> Result<Option<BestMove>, EngineError> {
        while Instant::now() < deadline {
            match self.process.next_answer(next_check(deadline))? {
                Some((at, EngineMessage::BestMove { best, ponder })) => {
                    let thought = self.client.parse_info(&self.process.notes().last_info);
                    return Ok(Some(BestMove {
                        mv: best,
                        ponder,
                        info: thought,
                        received: at,
                    }));
                }
                Some(_) => (),
                None if self.ignores_limit()? => {
                    self.stop_late_search()?;
                    break;
                }
                None => (),
            }
        }
        Ok(None)
    }

    /// Whether it should have decided by now, but perhaps does not hear; an error if it tells so.
    fn ignores_limit(&self) -> Result<bool, EngineError> {
        let notes = self.process.notes();
        let depth = self.client.parse_info(&notes.last_info).map(|it| it.depth);
        let nodes = self.client.parse_nodes(&notes.last_info);
        match self.limit_check.exceeded(depth, nodes) {
            Some(passed) => Err(EngineError::Disqualified(format!(
                "does not stop at {passed}"
            ))),
            None => Ok(self.limit_check.is_overdue(nodes)),
        }
    }

    /// An engine that has not decided in time, but does when it is told to, ignores its limit.
    fn stop_late_search(&mut self) -> Result<(), EngineError> {
        const TIME: Duration = Duration::from_secs(2);
        let unfit = format!("does not stop at {}, but when told to", self.limit_check);
        self.process.send(self.client.stop())?;
        let deadline = Instant::now() + TIME;
        while let Some((_, heard)) = self.process.next_answer(deadline)? {
            if matches!(heard, EngineMessage::BestMove { .. }) {
                return Err(EngineError::Disqualified(unfit));
            }
        }
        Ok(())
    }

    /// The opponent has played the move pondered on; says since when the clock runs.
    pub fn ponder_hit(&mut self) -> Result<Instant, EngineError> {
        self.limit_check.started = Instant::now();
        self.process.send(self.client.ponder_hit())?;
        Ok(self.limit_check.started)
    }

    /// Ends a search whose decision does not matter.
    pub fn cancel_search(&mut self) -> Result<(), EngineError> {
        let question = self.client.stop();
        self.send_and_wait(question, |heard| {
            matches!(heard, EngineMessage::BestMove { .. })
        })
    }

    /// Says something and waits for the answer.
    fn send_and_wait(
        &mut self,
        question: &str,
        answers: impl Fn(&EngineMessage) -> bool,
    ) -> Result<(), EngineError> {
        self.process.send(question)?;
        let deadline = Instant::now() + RESPONSE_TIMEOUT;
        while let Some((_, heard)) = self.process.next_answer(deadline)? {
            if answers(&heard) {
                return Ok(());
            }
        }
        Err(timeout(question))
    }
}

/// 200 ms from now, or `deadline` if that is earlier.
fn next_check(deadline: Instant) -> Instant {
    const WHILE: Duration = Duration::from_millis(200);
    deadline.min(Instant::now() + WHILE)
}

fn timeout(question: &str) -> EngineError {
    EngineError::Timeout {
        command: question.to_owned(),
        timeout: RESPONSE_TIMEOUT,
    }
}
