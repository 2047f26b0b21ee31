//! Plays the games of a match, several side by side.

use super::adversary::Adversary;
use super::archive::Archive;
use super::duel;
use super::ending::{Ending, Finished};
use super::plan::{Plan, Slot};
use super::standings::Standings;
use crate::player::Referee;
use crate::tools::progress;
use anyhow::{Context, anyhow, bail};
use std::collections::{HashMap, HashSet};
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering::Relaxed};
use std::sync::mpsc::{Sender, channel};
use std::thread;

/// Plays all games that have not been played.
pub fn run(plan: &Plan, mut archive: Archive, standings: &mut Standings) -> anyhow::Result<()> {
    let next = AtomicUsize::new(0);
    let stop = AtomicBool::new(false);
    let played = std::mem::take(&mut archive.played);
    let mut outcome = Ok(());
    let live = progress::toward("games", standings.games() as u64);
    live.set_length(standings.total() as u64);
    thread::scope(|scope| {
        let (teller, heard) = channel();
        for _ in 0..plan.concurrency {
            let worker = Worker {
                plan,
                next: &next,
                stop: &stop,
                played: &played,
                teller: teller.clone(),
            };
            scope.spawn(move || worker.work());
        }
        drop(teller);
        for game in heard {
            let told = game.and_then(|(slot, finished)| {
                let record = archive.write(plan, slot, &finished)?;
                standings.count(&plan.count(slot, &finished));
                Ok(standings.announce(&live, &record, &finished)?)
            });
            if told.is_err() {
                outcome = told;
            }
            if outcome.is_err() || standings.decided() {
                stop.store(true, Relaxed);
            }
        }
    });
    live.finish_and_clear();
    outcome
}

type Told = anyhow::Result<(Slot, Finished)>;

/// Plays one game after the other.
struct Worker<'a> {
    plan: &'a Plan,
    next: &'a AtomicUsize,
    stop: &'a AtomicBool,
    played: &'a HashSet<Slot>,
    teller: Sender<Told>,
}

impl Worker<'_> {
    fn work(self) {
        let told = self.games();
        if let Err(error) = told {
            self.stop.store(true, Relaxed);
            let _ = self.teller.send(Err(error));
        }
    }

    fn games(&self) -> anyhow::Result<()> {
        let mut referee = self.plan.judge.referee()?;
        let mut engines = HashMap::new();
        loop {
            let number = self.next.fetch_add(1, Relaxed);
            let slot = Slot {
                pairing: number / 2,
                game: number % 2,
            };
            if slot.pairing >= self.plan.pairings.len() || self.stop.load(Relaxed) {
                return Ok(());
            }
            if self.played.contains(&slot) {
                continue;
            }
            let finished = self.game(slot, &mut *referee, &mut engines)?;
            if finished.ending == Ending::Interrupted {
                return Ok(());
            }
            if self.teller.send(Ok((slot, finished))).is_err() {
                return Ok(());
            }
        }
    }

    fn game(
        &self,
        slot: Slot,
        referee: &mut dyn Referee,
        engines: &mut HashMap<usize, Adversary>,
    ) -> anyhow::Result<Finished> {
        let seats = self.plan.seats(slot);
        for seat in seats {
            if let std::collections::hash_map::Entry::Vacant(place) = engines.entry(seat) {
                let profile = &self.plan.profiles[seat];
                let name = &profile.name;
                let engine = Adversary::start(profile);
                place.insert(engine.with_context(|| format!("engine '{name}'"))?);
            }
        }
        let [Some(first), Some(second)] = engines.get_disjoint_mut([&seats[0], &seats[1]]) else {
            bail!("an engine cannot play itself");
        };
        let opening = self.plan.opening(slot);
        let terms = self.plan.terms(seats);
        let finished = duel::play(referee, [first, second], opening, &terms);
        let finished = finished.map_err(|error| anyhow!("the opening: {error}"))?;
        if finished.ending.needs_restart()
            && let Some(winner) = finished.winner
        {
            engines.remove(&seats[(!winner).index()]);
        }
        Ok(finished)
    }
}
