//! A run: games made side by side, written in the order of what they are made of.

use super::game::Finished;
use super::goal::{Count, Target};
use crate::lab::game_file::store::Store;
use crate::system::{pipeline, progress};
use anyhow::anyhow;
use indicatif::ProgressBar;
use std::io::{Write, stderr};
use std::sync::atomic::AtomicBool;
use std::sync::atomic::Ordering::Relaxed;
use std::time::{Duration, Instant};

/// So many starts in a row that are good for one side, and there will hardly be others.
const REFUSED: u32 = 1000;

/// Why a run ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Stop {
    /// There is enough.
    Enough,
    /// By the user.
    Interrupted,
    /// There is nothing more to begin with.
    NoMore,
}

/// Makes a game of an item; none, if the item is refused or the program is interrupted.
pub type Worker<T> = Box<dyn FnMut(T) -> anyhow::Result<Option<Finished>> + Send>;

/// What ends the pipeline.
enum End {
    Stop(Stop),
    Failed(anyhow::Error),
}

/// Makes a game of every item of the source, unless that is refused, until there are enough or the
/// flag goes up, and tells of it in a line.
pub fn run<T>(
    source: &mut (dyn Iterator<Item = T> + Send),
    workers: Vec<Worker<T>>,
    store: &mut Store,
    target: Target,
    interrupted: &AtomicBool,
) -> anyhow::Result<Stop> {
    let before = store.count;
    let begun = Instant::now();
    let bar = progress::toward("positions", before.positions);
    let (mut refused, mut nodes) = (0, 0);
    let sink = |made: Result<Option<Finished>, End>| match made? {
        None => {
            refused += 1;
            lopsided(refused)
        }
        Some(finished) => {
            refused = 0;
            nodes += finished.nodes;
            store.add(&finished.game).map_err(End::Failed)?;
            tell(&bar, target, store.count);
            enough(target, store.count)
        }
    };
    let workers = workers.into_iter();
    let workers = workers.map(|worker| work(worker, interrupted)).collect();
    let end = match enough(target, before) {
        Ok(()) => pipeline::run(source, workers, sink),
        enough => enough,
    };
    bar.finish_and_clear();
    let length = store.save()?;
    let stop = match end {
        Ok(()) => Stop::NoMore,
        Err(End::Stop(stop)) => stop,
        Err(End::Failed(error)) => return Err(error),
    };
    summarise(store, before, nodes, length, begun.elapsed(), stop)?;
    Ok(stop)
}

fn tell(bar: &ProgressBar, target: Target, count: Count) {
    if let Some(expected) = target.expected(count) {
        bar.set_length(expected);
    }
    bar.set_message(format!("{} games, ", count.games));
    bar.set_position(count.positions);
}

fn lopsided(refused: u32) -> Result<(), End> {
    match refused < REFUSED {
        true => Ok(()),
        false => Err(End::Failed(anyhow!(
            "{refused} starts in a row were good for one side, expected some that are not; \
             a greater --balance or other --random-plies may help"
        ))),
    }
}

fn enough(target: Target, count: Count) -> Result<(), End> {
    match target.reached(count) {
        true => Err(End::Stop(Stop::Enough)),
        false => Ok(()),
    }
}

fn work<T>(
    mut worker: Worker<T>,
    interrupted: &AtomicBool,
) -> impl FnMut(T) -> Result<Option<Finished>, End> {
    let stopped = || {
        if interrupted.load(Relaxed) {
            return Err(End::Stop(Stop::Interrupted));
        }
        Ok(())
    };
    move |item| {
        stopped()?;
        let made = worker(item);
        // A game that was being made when the flag went up has been given up.
        stopped()?;
        made.map_err(End::Failed)
    }
}

fn summarise(
    store: &Store,
    before: Count,
    nodes: u64,
    length: u64,
    elapsed: Duration,
    stop: Stop,
) -> anyhow::Result<()> {
    let Count { games, positions } = store.count;
    let new = positions - before.positions;
    let second = |number: u64| number as f64 / elapsed.as_secs_f64().max(1e-9);
    let why = match stop {
        Stop::Enough => "",
        Stop::Interrupted => "; interrupted: --resume goes on",
        Stop::NoMore => "; there are no more new starts",
    };
    writeln!(
        stderr(),
        "'{}': {games} games, {positions} positions of {:.2} bytes; \
         {new} of them new, {:.0} a second, {:.0} nodes a second{why}",
        store.path.display(),
        length as f64 / positions.max(1) as f64,
        second(new),
        second(nodes),
    )?;
    Ok(())
}
