//! A place to think about positions, one after the other.

use super::finding::{Analysis, Line};
use super::over::Over;
use super::plan::Plan;
use crate::notation::MoveStyle;
use crate::player::{Player, Referee, Screen, player, referee};
use crate::search::{Bound, SearchInfo, SearchLimits, SearchRequest};
use crate::system::interrupt;
use anyhow::anyhow;
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

/// A thinker, and a referee that follows its lines.
pub struct Desk {
    /// Stands on the position to think about.
    pub player: Box<dyn Player>,
    referee: Box<dyn Referee + Send>,
    limits: SearchLimits,
}

impl Desk {
    /// A desk for a batch.
    pub fn new(plan: &Plan) -> anyhow::Result<Desk> {
        let mut player = player(&plan.game, plan.mebibytes).map_err(|error| anyhow!(error))?;
        player.settings().lines = plan.variations.max(1);
        player.settings().analysing = true;
        player.settings().style = MoveStyle::Long;
        Ok(Desk {
            referee: referee(&plan.game).map_err(|error| anyhow!(error))?,
            player,
            limits: plan.limits.clone(),
        })
    }

    /// Thinks about the position on which the player stands, unless the game is over there.
    pub fn analyse(&mut self) -> Analysis {
        self.analyse_by(|player, request, notes| player.think_here(request, Box::new(notes)))
    }

    /// The same, but the first Ctrl-C ends it: then there is no analysis.
    pub fn analyse_until_interrupted(&mut self) -> Option<Analysis> {
        if interrupt::raised() {
            return None;
        }
        let analysis = self.analyse_by(|player, request, notes| {
            player.think(request, Box::new(notes.clone()));
            while !notes.wait() {
                if interrupt::raised() {
                    player.stop();
                }
            }
            player.wait();
        });
        (!interrupt::raised()).then_some(analysis)
    }

    fn analyse_by(
        &mut self,
        think: impl FnOnce(&mut dyn Player, SearchRequest<String>, Taker),
    ) -> Analysis {
        let request = SearchRequest {
            limits: self.limits.clone(),
            ..self.player.settings().request()
        };
        let over = Over::of(&*self.player);
        let taker = Taker::default();
        let began = Instant::now();
        if over.is_none() {
            think(&mut *self.player, request, taker.clone());
        }
        let elapsed = began.elapsed();
        let notes = std::mem::take(&mut *taker.notes());
        let position = self.player.position();
        let lines = notes.lines.into_iter().map(|(finding, long)| Line {
            short: self.shortened(&position, &long),
            finding,
            long,
        });
        Analysis {
            lines: lines.collect(),
            settled: notes.settled,
            over,
            position,
            elapsed,
        }
    }

    /// A referee that stands on a position.
    pub fn referee(&mut self, position: &str) -> Result<&mut dyn Referee, String> {
        self.referee.set_position(Some(position), &[])?;
        Ok(&mut *self.referee)
    }

    /// The moves of a line as people write them.
    fn shortened(&mut self, position: &str, moves: &[String]) -> Vec<String> {
        let Ok(referee) = self.referee(position) else {
            return Vec::new();
        };
        let play = |mv: &String| referee.play(mv, &[MoveStyle::Short]).ok()?.pop();
        moves.iter().map_while(play).collect()
    }
}

/// The last that was heard of every line.
#[derive(Default)]
struct Notes {
    lines: Vec<(SearchInfo, Vec<String>)>,
    settled: Duration,
    decided: bool,
}

/// Takes notes; a clone takes the same.
#[derive(Clone, Default)]
struct Taker(Arc<(Mutex<Notes>, Condvar)>);

impl Taker {
    fn notes(&self) -> MutexGuard<'_, Notes> {
        self.0.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Waits a moment for the decision; says whether it is there.
    fn wait(&self) -> bool {
        const MOMENT: Duration = Duration::from_millis(50);
        let pending = |notes: &mut Notes| !notes.decided;
        let waited = self.0.1.wait_timeout_while(self.notes(), MOMENT, pending);
        waited.unwrap_or_else(PoisonError::into_inner).0.decided
    }
}

impl Screen for Taker {
    fn line(&mut self, finding: &SearchInfo, moves: &[String]) {
        if finding.bound != Bound::Exact || moves.is_empty() {
            return;
        }
        let mut notes = self.notes();
        let rank = finding.multi_pv - 1;
        if rank == 0 && notes.lines.first().map(|(_, line)| &line[0]) != moves.first() {
            notes.settled = finding.elapsed;
        }
        let line = (*finding, moves.to_vec());
        match notes.lines.get_mut(rank) {
            Some(known) => *known = line,
            None => notes.lines.push(line),
        }
    }

    fn decided(&mut self, _best: Option<&str>, _ponder: Option<&str>) {
        self.notes().decided = true;
        self.0.1.notify_all();
    }

    fn note(&mut self, _text: &str) {}
}
