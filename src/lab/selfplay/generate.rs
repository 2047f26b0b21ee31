//! A run: games made side by side, written in the order of what they are made of.

use super::game::PlayedGame;
use super::stop_condition::{GameCount, StopCondition};
use crate::lab::game_file::output::GameOutput;
use crate::system::{pipeline, progress};
use anyhow::anyhow;
use indicatif::ProgressBar;
use std::io::{Write, stderr};
use std::sync::atomic::AtomicBool;
use std::sync::atomic::Ordering::Relaxed;
use std::time::{Duration, Instant};

/// So many starts in a row that are good for one side, and there will hardly be others.
const MAX_REFUSED: u32 = 1000;

/// Why a run ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum StopReason {
    /// There is enough.
    TargetReached,
    /// By the user.
    Interrupted,
    /// There is nothing more to begin with.
    OutOfGames,
}

/// Makes a game of an item; none, if the item is refused or the program is interrupted.
pub type GameWorker<T> = Box<dyn FnMut(T) -> anyhow::Result<Option<PlayedGame>> + Send>;

/// What ends the pipeline.
enum PipelineEnd {
    Stop(StopReason),
    Failed(anyhow::Error),
}

/// Makes a game of every item of the source, unless that is refused, until there are enough or the
/// flag goes up, and tells of it in a line.
pub fn generate_games<T>(
    source: &mut (dyn Iterator<Item = T> + Send),
    workers: Vec<GameWorker<T>>,
    store: &mut GameOutput,
    target: StopCondition,
    interrupted: &AtomicBool,
) -> anyhow::Result<StopReason> {
    let before = store.count;
    let begun = Instant::now();
    let bar = progress::progress_bar("positions", before.positions);
    let (mut refused, mut nodes) = (0, 0);
    let sink = |made: Result<Option<PlayedGame>, PipelineEnd>| match made? {
        None => {
            refused += 1;
            check_refused(refused)
        }
        Some(finished) => {
            refused = 0;
            nodes += finished.nodes;
            store.add(&finished.game).map_err(PipelineEnd::Failed)?;
            show_progress(&bar, target, store.count);
            check_target(target, store.count)
        }
    };
    let workers = workers.into_iter();
    let workers = workers.map(|worker| work(worker, interrupted)).collect();
    let end = match check_target(target, before) {
        Ok(()) => pipeline::run_in_order(source, workers, sink),
        enough => enough,
    };
    bar.finish_and_clear();
    let length = store.save()?;
    let stop = match end {
        Ok(()) => StopReason::OutOfGames,
        Err(PipelineEnd::Stop(stop)) => stop,
        Err(PipelineEnd::Failed(error)) => return Err(error),
    };
    summarise(store, before, nodes, length, begun.elapsed(), stop)?;
    Ok(stop)
}

fn show_progress(bar: &ProgressBar, target: StopCondition, count: GameCount) {
    if let Some(expected) = target.expected(count) {
        bar.set_length(expected);
    }
    bar.set_message(format!("{} games, ", count.games));
    bar.set_position(count.positions);
}

fn check_refused(refused: u32) -> Result<(), PipelineEnd> {
    match refused < MAX_REFUSED {
        true => Ok(()),
        false => Err(PipelineEnd::Failed(anyhow!(
            "{refused} starts in a row were good for one side, expected some that are not; \
             a greater --balance or other --random-plies may help"
        ))),
    }
}

fn check_target(target: StopCondition, count: GameCount) -> Result<(), PipelineEnd> {
    match target.reached(count) {
        true => Err(PipelineEnd::Stop(StopReason::TargetReached)),
        false => Ok(()),
    }
}

fn work<T>(
    mut worker: GameWorker<T>,
    interrupted: &AtomicBool,
) -> impl FnMut(T) -> Result<Option<PlayedGame>, PipelineEnd> {
    let stopped = || {
        if interrupted.load(Relaxed) {
            return Err(PipelineEnd::Stop(StopReason::Interrupted));
        }
        Ok(())
    };
    move |item| {
        stopped()?;
        let made = worker(item);
        // A game that was being made when the flag went up has been given up.
        stopped()?;
        made.map_err(PipelineEnd::Failed)
    }
}

fn summarise(
    store: &GameOutput,
    before: GameCount,
    nodes: u64,
    length: u64,
    elapsed: Duration,
    stop: StopReason,
) -> anyhow::Result<()> {
    let GameCount { games, positions } = store.count;
    let new = positions - before.positions;
    let second = |number: u64| number as f64 / elapsed.as_secs_f64().max(1e-9);
    let why = match stop {
        StopReason::TargetReached => "",
        StopReason::Interrupted => "; interrupted: --resume goes on",
        StopReason::OutOfGames => "; there are no more new starts",
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
