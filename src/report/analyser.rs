//! A player and a referee that analyse one position after another.

use super::analysis::{Analysis, AnalysisLine};
use super::game_end::GameEnd;
use super::settings::AnalysisSettings;
use crate::notation::MoveStyle;
use crate::player::{Player, Referee, SearchObserver, player, referee};
use crate::search::{Bound, SearchInfo, SearchLimits, SearchRequest};
use crate::system::interrupt;
use anyhow::anyhow;
use parking_lot::{Condvar, Mutex, MutexGuard};
use std::sync::Arc;
use std::time::{Duration, Instant};

/// Analyses positions; its referee translates the moves of the lines.
pub struct Analyser {
    /// Holds the position to analyse.
    pub player: Box<dyn Player>,
    referee: Box<dyn Referee + Send>,
    limits: SearchLimits,
}

impl Analyser {
    /// An analyser with these settings.
    pub fn new(settings: &AnalysisSettings) -> anyhow::Result<Analyser> {
        let mut player = player(&settings.game, settings.table_mebibytes).map_err(|error| anyhow!(error))?;
        player.settings().multi_pv = settings.multi_pv.max(1);
        player.settings().analyse_mode = true;
        player.settings().move_style = MoveStyle::Long;
        Ok(Analyser {
            referee: referee(&settings.game).map_err(|error| anyhow!(error))?,
            player,
            limits: settings.limits.clone(),
        })
    }

    /// Analyses the position of the player, unless the game is over there.
    pub fn analyse(&mut self) -> Analysis {
        self.analyse_with(|player, request, collector| player.think_here(request, Box::new(collector)))
    }

    /// As [`analyse`](Analyser::analyse), but Ctrl-C ends the search: then there is no analysis.
    pub fn analyse_until_interrupted(&mut self) -> Option<Analysis> {
        if interrupt::raised() {
            return None;
        }
        let analysis = self.analyse_with(|player, request, collector| {
            player.think(request, Box::new(collector.clone()));
            while !collector.wait() {
                if interrupt::raised() {
                    player.stop();
                }
            }
            player.wait();
        });
        (!interrupt::raised()).then_some(analysis)
    }

    fn analyse_with(&mut self, think: impl FnOnce(&mut dyn Player, SearchRequest<String>, LineCollector)) -> Analysis {
        let request = SearchRequest { limits: self.limits.clone(), ..self.player.settings().request() };
        let game_end = GameEnd::reached(&*self.player);
        let collector = LineCollector::default();
        let began = Instant::now();
        if game_end.is_none() {
            think(&mut *self.player, request, collector.clone());
        }
        let elapsed = began.elapsed();
        let collected = std::mem::take(&mut *collector.collected());
        let position = self.player.position();
        let lines = collected.lines.into_iter().map(|(finding, long)| AnalysisLine {
            short: self.in_short_notation(&position, &long),
            info: finding,
            long,
        });
        Analysis { lines: lines.collect(), best_move_since: collected.best_move_since, game_end, position, elapsed }
    }

    /// The referee, set to a position.
    pub fn referee(&mut self, position: &str) -> Result<&mut dyn Referee, String> {
        self.referee.set_position(Some(position), &[])?;
        Ok(&mut *self.referee)
    }

    /// Translates the moves of a line to the notation for people.
    fn in_short_notation(&mut self, position: &str, moves: &[String]) -> Vec<String> {
        let Ok(referee) = self.referee(position) else {
            return Vec::new();
        };
        let play = |mv: &String| referee.play(mv, &[MoveStyle::Short]).ok()?.pop();
        moves.iter().map_while(play).collect()
    }
}

/// The latest state of every line.
#[derive(Default)]
struct CollectedLines {
    lines: Vec<(SearchInfo, Vec<String>)>,
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
        self.0.1.wait_while_for(&mut collected, pending, TICK);
        collected.decided
    }
}

impl SearchObserver for LineCollector {
    fn info(&mut self, finding: &SearchInfo, moves: &[String]) {
        if finding.bound != Bound::Exact || moves.is_empty() {
            return;
        }
        let mut collected = self.collected();
        let rank = finding.multi_pv - 1;
        if rank == 0 && collected.lines.first().map(|(_, line)| &line[0]) != moves.first() {
            collected.best_move_since = finding.elapsed;
        }
        let line = (*finding, moves.to_vec());
        match collected.lines.get_mut(rank) {
            Some(known) => *known = line,
            None => collected.lines.push(line),
        }
    }

    fn best_move(&mut self, _best: Option<&str>, _ponder: Option<&str>) {
        self.collected().decided = true;
        self.0.1.notify_all();
    }

    fn message(&mut self, _text: &str) {}
}
