//! Engines that analyse one position after another: this program, or another one.

use super::analysis::Analysis;
use super::settings::AnalysisSettings;
use crate::any_position::{AnyMove, AnyPosition};
use crate::game::{Game, GameLine, Outcome};
use crate::player::{Player, player};
use crate::search::{Depth, SearchInfo, SearchLimits, SearchLine};
use crate::system::{Instant, StopSignal};
use anyhow::anyhow;
use parking_lot::Mutex;
use std::sync::Arc;
use std::sync::mpsc::{self, RecvTimeoutError, TryRecvError};
use std::time::Duration;

/// The time between two questions whether a search is to stop.
const TICK: Duration = Duration::from_millis(50);

/// What an engine has found out about a position.
#[derive(Default)]
pub struct FoundLines {
    /// The best lines, best first.
    pub lines: Vec<SearchLine<AnyMove>>,
    /// The time at which the best move became best and remained so.
    pub best_move_since: Duration,
    /// The depth at which it became best.
    pub best_move_depth: Depth,
}

impl FoundLines {
    fn add(&mut self, info: &SearchInfo, moves: &[AnyMove]) {
        let Some(line) = SearchLine::exact(info, moves) else { return };
        if info.multi_pv == 1 && self.lines.first().map(|line| &line.moves[0]) != moves.first() {
            self.best_move_since = info.elapsed;
            self.best_move_depth = info.depth;
        }
        info.keep_newest(&mut self.lines, line);
    }
}

/// An engine that analyses positions of one game.
pub trait AnalysisEngine: Send {
    /// The next position is not from the same game as the last one.
    fn new_game(&mut self);

    /// Searches a position with the usual limits, or up to `deeper`. The search ends soon after `stop` returns true; then it
    /// returns `None`.
    ///
    /// # Errors
    /// The engine does not work, or its answer makes no sense.
    fn search(
        &mut self,
        line: &GameLine<AnyPosition>,
        deeper: Option<DeeperLimit>,
        stop: StopSignal,
    ) -> Result<Option<FoundLines>, String>;

    /// The result of the position for the side to move by endgame tables; `None` if the engine has none.
    fn table_result(&mut self, _line: &GameLine<AnyPosition>) -> Option<Outcome> {
        None
    }
}

/// The limit of a search that is deeper than usual.
#[derive(Clone, Copy, Debug)]
pub struct DeeperLimit {
    /// Positions to visit.
    pub nodes: u64,
    /// Time, for engines that cannot be limited by nodes.
    pub time: Duration,
    /// Number of best lines; `None`: as usual.
    pub multi_pv: Option<usize>,
}

impl DeeperLimit {
    /// So many nodes and lines, with the time that a slow engine needs.
    pub fn by_nodes(nodes: u64, lines: usize) -> DeeperLimit {
        const SLOW_NODES_PER_SECOND: u64 = 200_000;
        let time = Duration::from_millis(1 + nodes / (SLOW_NODES_PER_SECOND / 1000));
        DeeperLimit { nodes, time, multi_pv: Some(lines) }
    }
}

/// Analyses positions.
pub struct Analyser {
    /// The name of the engine.
    pub name: String,
    /// Whether it is another program.
    pub is_external: bool,
    /// What searches.
    pub engine: Box<dyn AnalysisEngine>,
}

impl Analyser {
    /// This program with these settings.
    pub fn new(settings: &AnalysisSettings) -> anyhow::Result<Analyser> {
        let mut player = player(&settings.game, settings.table_mebibytes).map_err(|error| anyhow!(error))?;
        player.settings().multi_pv = settings.multi_pv.max(1);
        player.settings().analyse_mode = true;
        let engine = Box::new(OwnEngine { player, limits: settings.limits.clone() });
        Ok(Analyser { name: "Kempelen".to_owned(), is_external: false, engine })
    }

    /// Another program with a name.
    pub fn external(name: String, engine: impl AnalysisEngine + 'static) -> Analyser {
        Analyser { name, is_external: true, engine: Box::new(engine) }
    }

    /// Analyses a position with the usual limits, or up to `deeper`, unless the game is over there. `None` if `stop` has ended
    /// the search.
    ///
    /// # Errors
    /// The engine does not work, or its answer makes no sense.
    pub fn analyse(
        &mut self,
        line: &GameLine<AnyPosition>,
        deeper: Option<DeeperLimit>,
        stop: StopSignal,
    ) -> Result<Option<Analysis>, String> {
        let game_end = line.end();
        let began = Instant::now();
        let found =
            if game_end.is_none() { self.engine.search(line, deeper, stop)? } else { Some(FoundLines::default()) };
        Ok(found.map(|FoundLines { lines, best_move_since, best_move_depth }| Analysis {
            lines,
            best_move_since,
            best_move_depth,
            game_end,
            position: line.position().clone(),
            elapsed: began.elapsed(),
        }))
    }
}

/// This program.
struct OwnEngine {
    player: Player,
    limits: SearchLimits,
}

impl AnalysisEngine for OwnEngine {
    fn new_game(&mut self) {
        self.player.new_game();
    }

    fn table_result(&mut self, line: &GameLine<AnyPosition>) -> Option<Outcome> {
        // Counters of draw rules do not count.
        self.player.set_line(GameLine::new(line.position().without_counters()));
        self.player.table_result()
    }

    fn search(
        &mut self,
        line: &GameLine<AnyPosition>,
        deeper: Option<DeeperLimit>,
        stop: StopSignal,
    ) -> Result<Option<FoundLines>, String> {
        self.player.set_line(line.clone());
        let mut request = self.player.settings().request();
        request.limits = match deeper {
            Some(limit) => SearchLimits { nodes: Some(limit.nodes), ..SearchLimits::default() },
            None => self.limits.clone(),
        };
        if let Some(lines) = deeper.and_then(|limit| limit.multi_pv) {
            request.multi_pv = lines;
        }
        if stop() {
            return Ok(None);
        }
        let (running, ended) = mpsc::channel::<()>();
        let found = Arc::new(Mutex::new(FoundLines::default()));
        let shared = Arc::clone(&found);
        let listener = move |info: &SearchInfo, moves: &[AnyMove]| {
            // Dropped with the listener, at the end of the search.
            let _running = &running;
            shared.lock().add(info, moves);
        };
        self.player.think(request, Box::new(listener));
        // A browser has no clock to wait with: there the search has ended.
        while ended.try_recv() == Err(TryRecvError::Empty) {
            if ended.recv_timeout(TICK) == Err(RecvTimeoutError::Timeout) && stop() {
                self.player.stop();
            }
        }
        self.player.wait();
        let found = std::mem::take(&mut *found.lock());
        Ok((!stop()).then_some(found))
    }
}
