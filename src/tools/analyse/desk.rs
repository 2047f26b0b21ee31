//! A place to think about positions, one after the other.

use super::finding::{Analysis, Line};
use super::plan::Plan;
use crate::notation::Style;
use crate::player::{Player, Question, Referee, Screen, player, referee};
use crate::search::{Bound, Finding, Limits};
use anyhow::anyhow;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

/// A thinker, and a referee that follows its lines.
pub struct Desk {
    /// Stands on the position to think about.
    pub player: Box<dyn Player>,
    referee: Box<dyn Referee + Send>,
    limits: Limits,
}

impl Desk {
    /// A desk for a batch.
    pub fn new(plan: &Plan) -> anyhow::Result<Desk> {
        let mut player = player(&plan.game, plan.mebibytes).map_err(|error| anyhow!(error))?;
        player.settings().lines = plan.variations.max(1);
        player.settings().analysing = true;
        player.settings().style = Style::Long;
        Ok(Desk {
            referee: referee(&plan.game).map_err(|error| anyhow!(error))?,
            player,
            limits: plan.limits.clone(),
        })
    }

    /// Thinks about the position on which the player stands.
    pub fn analyse(&mut self) -> Analysis {
        let notes = Arc::new(Mutex::new(Notes::default()));
        let question = Question {
            limits: self.limits.clone(),
            hold: false,
            ponder: false,
            moves: Vec::new(),
            received: Instant::now(),
        };
        let began = Instant::now();
        let taker = Box::new(Taker(Arc::clone(&notes)));
        self.player.think_here(question, taker);
        let elapsed = began.elapsed();
        let notes = std::mem::take(&mut *notes.lock().unwrap_or_else(PoisonError::into_inner));
        let position = self.player.position();
        let lines = notes.lines.into_iter().map(|(finding, long)| Line {
            short: self.shortened(&position, &long),
            finding,
            long,
        });
        Analysis {
            lines: lines.collect(),
            settled: notes.settled,
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
        let play = |mv: &String| referee.play(mv, &[Style::Short]).ok()?.pop();
        moves.iter().map_while(play).collect()
    }
}

/// The last that was heard of every line.
#[derive(Default)]
struct Notes {
    lines: Vec<(Finding, Vec<String>)>,
    settled: Duration,
}

struct Taker(Arc<Mutex<Notes>>);

impl Screen for Taker {
    fn line(&mut self, finding: &Finding, moves: &[String]) {
        if finding.bound != Bound::Exact || moves.is_empty() {
            return;
        }
        let mut notes = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let rank = finding.rank - 1;
        if rank == 0 && notes.lines.first().map(|(_, line)| &line[0]) != moves.first() {
            notes.settled = finding.elapsed;
        }
        let line = (*finding, moves.to_vec());
        match notes.lines.get_mut(rank) {
            Some(known) => *known = line,
            None => notes.lines.push(line),
        }
    }

    fn decided(&mut self, _best: Option<&str>, _ponder: Option<&str>) {}

    fn note(&mut self, _text: &str) {}
}
