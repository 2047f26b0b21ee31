//! Other programs as engines that analyse, over the protocols by which `match` speaks to them.

use super::analyser::{Analyser, AnalysisEngine, DeeperLimit, FoundLines};
use super::settings::AnalysisSettings;
use crate::any_position::{AnyMove, AnyPosition};
use crate::conditions::time_control::TimeControl;
use crate::game::{Game, GameLine};
use crate::games::{GameInfo, find_game};
use crate::notation::{MoveStyle, Notation, show_moves};
use crate::protocol::client::{EngineInfo, MoveLimits, MoveRequest};
use crate::search::{SearchInfo, SearchLine, ShownScore, TimeLimit};
use crate::system::StopSignal;
use crate::system::progress::Notice;
use crate::tournament::child_process::EngineError;
use crate::tournament::engine::{EngineProcess, STALL_TIMEOUT, STALL_TIMEOUT_WITHOUT_CLOCK};
use crate::tournament::engine_config::{CHESS960, EngineConfig};
use anyhow::{anyhow, bail};
use std::sync::Arc;

/// An engine that has failed at this many positions in a row is not started any more.
const MAX_FAILURES: u32 = 3;

/// The engines that the user names.
#[derive(Default)]
pub struct ExternalEngines {
    /// How to run each of them.
    pub configs: Vec<EngineConfig>,
    /// Size of their tables in MiB; `None`: as they are.
    pub hash: Option<usize>,
    /// Whether they must be able to show several lines, even if the settings ask for one.
    pub needs_multi_pv: bool,
}

impl ExternalEngines {
    /// Starts the engines; this program if there are none. `tell` shows which of them are started again.
    ///
    /// # Errors
    /// An engine cannot be started, does not play the game, or does not have what the settings ask for.
    pub fn analysers(&self, settings: &AnalysisSettings, tell: &Notice) -> anyhow::Result<Vec<Analyser>> {
        if self.configs.is_empty() {
            return Ok(vec![Analyser::new(settings)?]);
        }
        self.configs.iter().map(|config| self.analyser(config.clone(), settings, tell)).collect()
    }

    /// Starts an engine. Its own limits replace those of the settings.
    fn analyser(
        &self,
        mut config: EngineConfig,
        settings: &AnalysisSettings,
        tell: &Notice,
    ) -> anyhow::Result<Analyser> {
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
        let mut engine = ExternalEngine {
            config,
            game: find_game(&settings.game).map_err(|error| anyhow!(error))?,
            multi_pv: settings.multi_pv,
            needs_multi_pv: self.needs_multi_pv,
            hash: self.hash,
            process: None,
            is_new_game: true,
            current_lines: settings.multi_pv,
            tell: Arc::clone(tell),
            failures: 0,
        };
        let started = engine.process().map(|_| ());
        started.map_err(|error| engine.config.named(error))?;
        Ok(Analyser::external(engine.config.name.clone(), engine))
    }

    /// What a run depends on; `None` for this program.
    pub fn description(&self) -> Option<String> {
        let described = self.configs.iter().map(|config| config.description.join(" "));
        (!self.configs.is_empty()).then(|| described.collect::<Vec<_>>().join("; "))
    }
}

struct ExternalEngine {
    config: EngineConfig,
    game: &'static GameInfo,
    multi_pv: usize,
    needs_multi_pv: bool,
    hash: Option<usize>,
    /// `None` before it is started, and after it has failed.
    process: Option<EngineProcess>,
    /// Whether the next position begins a game.
    is_new_game: bool,
    /// The number of lines that the running process shows.
    current_lines: usize,
    tell: Notice,
    /// The number of positions in a row at which it has failed.
    failures: u32,
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
        if self.failures >= MAX_FAILURES {
            let name = &self.config.name;
            return Err(format!(
                "engine '{name}' has failed at {MAX_FAILURES} positions in a row, and is not used any more"
            ));
        }
        let lacks_chess960 = |process: &mut EngineProcess| process.option(CHESS960).is_none();
        if line.start().is_chess960() && self.process().is_ok_and(lacks_chess960) {
            let name = &self.config.name;
            return Err(format!("engine '{name}' has no option '{CHESS960}', which this game of Chess960 needs"));
        }
        let mut found = self.find_lines(line, deeper);
        if let Err(error @ (EngineError::Exited(_) | EngineError::Timeout { .. })) = &found {
            (self.tell)(&format!("engine '{}' {error}; it is started again", self.config.name));
            self.process = None;
            self.is_new_game = true;
            found = self.find_lines(line, deeper);
        }
        match found {
            Ok(found) => {
                self.failures = 0;
                Ok(Some(found))
            }
            Err(EngineError::Interrupted) => Ok(None),
            Err(error) => {
                self.process = None;
                self.is_new_game = true;
                self.failures += 1;
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

    fn start(&mut self) -> Result<EngineProcess, EngineError> {
        let mut process = EngineProcess::start(&self.config)?;
        // The version of the protocol that it has named.
        self.config.client = Arc::clone(&process.config.client);
        let lines = (self.multi_pv > 1).then(|| self.multi_pv.to_string());
        if (lines.is_some() || self.needs_multi_pv) && process.option("MultiPV").is_none() {
            let why = "has no option 'MultiPV', which --multipv and --puzzles need";
            return Err(EngineError::Disqualified(why.to_owned()));
        }
        let wanted = [
            ("MultiPV", lines),
            ("Hash", self.hash.map(|size| size.to_string())),
            (CHESS960, Some("true".to_owned())),
            ("UCI_AnalyseMode", Some("true".to_owned())),
            ("UCI_ShowWDL", Some("true".to_owned())),
        ];
        let options = wanted.into_iter().filter_map(|(name, value)| {
            let declared = process.option(name).filter(|_| !self.config.sets(name))?;
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
        let multi_pv = deeper.and_then(|deeper| deeper.multi_pv).unwrap_or(self.multi_pv);
        self.prepare(multi_pv)?;
        let start = (line.start().show() != self.game.start().show()).then(|| line.start().show_for_protocols());
        let castles_by_rook = !self.config.sets(CHESS960) && self.process()?.option(CHESS960).is_some();
        let style = if castles_by_rook { MoveStyle::LongCastlingByRook } else { self.config.move_style() };
        let moves = show_moves(line.start(), line.moves(), style);
        let limits = self.limits(deeper);
        let process = self.process()?;
        let started = process.go(&MoveRequest { start: start.as_deref(), moves: &moves, limits, ponder: false })?;
        let timeout = limits.move_time.map_or(STALL_TIMEOUT_WITHOUT_CLOCK, |time| time + STALL_TIMEOUT);
        let timeout = timeout.max(process.node_timeout());
        let best = process.wait_for_move(timeout)?;
        let mut lines = Vec::new();
        for rank in 1..=multi_pv {
            let Some(info) = process.info(rank) else { break };
            let pv = if info.pv.is_empty() && rank == 1 { best.mv.as_slice() } else { &info.pv };
            lines.push(analysis_line(line.position(), &info, pv, rank).map_err(EngineError::Disqualified)?);
        }
        let (since, depth) = process.best_move_since().unwrap_or((started, 0));
        if lines.is_empty() {
            return Err(EngineError::Disqualified("has not reported a score".to_owned()));
        }
        Ok(FoundLines {
            lines,
            best_move_since: since.saturating_duration_since(started),
            best_move_depth: depth.try_into().unwrap_or(i32::MAX),
        })
    }

    /// Tells the process that the next position begins a game, if it does, and how many lines to show.
    fn prepare(&mut self, multi_pv: usize) -> Result<(), EngineError> {
        if self.is_new_game {
            self.process()?.new_game()?;
            self.is_new_game = false;
        }
        if multi_pv != self.current_lines {
            self.process()?.set_options(&[("MultiPV".to_owned(), multi_pv.to_string())])?;
            self.current_lines = multi_pv;
        }
        Ok(())
    }

    fn limits(&self, deeper: Option<DeeperLimit>) -> MoveLimits {
        let TimeControl { move_time, depth, nodes, .. } = self.config.time_control;
        match deeper {
            None => MoveLimits { move_time, depth, nodes, ..MoveLimits::default() },
            Some(deeper) if deeper.nodes > 0 && self.config.client.words().has_node_limit => {
                MoveLimits { nodes: Some(deeper.nodes), ..MoveLimits::default() }
            }
            Some(deeper) => MoveLimits { move_time: Some(deeper.time), ..MoveLimits::default() },
        }
    }
}

/// The line that an engine has reported, up to the first move that is not legal.
///
/// # Errors
/// It has no move, or its first one is not legal.
fn analysis_line(
    position: &AnyPosition,
    info: &EngineInfo,
    pv: &[String],
    rank: usize,
) -> Result<SearchLine<AnyMove>, String> {
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
    if moves.is_empty() {
        return Err("has reported no move".to_owned());
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
        wdl: info.wdl,
        nodes: info.nodes.unwrap_or(0),
        tb_hits: info.tb_hits,
        elapsed: info.elapsed,
        ..SearchInfo::known(info.score, shown_score)
    };
    Ok(SearchLine { info, moves })
}
