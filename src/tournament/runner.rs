//! Plays the games of a match, several side by side.

use super::ending::{Ending, Finished};
use super::engine::{Adversary, Profile};
use super::failure::Failure;
use super::game;
use super::game_archive::Archive;
use super::plan::{Plan, Slot};
use super::standings::Standings;
use crate::player::Referee;
use crate::system::threads::tell_refused;
use anyhow::{Context, anyhow, bail};
use indicatif::ProgressBar;
use std::collections::hash_map::Entry;
use std::collections::{BTreeMap, HashMap, HashSet};
use std::io::{Write, stderr};
use std::sync::atomic::Ordering::Relaxed;
use std::sync::atomic::{AtomicBool, AtomicUsize};
use std::sync::mpsc::{Sender, channel};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::thread::{self, Builder};

/// Engines that run, by their numbers.
pub type Engines = HashMap<usize, Adversary>;

/// Starts every engine once: one that cannot be started, or that refuses its options or the game,
/// is named before the first game.
pub fn muster(plan: &Plan) -> anyhow::Result<Engines> {
    let start = |profile: &Profile| {
        let started = Adversary::start(profile, plan.interrupt);
        started.map_err(|failure| profile.error(failure))
    };
    let started = plan.profiles.iter().map(start).enumerate();
    started
        .map(|(number, engine)| Ok((number, engine?)))
        .collect()
}

/// Plays all games that have not been played, the first of them with `engines`. Gives back what is
/// to be said of engines that could not play all of their games.
pub fn run(
    plan: &Plan,
    engines: Engines,
    mut archive: Archive,
    standings: &mut Standings,
    live: &ProgressBar,
) -> anyhow::Result<Vec<String>> {
    let mut played = std::mem::take(&mut archive.played);
    let course = Course {
        next: AtomicUsize::new(0),
        stop: AtomicBool::new(standings.decided()),
        played: played.clone(),
        unfit: Mutex::default(),
    };
    let mut outcome = Ok(());
    live.set_length(standings.total() as u64);
    thread::scope(|scope| {
        let (teller, heard) = channel();
        let mut engines = Some(engines);
        for started in 0..plan.concurrency {
            let worker = Worker {
                plan,
                course: &course,
                engines: engines.take().unwrap_or_default(),
                teller: teller.clone(),
            };
            match Builder::new().spawn_scoped(scope, move || worker.work()) {
                Ok(_) => (),
                Err(error) if started == 0 => {
                    outcome = Err(error).context("cannot start a thread");
                    break;
                }
                Err(error) => {
                    tell_refused(started, plan.concurrency, &error);
                    break;
                }
            }
        }
        drop(teller);
        for told in heard {
            let taken = told.and_then(|told| match told {
                Told::Game(slot, finished) => {
                    let record = archive.write(plan, slot, &finished)?;
                    played.insert(slot);
                    standings.count(&plan.count(slot, &finished));
                    Ok(standings.announce(live, &record, &finished)?)
                }
                Told::Unfit(text) => Ok(live.suspend(|| writeln!(stderr(), "{text}"))?),
            });
            if outcome.is_ok() {
                outcome = taken;
            }
            if outcome.is_err() || standings.decided() {
                course.stop.store(true, Relaxed);
            }
        }
    });
    outcome?;
    let unfit = course.unfit().clone();
    let told = unfit.iter().map(|(&engine, why)| {
        let left = plan
            .slots()
            .filter(|slot| plan.seats(*slot).contains(&engine));
        let left = left.filter(|slot| !played.contains(slot)).count();
        format!("{why}; {left} of its games were not played")
    });
    Ok(told.collect())
}

/// What happens in a match.
enum Told {
    /// A game is over.
    Game(Slot, Finished),
    /// An engine takes part no longer.
    Unfit(String),
}

/// How far the match has come, as its workers see it.
struct Course {
    next: AtomicUsize,
    stop: AtomicBool,
    /// Games of an earlier run.
    played: HashSet<Slot>,
    /// Engines that take part no longer, and what there is to say about it.
    unfit: Mutex<BTreeMap<usize, String>>,
}

impl Course {
    /// The next game that can be played.
    fn next(&self, plan: &Plan) -> Option<Slot> {
        loop {
            if self.stop.load(Relaxed) || plan.interrupt.soon.load(Relaxed) {
                return None;
            }
            let slot = plan.slot(self.next.fetch_add(1, Relaxed))?;
            let seats = plan.seats(slot);
            let fit = !seats.iter().any(|seat| self.unfit().contains_key(seat));
            if fit && !self.played.contains(&slot) {
                return Some(slot);
            }
        }
    }

    fn unfit(&self) -> MutexGuard<'_, BTreeMap<usize, String>> {
        self.unfit.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Plays one game after the other.
struct Worker<'a> {
    plan: &'a Plan,
    course: &'a Course,
    engines: Engines,
    teller: Sender<anyhow::Result<Told>>,
}

impl Worker<'_> {
    fn work(mut self) {
        if let Err(error) = self.games() {
            self.course.stop.store(true, Relaxed);
            let _ = self.teller.send(Err(error));
        }
    }

    fn games(&mut self) -> anyhow::Result<()> {
        let mut referee = self.plan.judge.referee()?;
        while let Some(slot) = self.course.next(self.plan) {
            let _in_progress = self.plan.interrupt.begin();
            let Some(finished) = self.game(slot, &mut *referee)? else {
                continue;
            };
            if finished.ending == Ending::Interrupted {
                break;
            }
            if self.teller.send(Ok(Told::Game(slot, finished))).is_err() {
                break;
            }
        }
        Ok(())
    }

    /// Plays a game; `None` if an engine turns out not to be fit for it.
    fn game(&mut self, slot: Slot, referee: &mut dyn Referee) -> anyhow::Result<Option<Finished>> {
        let seats = self.plan.seats(slot);
        for seat in seats {
            match self.start(seat) {
                Ok(()) => (),
                Err(Failure::Interrupted) => return Ok(None),
                Err(failure) => {
                    self.exclude(seat, failure);
                    return Ok(None);
                }
            }
        }
        let [Some(first), Some(second)] = self.engines.get_disjoint_mut([&seats[0], &seats[1]])
        else {
            bail!("an engine cannot play itself");
        };
        let opening = self.plan.opening(slot);
        let terms = self.plan.terms(seats);
        let finished = game::play(referee, [first, second], opening, &terms);
        let finished = finished.map_err(|error| anyhow!("the opening: {error}"))?;
        let loser = finished.winner.map(|winner| seats[(!winner).index()]);
        if let Some(loser) = loser.filter(|_| finished.ending.needs_restart()) {
            self.engines.remove(&loser);
            if let Ending::Unfit(why) = finished.ending {
                self.exclude(loser, Failure::Unfit(why));
                return Ok(None);
            }
        }
        Ok(Some(finished))
    }

    /// Starts an engine if it does not run.
    fn start(&mut self, seat: usize) -> Result<(), Failure> {
        if let Entry::Vacant(place) = self.engines.entry(seat) {
            let profile = &self.plan.profiles[seat];
            place.insert(Adversary::start(profile, self.plan.interrupt)?);
        }
        Ok(())
    }

    /// An engine takes part no longer; the others go on without it.
    fn exclude(&self, seat: usize, failure: Failure) {
        let text = self.plan.profiles[seat].error(failure).to_string();
        let known = self.course.unfit().insert(seat, text.clone()).is_some();
        if !known {
            let _ = self.teller.send(Ok(Told::Unfit(text)));
        }
    }
}
