//! A player that analyses one position after another.

use super::analysis::{Analysis, AnalysisLine};
use super::game_end::GameEnd;
use super::settings::AnalysisSettings;
use crate::any_position::AnyMove;
use crate::player::{Player, player};
use crate::search::{Bound, SearchInfo, SearchLimits, SearchListener, SearchRequest};
use crate::system::Instant;
use anyhow::anyhow;
use parking_lot::{Condvar, Mutex, MutexGuard};
use std::sync::Arc;
use std::time::Duration;

/// Analyses positions.
pub struct Analyser {
    /// Holds the position to analyse.
    pub player: Player,
    limits: SearchLimits,
}

impl Analyser {
    /// An analyser with these settings.
    pub fn new(settings: &AnalysisSettings) -> anyhow::Result<Analyser> {
        let mut player = player(&settings.game, settings.table_mebibytes).map_err(|error| anyhow!(error))?;
        player.settings().multi_pv = settings.multi_pv.max(1);
        player.settings().analyse_mode = true;
        Ok(Analyser { player, limits: settings.limits.clone() })
    }

    /// Analyses the position of the player, unless the game is over there.
    pub fn analyse(&mut self) -> Analysis {
        self.analyse_with(|player, request, collector| player.think_here(request, Box::new(collector)))
    }

    /// As [`analyse`](Analyser::analyse), but the search ends soon after `stop` returns true: then there is no analysis.
    pub fn analyse_until(&mut self, stop: &dyn Fn() -> bool) -> Option<Analysis> {
        if stop() {
            return None;
        }
        let analysis = self.analyse_with(|player, request, collector| {
            player.think(request, Box::new(collector.clone()));
            while !collector.wait() {
                if stop() {
                    player.stop();
                }
            }
            player.wait();
        });
        (!stop()).then_some(analysis)
    }

    fn analyse_with(&mut self, think: impl FnOnce(&mut Player, SearchRequest<AnyMove>, LineCollector)) -> Analysis {
        let request = SearchRequest { limits: self.limits.clone(), ..self.player.settings().request() };
        let game_end = GameEnd::reached(self.player.line());
        let collector = LineCollector::default();
        let began = Instant::now();
        if game_end.is_none() {
            think(&mut self.player, request, collector.clone());
        }
        let elapsed = began.elapsed();
        let collected = std::mem::take(&mut *collector.collected());
        let position = self.player.position().clone();
        Analysis { lines: collected.lines, best_move_since: collected.best_move_since, game_end, position, elapsed }
    }
}

/// The latest state of every line.
#[derive(Default)]
struct CollectedLines {
    lines: Vec<AnalysisLine>,
    best_move_since: Duration,
    decided: bool,
}

/// Collects the lines of a search; clones share their content.
#[derive(Clone, Default)]
struct LineCollector(Arc<(Mutex<CollectedLines>, Condvar)>);

impl LineCollector {
    fn collected(&self) -> MutexGuard<'_, CollectedLines> {
        self.0.0.lock()
    }

    /// Waits up to 50 ms for the end of the search; returns whether it has ended.
    fn wait(&self) -> bool {
        const TICK: Duration = Duration::from_millis(50);
        let pending = |collected: &mut CollectedLines| !collected.decided;
        let mut collected = self.collected();
        // A browser has no threads to wait for: there the search has ended.
        if !collected.decided {
            self.0.1.wait_while_for(&mut collected, pending, TICK);
        }
        collected.decided
    }
}

impl SearchListener<AnyMove> for LineCollector {
    fn info(&mut self, info: &SearchInfo, moves: &[AnyMove]) {
        if info.bound != Bound::Exact || moves.is_empty() {
            return;
        }
        let mut collected = self.collected();
        let rank = info.multi_pv - 1;
        if rank == 0 && collected.lines.first().map(|line| &line.moves[0]) != moves.first() {
            collected.best_move_since = info.elapsed;
        }
        let line = AnalysisLine { info: *info, moves: moves.to_vec() };
        match collected.lines.get_mut(rank) {
            Some(known) => *known = line,
            None => collected.lines.push(line),
        }
    }

    fn best_move(&mut self, _best: Option<AnyMove>, _ponder: Option<AnyMove>) {
        self.collected().decided = true;
        self.0.1.notify_all();
    }
}
