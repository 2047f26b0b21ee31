//! Other programs as engines that analyse, over the protocols by which `match` speaks to them.

use super::analyser::{Analyser, AnalysisEngine, DeeperLimit, FoundLines, StopSignal};
use super::analysis::AnalysisLine;
use super::settings::AnalysisSettings;
use crate::any_position::{AnyMove, AnyPosition};
use crate::conditions::time_control::TimeControl;
use crate::game::{Game, GameLine};
use crate::games::{GameInfo, find_game};
use crate::notation::{Notation, show_moves};
use crate::protocol::client::{EngineInfo, MoveLimits, MoveRequest};
use crate::search::{Bound, SearchInfo, ShownScore, TimeLimit};
use crate::system::interrupt;
use crate::tournament::engine::EngineProcess;
use crate::tournament::engine_config::EngineConfig;
use crate::tournament::engine_error::EngineError;
use anyhow::{anyhow, bail};
use std::io::{Write, stderr};
use std::time::Duration;

/// An engine without a time limit that does not answer for this long has stalled.
const TIMEOUT_WITHOUT_CLOCK: Duration = Duration::from_secs(600);

/// How much longer than its time an engine may take.
const GRACE: Duration = Duration::from_secs(10);

/// The engines that the user names.
#[derive(Default)]
pub struct ExternalEngines {
    /// How to run each of them.
    pub configs: Vec<EngineConfig>,
    /// Size of their tables in MiB; `None`: as they are.
    pub hash: Option<usize>,
}

impl ExternalEngines {
    /// Starts the engines; this program if there are none.
    ///
    /// # Errors
    /// An engine cannot be started, does not play the game, or does not have what the settings ask for.
    pub fn analysers(&self, settings: &AnalysisSettings) -> anyhow::Result<Vec<Analyser>> {
        if self.configs.is_empty() {
            return Ok(vec![Analyser::new(settings)?]);
        }
        self.configs.iter().map(|config| analyser_of(config.clone(), settings, self.hash)).collect()
    }

    /// What a run depends on; `None` for this program.
    pub fn description(&self) -> Option<String> {
        let described = self.configs.iter().map(|config| config.description.join(" "));
        (!self.configs.is_empty()).then(|| described.collect::<Vec<_>>().join("; "))
    }
}

/// Starts an engine. Its own limits replace those of the settings.
fn analyser_of(mut config: EngineConfig, settings: &AnalysisSettings, hash: Option<usize>) -> anyhow::Result<Analyser> {
    let (own, limits) = (&mut config.time_control, &settings.limits);
    if limits.mate_within.is_some() {
        bail!("--mate is for this program; found --engine, expected --depth, --nodes or --movetime");
    }
    if own.clock.is_some() {
        bail!("engine '{}': found tc=, expected st=, depth= or nodes=: an analysis has no clock", config.name);
    }
    if *own == TimeControl::default() {
        own.depth = limits.depth.map(|depth| depth.max(1).unsigned_abs());
        own.nodes = limits.nodes;
        own.move_time = if let TimeLimit::Exact(time) = limits.time { Some(time) } else { None };
    }
    let game = find_game(&settings.game).map_err(|error| anyhow!(error))?;
    let multi_pv = settings.multi_pv;
    let mut engine = ExternalEngine {
        config,
        game,
        multi_pv,
        hash,
        process: None,
        is_new_game: true,
        current_lines: multi_pv,
        told_restart: false,
    };
    let started = engine.process().map(|_| ());
    started.map_err(|error| engine.config.named(error))?;
    Ok(Analyser::of(engine.config.name.clone(), engine))
}

struct ExternalEngine {
    config: EngineConfig,
    game: &'static GameInfo,
    multi_pv: usize,
    hash: Option<usize>,
    /// `None` before it is started, and after it has failed.
    process: Option<EngineProcess>,
    /// Whether the next position begins a game.
    is_new_game: bool,
    /// The number of lines that the running process shows.
    current_lines: usize,
    /// Whether the user knows that it was started again.
    told_restart: bool,
}

impl AnalysisEngine for ExternalEngine {
    fn new_game(&mut self) {
        self.is_new_game = true;
    }

    /// An engine that fails is started again once for each position.
    fn search(
        &mut self,
        line: &GameLine<AnyPosition>,
        deeper: Option<DeeperLimit>,
        _stop: StopSignal,
    ) -> Result<Option<FoundLines>, String> {
        let mut found = self.find_lines(line, deeper);
        if let Err(error @ (EngineError::Exited | EngineError::Timeout { .. })) = &found {
            if !std::mem::replace(&mut self.told_restart, true) {
                let _ = writeln!(stderr(), "kempelen: engine '{}' {error}; it is started again", self.config.name);
            }
            self.process = None;
            self.is_new_game = true;
            found = self.find_lines(line, deeper);
        }
        match found {
            Ok(found) => Ok(Some(found)),
            Err(EngineError::Interrupted) => Ok(None),
            Err(error) => {
                self.process = None;
                self.is_new_game = true;
                Err(format!("engine '{}' {error}", self.config.name))
            }
        }
    }
}

impl ExternalEngine {
    /// The running process; starts it if there is none.
    fn process(&mut self) -> Result<&mut EngineProcess, EngineError> {
        let process = match self.process.take() {
            Some(process) => process,
            None => {
                self.current_lines = self.multi_pv;
                self.start()?
            }
        };
        Ok(self.process.insert(process))
    }

    fn start(&self) -> Result<EngineProcess, EngineError> {
        let mut process = EngineProcess::start(&self.config, interrupt::state())?;
        let lines = (self.multi_pv > 1).then(|| self.multi_pv.to_string());
        if lines.is_some() && process.option("MultiPV").is_none() {
            let why =
                format!("has no option 'MultiPV', so it cannot show {} lines; expected --multipv 1", self.multi_pv);
            return Err(EngineError::Disqualified(why));
        }
        let wanted = [
            ("MultiPV", lines),
            ("Hash", self.hash.map(|size| size.to_string())),
            ("UCI_AnalyseMode", Some("true".to_owned())),
            ("UCI_ShowWDL", Some("true".to_owned())),
        ];
        let is_set = |name: &str| self.config.options.iter().any(|(set, _)| set.eq_ignore_ascii_case(name));
        let options = wanted.into_iter().filter_map(|(name, value)| {
            let declared = process.option(name).filter(|_| !is_set(name))?;
            Some((declared.name.clone(), value?))
        });
        let options: Vec<_> = options.collect();
        process.set_options(&options)?;
        Ok(process)
    }

    fn find_lines(
        &mut self,
        line: &GameLine<AnyPosition>,
        deeper: Option<DeeperLimit>,
    ) -> Result<FoundLines, EngineError> {
        let (limits, style) = (self.config.time_control, self.config.move_style());
        let multi_pv = deeper.and_then(|deeper| deeper.multi_pv).unwrap_or(self.multi_pv);
        let (is_new_game, changes_lines) = (self.is_new_game, multi_pv != self.current_lines);
        let has_node_limit = self.config.client.has_node_limit();
        let start = (line.start().show() != self.game.start().show()).then(|| line.start().show_for_protocols());
        let process = self.process()?;
        if is_new_game {
            process.new_game()?;
        }
        if changes_lines {
            process.set_options(&[("MultiPV".to_owned(), multi_pv.to_string())])?;
        }
        let moves = show_moves(line.start(), line.moves(), style);
        let limits = match deeper {
            Some(deeper) if has_node_limit => MoveLimits { nodes: Some(deeper.nodes), ..MoveLimits::default() },
            Some(deeper) => MoveLimits { move_time: Some(deeper.time), ..MoveLimits::default() },
            None => MoveLimits {
                move_time: limits.move_time,
                depth: limits.depth,
                nodes: limits.nodes,
                ..MoveLimits::default()
            },
        };
        let request = MoveRequest { start: start.as_deref(), moves: &moves, limits, ponder: false };
        let timeout = limits.move_time.map_or(TIMEOUT_WITHOUT_CLOCK, |time| time + GRACE).max(process.node_timeout());
        let started = process.go(&request)?;
        let best = process.wait_for_move(started + timeout)?;
        let best = best.ok_or_else(|| EngineError::Timeout { command: "go".to_owned(), timeout })?;
        let mut lines = Vec::new();
        for rank in 1..=multi_pv {
            let Some(info) = process.info(rank) else { break };
            let replaced = if info.pv.is_empty() && rank == 1 { best.mv.as_slice() } else { &info.pv };
            lines.push(analysis_line(line.position(), &info, replaced, rank).map_err(EngineError::Disqualified)?);
        }
        let (since, depth) = process.best_move_since().unwrap_or((started, 0));
        (self.is_new_game, self.current_lines) = (false, multi_pv);
        if lines.is_empty() {
            return Err(EngineError::Disqualified("has not reported a score".to_owned()));
        }
        Ok(FoundLines {
            lines,
            best_move_since: since.saturating_duration_since(started),
            best_move_depth: depth.try_into().unwrap_or(i32::MAX),
        })
    }
}

/// The line that an engine has reported, up to the first move that is not legal.
///
/// # Errors
/// Its first move is not legal.
fn analysis_line(
    position: &AnyPosition,
    info: &EngineInfo,
    pv: &[String],
    rank: usize,
) -> Result<AnalysisLine, String> {
    let mut moves: Vec<AnyMove> = Vec::new();
    let mut reached = position.clone();
    for text in pv {
        match reached.parse_move(text) {
            Ok(mv) => {
                moves.push(mv);
                reached = reached.play(mv);
            }
            Err(error) if moves.is_empty() => return Err(format!("has reported an illegal line: {error}")),
            Err(_) => break,
        }
    }
    let shown_score = if position.has_payoffs() && info.score.is_estimate() {
        ShownScore::Payoff(info.score.value() / 100)
    } else {
        ShownScore::of_score(info.score, 100)
    };
    let info = SearchInfo {
        depth: info.depth.try_into().unwrap_or(i32::MAX),
        seldepth: info.seldepth as usize,
        multi_pv: rank,
        score: info.score,
        shown_score,
        wdl: info.wdl,
        bound: Bound::Exact,
        nodes: info.nodes.unwrap_or(0),
        tb_hits: info.tb_hits,
        elapsed: info.elapsed,
        hashfull: 0,
    };
    Ok(AnalysisLine { info, moves })
}
