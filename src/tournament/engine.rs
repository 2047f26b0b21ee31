//! An engine that runs as a process of its own and speaks UCI, Hub or UGI.

use super::child_process::{ChildProcess, EngineError, OutputLog};
use super::engine_checks::{self, LimitCheck, OptionSetting};
use super::engine_config::EngineConfig;
use crate::protocol::client::{DeclaredOption, EngineInfo, EngineMessage, MoveLimits, MoveRequest, STOP};
use crate::system::user_folders::CACHE_VARIABLE;
use std::path::{self, Path, PathBuf};
use std::process::Command;
use std::sync::Arc;
use std::time::{Duration, Instant};
use std::{env, io};

/// The result of an engine's search.
#[derive(Clone, Debug)]
pub struct BestMove {
    /// The move; `None` if the engine says that it has none.
    pub mv: Option<String>,
    /// The reply that the engine expects.
    pub ponder: Option<String>,
    /// Score and depth, if the engine has reported them.
    pub info: Option<EngineInfo>,
    /// When the answer came.
    pub received: Instant,
}

/// A running engine.
pub struct EngineProcess {
    /// How it was started.
    pub config: EngineConfig,
    process: ChildProcess,
    /// The options that it has declared.
    declared: Vec<DeclaredOption>,
    /// The limits of the current search.
    limit_check: LimitCheck,
}

/// How long an engine may take for an answer that needs no search.
const RESPONSE_TIMEOUT: Duration = Duration::from_secs(20);

/// How often to check the reports of an engine that does not answer.
const CHECK_INTERVAL: Duration = Duration::from_millis(200);

/// An engine that does not move for this long after its time has run out has stalled.
pub const STALL_TIMEOUT: Duration = Duration::from_secs(10);

/// An engine without a time limit that does not move for this long has stalled.
pub const STALL_TIMEOUT_WITHOUT_CLOCK: Duration = Duration::from_secs(3600);

/// How long an engine that has ignored its limit may take to obey `stop`.
const STOP_TIMEOUT: Duration = Duration::from_secs(2);

/// Declared options that are kept: no engine has as many.
const MAX_OPTIONS: usize = 10_000;

impl EngineProcess {
    /// Starts an engine, waits until it has introduced itself, and sets its options.
    ///
    /// # Errors
    /// [`EngineError::Disqualified`] if the engine speaks another protocol, does not play the game or refuses an
    /// option.
    pub fn start(config: &EngineConfig) -> Result<EngineProcess, EngineError> {
        let mut engine = EngineProcess::launch(config.clone())?;
        let version = engine.handshake()?;
        if let Some(client) = version.and_then(|version| config.client.for_version(version)) {
            drop(engine);
            engine = EngineProcess::launch(EngineConfig { client, ..config.clone() })?;
            engine.handshake()?;
        }
        let client = &*engine.config.client;
        if config.time_control.nodes.is_some() && !client.words().has_node_limit {
            let why = "cannot be limited by nodes=, which its protocol does not have; give it depth=, st= or, in a match, tc=";
            return Err(EngineError::Disqualified(why.to_owned()));
        }
        let options = engine_checks::with_variant(client, &config.game, &config.options, &engine.declared);
        let options = options.map_err(EngineError::Disqualified)?;
        engine.set_options(&options)?;
        Ok(engine)
    }

    /// Starts the program.
    fn launch(config: EngineConfig) -> Result<EngineProcess, EngineError> {
        let program = program_path(&config.program, config.working_directory.as_deref()).map_err(EngineError::Start)?;
        let mut command = Command::new(program);
        command.args(&config.arguments);
        if env::var_os(CACHE_VARIABLE).is_none() {
            // What an engine does must not depend on what others have built, nor be slowed down by it.
            command.env(CACHE_VARIABLE, "");
        }
        if let Some(folder) = &config.working_directory {
            if !folder.is_dir() {
                return Err(EngineError::Start(io::Error::other("the folder of dir= does not exist")));
            }
            command.current_dir(folder);
        }
        Ok(EngineProcess {
            process: ChildProcess::start(command, Arc::clone(&config.client))?,
            config,
            declared: Vec::new(),
            limit_check: LimitCheck::new(MoveLimits::default()),
        })
    }

    /// Waits until the engine has introduced itself. Returns the newest version of the protocol that it has named, if
    /// it has named any.
    fn handshake(&mut self) -> Result<Option<u32>, EngineError> {
        let greeting = self.config.client.words().handshake;
        self.process.send(greeting)?;
        let deadline = Instant::now() + RESPONSE_TIMEOUT;
        let (mut declared, mut version) = (Vec::new(), None);
        while Instant::now() < deadline {
            match self.process.next_answer(next_check(deadline))? {
                Some((_, EngineMessage::HandshakeDone)) => {
                    self.declared = declared;
                    return Ok(version);
                }
                Some((_, EngineMessage::Version(named))) => version = version.max(Some(named)),
                Some((_, EngineMessage::Option(option))) if declared.len() < MAX_OPTIONS => declared.push(option),
                Some(_) => (),
                None => self.check_protocol(greeting)?,
            }
        }
        Err(timeout(greeting))
    }

    /// An error if a message of the engine shows that it does not understand `greeting`.
    fn check_protocol(&self, greeting: &str) -> Result<(), EngineError> {
        let log = self.process.log();
        let Some((message, protocol)) = engine_checks::other_protocol(&log.messages) else { return Ok(()) };
        let guess = protocol.map(|name| format!("; it seems to speak {name}")).unwrap_or_default();
        Err(EngineError::Disqualified(format!("does not answer '{greeting}'{guess}; it said: {message}")))
    }

    /// Sets options, and waits until the engine is ready.
    ///
    /// # Errors
    /// [`EngineError::Disqualified`] if the engine does not have or refuses one of them.
    pub fn set_options(&mut self, options: &[OptionSetting]) -> Result<(), EngineError> {
        let checked = if self.config.client.words().declares_options {
            engine_checks::check_options(options, &self.declared)
        } else {
            engine_checks::check_words(options).map(|()| options.to_vec())
        };
        let checked = checked.map_err(EngineError::Disqualified)?;
        self.process.log().messages.clear();
        for (name, value) in &checked {
            self.process.send(&self.config.client.set_option(name, value))?;
        }
        let ready =
            self.send_and_wait(self.config.client.words().ready_query, |answer| *answer == EngineMessage::Ready);
        ready.map_err(|error| self.ended_at_options(error, options))?;
        let log = self.process.log();
        let Some((message, option)) = engine_checks::refusal(&log.messages, options) else { return Ok(()) };
        let refused = option.map_or("its options".to_owned(), |name| format!("option '{name}'"));
        Err(EngineError::Disqualified(format!("refused {refused}; it said: {message}")))
    }

    /// The error if an engine that does not declare its options has ended: such an engine can hardly refuse an option in another way.
    fn ended_at_options(&self, error: EngineError, options: &[OptionSetting]) -> EngineError {
        let is_silent = self.process.log().messages.is_empty();
        if matches!(error, EngineError::Exited(_)) && is_silent && !self.config.client.words().declares_options {
            let settings = Vec::from_iter(options.iter().map(|(name, value)| format!("{name}={value}"))).join(", ");
            return EngineError::Disqualified(format!("has ended when it was told {settings}"));
        }
        error
    }

    /// The declaration of an option, if the engine has it.
    pub fn option(&self, name: &str) -> Option<&DeclaredOption> {
        engine_checks::find(name, &self.declared)
    }

    /// Tells the engine that a new game begins, and waits until it is ready.
    pub fn new_game(&mut self) -> Result<(), EngineError> {
        self.process.send(self.config.client.words().new_game)?;
        self.ping()
    }

    /// Waits until the engine has done all earlier commands. Unlike the
    /// [ready query](crate::protocol::client::ProtocolWords::ready_query) this does not prepare it anew.
    fn ping(&mut self) -> Result<(), EngineError> {
        self.send_and_wait(self.config.client.words().ping, |answer| *answer == EngineMessage::Ready)
    }

    /// Starts a search. Returns the time from which the engine's clock runs.
    pub fn go(&mut self, request: &MoveRequest) -> Result<Instant, EngineError> {
        // A best move that arrives before this answer belongs to an earlier search, and is ignored.
        self.ping()?;
        *self.process.log() = OutputLog::default();
        let lines = self.config.client.go(request).join("\n");
        self.limit_check = LimitCheck::new(request.limits);
        self.process.send(&lines)?;
        Ok(self.limit_check.started)
    }

    /// How long a slow engine may need for the node limit of the current search; 0 without one.
    pub fn node_timeout(&self) -> Duration {
        self.limit_check.node_timeout().unwrap_or_default()
    }

    /// What the engine has said since the search was started, such as an error.
    pub fn message(&self) -> Option<String> {
        self.process.log().messages.last().cloned()
    }

    /// The last report of the variation of this rank, 1 for the best one; `None` if the engine has not reported its score.
    pub fn info(&self, rank: usize) -> Option<EngineInfo> {
        self.config.client.parse_info(self.process.log().infos.get(rank - 1)?)
    }

    /// When the engine has first reported the best move that it did not change any more, and at which depth.
    pub fn best_move_since(&self) -> Option<(Instant, u32)> {
        let log = self.process.log();
        let (_, since, report) = log.best_move.as_ref()?;
        Some((*since, self.config.client.parse_info(report).map_or(0, |info| info.depth)))
    }

    /// Waits for the best move until `timeout` after the time from which the engine's clock runs.
    ///
    /// # Errors
    /// [`EngineError::Timeout`], or [`EngineError::Disqualified`] if the engine ignores its node or depth limit.
    pub fn wait_for_move(&mut self, timeout: Duration) -> Result<BestMove, EngineError> {
        let deadline = self.limit_check.started + timeout;
        while Instant::now() < deadline {
            match self.process.next_answer(next_check(deadline))? {
                Some((received, EngineMessage::BestMove { best, ponder })) => {
                    let info = self.info(1);
                    return Ok(BestMove { mv: best, ponder, info, received });
                }
                Some(_) => (),
                None => {
                    if let Some(limit) = self.overdue()? {
                        self.stop_late_search(limit)?;
                        break;
                    }
                }
            }
        }
        Err(EngineError::Timeout { command: "go".to_owned(), timeout })
    }

    /// The node limit at which the search should have ended by now. An error if the engine's reports exceed its limit by far.
    fn overdue(&self) -> Result<Option<u64>, EngineError> {
        let info = self.info(1);
        let (depth, nodes) = (info.as_ref().map(|info| info.depth), info.and_then(|info| info.nodes));
        match self.limit_check.exceeded(depth, nodes) {
            Some(excess) => Err(EngineError::Disqualified(format!("does not stop at {excess}"))),
            None => Ok(self.limit_check.overdue(nodes)),
        }
    }

    /// Sends `stop` to an overdue engine. If it obeys, it runs and has ignored its limit in nodes, which is an error; if not,
    /// it has stalled.
    fn stop_late_search(&mut self, limit: u64) -> Result<(), EngineError> {
        self.process.send(STOP)?;
        let deadline = Instant::now() + STOP_TIMEOUT;
        while let Some((_, answer)) = self.process.next_answer(deadline)? {
            if matches!(answer, EngineMessage::BestMove { .. }) {
                let why = format!("does not stop at nodes={limit}, only when it is told to");
                return Err(EngineError::Disqualified(why));
            }
        }
        Ok(())
    }

    /// Tells the engine that the move it ponders on was played. Returns the time from which its clock runs.
    pub fn ponder_hit(&mut self) -> Result<Instant, EngineError> {
        self.limit_check.started = Instant::now();
        if let Some(command) = self.config.client.words().ponder_hit {
            self.process.send(command)?;
        }
        Ok(self.limit_check.started)
    }

    /// Stops a search and ignores its result.
    pub fn cancel_search(&mut self) -> Result<(), EngineError> {
        self.send_and_wait(STOP, |answer| matches!(answer, EngineMessage::BestMove { .. }))
    }

    /// Sends a command and waits for its answer.
    fn send_and_wait(&mut self, command: &str, is_answer: fn(&EngineMessage) -> bool) -> Result<(), EngineError> {
        self.process.send(command)?;
        let deadline = Instant::now() + RESPONSE_TIMEOUT;
        while let Some((_, answer)) = self.process.next_answer(deadline)? {
            if is_answer(&answer) {
                return Ok(());
            }
        }
        Err(timeout(command))
    }
}

/// When to check the reports of the engine next: after [`CHECK_INTERVAL`], at the latest at `deadline`.
fn next_check(deadline: Instant) -> Instant {
    deadline.min(Instant::now() + CHECK_INTERVAL)
}

/// The program to start: a relative path with a folder is one in the working directory, on every system.
fn program_path(program: &Path, working_directory: Option<&Path>) -> io::Result<PathBuf> {
    match working_directory {
        Some(folder) if program.components().nth(1).is_some() => path::absolute(folder.join(program)),
        _ => Ok(program.to_owned()),
    }
}

fn timeout(command: &str) -> EngineError {
    EngineError::Timeout { command: command.to_owned(), timeout: RESPONSE_TIMEOUT }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_path_of_a_program_is_one_in_its_working_directory() {
        let here = env::current_dir().unwrap();
        for (program, folder, expected) in [
            ("./scan", Some("sub"), here.join("sub/scan")),
            ("bin/scan", Some("sub"), here.join("sub/bin/scan")),
            ("scan", Some("sub"), "scan".into()),
            ("./scan", None, "./scan".into()),
        ] {
            let found = program_path(program.as_ref(), folder.map(Path::new)).unwrap();
            assert_eq!(found, expected, "{program} {folder:?}");
        }
    }
}
